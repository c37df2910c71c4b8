namespace RowJson;

// How a column's cells are fetched and written: found once per column, and then a jump per cell.
internal enum CellKind : byte
{
    Any,

    // As an object, by its runtime type, from a reader whose values have types, and whose columns have none. Not asked for null first.
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

    // One of ScalarTypes, by a call of its ScalarType.
    OtherScalar,

    Json,
}

internal static class CellKinds
{
    public static CellKind Of(Type type)
    {
        if (type == typeof(string)) return CellKind.String;
        if (type == typeof(byte[])) return CellKind.Bytes;
        return ScalarTypes.KindOf(type) ?? CellKind.Any;
    }
}
