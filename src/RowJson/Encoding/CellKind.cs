namespace RowJson;

/// <summary>How a column's cells are fetched and written: found once per column, and then a jump per cell.</summary>
internal enum CellKind : byte
{
    /// <summary>As an object, by its runtime type.</summary>
    Any,
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
    SByte,
    UInt16,
    UInt32,
    UInt64,
    DateTimeOffset,
    DateOnly,
    TimeOnly,
    TimeSpan,
    Bytes,

    /// <summary>A string that holds JSON.</summary>
    Json,
}

/// <summary>From a column's type to the way its cells go.</summary>
internal static class CellKinds
{
    /// <summary>Enumerations and all unknown types are <see cref="CellKind.Any"/>.</summary>
    public static CellKind Of(Type? type)
    {
        if (type is null || type.IsEnum) return CellKind.Any;
        return Type.GetTypeCode(Nullable.GetUnderlyingType(type) ?? type) switch
        {
            TypeCode.String => CellKind.String,
            TypeCode.Int32 => CellKind.Int32,
            TypeCode.Int64 => CellKind.Int64,
            TypeCode.Double => CellKind.Double,
            TypeCode.Boolean => CellKind.Boolean,
            TypeCode.DateTime => CellKind.DateTime,
            TypeCode.Decimal => CellKind.Decimal,
            TypeCode.Int16 => CellKind.Int16,
            TypeCode.Byte => CellKind.Byte,
            TypeCode.Single => CellKind.Single,
            TypeCode.Char => CellKind.Char,
            TypeCode.SByte => CellKind.SByte,
            TypeCode.UInt16 => CellKind.UInt16,
            TypeCode.UInt32 => CellKind.UInt32,
            TypeCode.UInt64 => CellKind.UInt64,
            _ => OfOther(Nullable.GetUnderlyingType(type) ?? type),
        };
    }

    private static CellKind OfOther(Type type)
    {
        if (type == typeof(Guid)) return CellKind.Guid;
        if (type == typeof(DateTimeOffset)) return CellKind.DateTimeOffset;
        if (type == typeof(DateOnly)) return CellKind.DateOnly;
        if (type == typeof(TimeOnly)) return CellKind.TimeOnly;
        if (type == typeof(TimeSpan)) return CellKind.TimeSpan;
        return type == typeof(byte[]) ? CellKind.Bytes : CellKind.Any;
    }
}
