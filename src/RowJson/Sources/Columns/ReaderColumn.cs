using System.Data.Common;

namespace RowJson;

/// <summary>One column of a reader's result, as far as the loop over its rows needs it.</summary>
internal readonly struct ReaderColumn(EncodedName name, int ordinal, CellKind kind, ScalarType? scalar)
{
    public readonly EncodedName Name = name;
    public readonly int Ordinal = ordinal;
    public readonly CellKind Kind = kind;

    /// <summary>What writes the cells where the kind is <see cref="CellKind.OtherScalar"/>.</summary>
    public readonly ScalarType? Scalar = scalar;

    /// <summary>The columns of the current result that are to be written.</summary>
    public static ReaderColumn[] Resolve(DbDataReader reader, RowEncoder encoder)
    {
        JsonRowOptions options = encoder.Context.Options;
        var columns = new List<ReaderColumn>(reader.FieldCount);
        bool typesDiffer = TypesDifferByRow(reader);
        for (int i = 0; i < reader.FieldCount; i++)
        {
            EncodedName name = encoder.NameColumn(reader.GetName(i));
            if (name.IsExcluded) continue;
            CellKind kind = typesDiffer ? CellKind.Any : encoder.KindOf(reader.GetFieldType(i));
            if (kind == CellKind.String && !options.JsonColumnsAsText && IsJson(reader.GetDataTypeName(i))) kind = CellKind.Json;
            ScalarType? scalar = kind == CellKind.OtherScalar ? ScalarTypes.Of(reader.GetFieldType(i)) : null;
            columns.Add(new ReaderColumn(name, i, kind, scalar));
        }
        if (options.RequireUniqueColumnNames) ColumnNames.RequireUnique(columns.Select(column => column.Name));
        return [.. columns];
    }

    private static bool IsJson(string? type) =>
        string.Equals(type, "json", StringComparison.OrdinalIgnoreCase) || string.Equals(type, "jsonb", StringComparison.OrdinalIgnoreCase);

    /// <summary>SQLite has types of values, not of columns: its typed getters would convert what does not fit.</summary>
    public static bool TypesDifferByRow(DbDataReader reader) =>
        reader.GetType().Namespace is "Microsoft.Data.Sqlite" or "System.Data.SQLite";
}
