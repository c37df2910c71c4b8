namespace RowJson;

/// <summary>A column of a reader, record, table or shape, as its source describes it. For other rows, only the name is known.</summary>
public readonly struct JsonColumn
{
    /// <summary>The source's name.</summary>
    public string Name { get; init; }

    /// <summary>
    /// The type that the source announces for its values: <see cref="System.Data.IDataRecord.GetFieldType"/>; <see cref="object"/> if the
    /// source cannot name one.
    /// </summary>
    public Type Type { get; init; }

    /// <summary>The database's name of the type, such as <c>interval</c>; <see langword="null"/> if there is none, as in a table.</summary>
    public string? DataTypeName { get; init; }

    // A column of which only the name is known.
    internal static JsonColumn Named(string name) => new() { Name = name, Type = typeof(object) };
}
