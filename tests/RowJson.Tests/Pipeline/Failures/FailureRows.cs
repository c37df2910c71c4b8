using System.Data;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace RowJson.Tests;

/// <summary>The rows of the failure matrix, sound or with a fault.</summary>
internal static class FailureRows
{
    public static readonly JsonTypeInfo<Record> RecordInfo = (JsonTypeInfo<Record>)JsonSerializerOptions.Default.GetTypeInfo(typeof(Record));

    public static readonly JsonRowShape<Dictionary<string, object?>> Shape = new JsonRowShape<Dictionary<string, object?>>()
        .Column("id", row => (int)row["id"]!)
        .Column("text", row => (string)row["text"]!)
        .Column("bad", row => row["bad"] is Exception failure ? throw failure : row["bad"])
        .Column("last", row => (double)row["last"]!);

    public static Dictionary<string, object?> Dictionary(int index, SourceFault fault) => new()
    {
        ["id"] = index,
        ["text"] = new string('x', index % 3 * 20) + "é<",
        ["bad"] = Value(index, fault),
        ["last"] = 1.5,
    };

    public static IEnumerable<KeyValuePair<string, object?>> Pairs(int index, SourceFault fault)
    {
        foreach (KeyValuePair<string, object?> pair in Dictionary(index, fault))
        {
            yield return pair;
            if (fault == SourceFault.RowItself) throw FailureSource.Thrown;
        }
    }

    public static JsonElement Element(int index, SourceFault fault)
    {
        // An escaped half of a surrogate pair: neither the copier nor the serializer can write it.
        string text = fault == SourceFault.None ? new string('z', index % 3 * 20) + @"\n" : @"abc\ud800";
        using JsonDocument document = JsonDocument.Parse($$"""{"id": {{index}}, "text": "{{text}}", "list": [1, {"a": null}]}""");
        return document.RootElement.Clone();
    }

    public static JsonDocument Document(IEnumerable<JsonElement> rows) =>
        JsonDocument.Parse("[" + string.Join(" , ", rows.Select(row => row.GetRawText())) + "]");

    public static DataTable Table(IEnumerable<Dictionary<string, object?>> rows)
    {
        var table = new DataTable();
        table.Columns.Add("id", typeof(int));
        table.Columns.Add("text", typeof(string));
        table.Columns.Add("bad", typeof(object));
        table.Columns.Add("last", typeof(double));
        foreach (Dictionary<string, object?> row in rows) table.Rows.Add([.. row.Values]);
        return table;
    }

    /// <summary>The rows in the order of a sort, without one that the filter hides.</summary>
    public static DataView View(IEnumerable<Dictionary<string, object?>> rows)
    {
        DataTable table = Table(rows.Append(Dictionary(FailureSource.Rows, SourceFault.None)).Reverse());
        return new DataView(table, $"id < {FailureSource.Rows}", "id", DataViewRowState.CurrentRows);
    }

    public static ColumnarReader Reader(IReadOnlyCollection<Dictionary<string, object?>> rows) => new(
        Column.Of("id", [.. rows.Select(row => (int)row["id"]!)]),
        Column.Of("text", [.. rows.Select(row => (string)row["text"]!)]),
        Column.Of("bad", [.. rows.Select(row => row["bad"]!)]),
        Column.Of("last", [.. rows.Select(row => (double)row["last"]!)]));

    private static object? Value(int index, SourceFault fault) => fault switch
    {
        SourceFault.Getter => FailureSource.Thrown,
        SourceFault.Cell => double.NaN,
        SourceFault.NestedOwn => new Dictionary<string, object?> { ["a"] = new string('y', 40), ["b"] = new List<object?> { 1, float.NegativeInfinity } },
        SourceFault.NestedProperty or SourceFault.NestedCancelled => new Record(index, fault),
        SourceFault.NestedSequence => Numbers(),
        SourceFault.Unsupported => new List<object?> { "long enough to leave a trace", typeof(int) },
        _ => new Dictionary<string, object?> { ["a"] = index, ["b"] = new List<object?> { true, null } },
    };

    private static IEnumerable<int> Numbers()
    {
        yield return 1;
        yield return 2;
        throw FailureSource.Thrown;
    }

    internal sealed class Record(int id, SourceFault fault)
    {
        public int Id { get; } = id;

        public string Text =>
            fault is SourceFault.NestedProperty or SourceFault.NestedCancelled ? throw FailureSource.ThrownBy(fault) : "text";
    }
}
