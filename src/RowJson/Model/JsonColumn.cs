namespace RowJson;

/// <summary>A column of a reader, a record or a table, as its source describes it.</summary>
public readonly record struct JsonColumn
{
    /// <summary>The source's name.</summary>
    public string Name { get; init; }

    /// <summary>
    /// The type that the source announces for its values: <see cref="System.Data.IDataRecord.GetFieldType"/>; that of
    /// <see cref="object"/> if it cannot name one.
    /// </summary>
    public Type Type { get; init; }

    /// <summary>The database's name of the type, such as <c>interval</c>; <see langword="null"/> if there is none, as in a table.</summary>
    public string? DataTypeName { get; init; }
}
