using System.Data;
using System.Text.Json;

namespace RowJson.Benchmarks;

/// <summary>How RowJson is given each form of rows.</summary>
internal static class RowJsonRows
{
    /// <summary>What makes the rows once a call, as a program does; null for rows of no known form.</summary>
    public static Func<JsonRows>? Find(object rows) => rows switch
    {
        JsonDocument document => () => JsonRows.From(document),
        List<Dictionary<string, object?>> dictionaries => () => JsonRows.From(dictionaries),
        ColumnarReader reader => () =>
        {
            reader.Rewind();
            return JsonRows.From(reader);
        }
        ,
        DataTable table => () => JsonRows.From(table),
        List<object> dynamics => () => JsonRows.From(dynamics),
        ObjectRows objects => objects.Describe(byMetadata: false),
        _ => null,
    };
}
