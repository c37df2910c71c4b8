using System.Data;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace RowJson.Conformance;

/// <summary>The rows of the failure matrix, without or with a fault.</summary>
internal static class FailureRows
{
    public static readonly JsonTypeInfo<Record> RecordInfo = (JsonTypeInfo<Record>)JsonSerializerOptions.Default.GetTypeInfo(typeof(Record));

    public static readonly JsonRowShape<Dictionary<string, object?>> Shape = new JsonRowShape<Dictionary<string, object?>>()
        .Column("id", row => (int)row["id"]!)
        .Column("text", row => (string)row["text"]!)
        .Column("bad", row => row["bad"] is Trap trap ? trap.Spring() : row["bad"])
        .Column("last", row => (double)row["last"]!);

    public static Dictionary<string, object?> Dictionary(int index, RowFault fault) => new()
    {
        ["id"] = index,
        ["text"] = new string('x', index % 3 * 20) + "é<",
        ["bad"] = Value(index, fault),
        ["last"] = 1.5,
    };

    public static IEnumerable<KeyValuePair<string, object?>> Pairs(int index, RowFault fault)
    {
        foreach (KeyValuePair<string, object?> pair in Dictionary(index, fault))
        {
            yield return pair;
            if (fault.Place == SourceFault.RowItself) fault.Act?.Invoke();
        }
    }

    public static JsonElement Element(int index, RowFault fault)
    {
        // An escaped half of a surrogate pair: neither the copier nor the serializer can write it.
        string text = fault.Place != SourceFault.Cell ? new string('z', index % 3 * 20) + @"\n" : @"abc\ud800";
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
        DataTable table = Table(rows.Append(Dictionary(FailureSource.Rows, fault: default)).Reverse());
        return new DataView(table, $"id < {FailureSource.Rows}", "id", DataViewRowState.CurrentRows);
    }

    public static ColumnarReader Reader(IReadOnlyCollection<Dictionary<string, object?>> rows) => new(
        Column.Of("id", [.. rows.Select(row => (int)row["id"]!)]),
        Column.Of("text", [.. rows.Select(row => (string)row["text"]!)]),
        Column.Of("bad", [.. rows.Select(row => row["bad"]!)]),
        Column.Of("last", [.. rows.Select(row => (double)row["last"]!)]));

    /// <summary>The value that a trap returns at last, and that most rows have.</summary>
    private static Dictionary<string, object?> SoundValue(int index) =>
        new() { ["a"] = index, ["b"] = new List<object?> { true, null } };

    private static object? Value(int index, RowFault fault) => fault.Place switch
    {
        SourceFault.Getter when fault.Act is not null => new Trap(fault.Act, SoundValue(index)),
        SourceFault.Cell => double.NaN,
        SourceFault.NestedOwn => new Dictionary<string, object?> { ["a"] = new string('y', 40), ["b"] = new List<object?> { 1, float.NegativeInfinity } },
        SourceFault.NestedProperty => new Record(index, fault),
        SourceFault.NestedSequence => Numbers(fault.Act),
        SourceFault.Converter => new Converted(fault.Act),
        SourceFault.Unsupported => new List<object?> { "long enough to leave a trace", typeof(int) },
        _ => SoundValue(index),
    };

    private static IEnumerable<int> Numbers(Action? act)
    {
        yield return 1;
        yield return 2;
        act?.Invoke();
        yield return 3;
    }

    /// <summary>An object of which a property is a fault.</summary>
    internal sealed class Record(int id, RowFault fault)
    {
        public int Id { get; } = id;

        public string Text
        {
            get
            {
                if (fault.Place == SourceFault.NestedProperty) fault.Act?.Invoke();
                return "text";
            }
        }
    }

    /// <summary>An object of which the converter is a fault.</summary>
    [JsonConverter(typeof(Converter))]
    private sealed class Converted(Action? act)
    {
        public Action? Act => act;
    }

    private sealed class Converter : JsonConverter<Converted>
    {
        public override Converted Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, Converted value, JsonSerializerOptions options)
        {
            writer.WriteStartObject();
            writer.WriteNumber("before"u8, 1);
            value.Act?.Invoke();
            writer.WriteNumber("after"u8, 2);
            writer.WriteEndObject();
        }
    }

    /// <summary>A value that acts when a function of a shape reads it.</summary>
    private sealed class Trap(Action act, object? value)
    {
        public object? Spring()
        {
            act();
            return value;
        }
    }
}
