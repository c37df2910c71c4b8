namespace RowJson;

/// <summary>How a column's cells are fetched and written: found once per column, and then a jump per cell.</summary>
internal enum CellKind : byte
{
    /// <summary>An object, written by its runtime type.</summary>
    Any,

    /// <summary>
    /// As an object, by its runtime type, from a reader whose values have types, and whose columns have none. Not asked for null first.
    /// </summary>
    Untyped,
    String,
    Int32,
    Int64,
    Double,
    Boolean,
    DateTime,
    Decimal,
    Guid,
    Int16,
    Byte,
    Single,
    Char,
    Bytes,

    /// <summary>One of <see cref="ScalarTypes"/>, by a call of its <see cref="ScalarType"/>.</summary>
    OtherScalar,

    /// <summary>A string that holds JSON.</summary>
    Json,
}

/// <summary>From a column's type to the way its cells go.</summary>
internal static class CellKinds
{
    /// <summary>Enumerations and all unknown types are <see cref="CellKind.Any"/>.</summary>
    public static CellKind Of(Type type)
    {
        if (type == typeof(string)) return CellKind.String;
        if (type == typeof(byte[])) return CellKind.Bytes;
        return ScalarTypes.KindOf(type) ?? CellKind.Any;
    }
}
