using System.Text;
using System.Text.Json;

namespace RowJson.Conformance;

/// <summary>All outputs that rows may leave, by what <see cref="JsonSerializer"/> writes.</summary>
internal sealed class FailurePrefixes
{
    private readonly List<byte[]> _byRows = [];
    private readonly byte[] _whole;

    public FailurePrefixes(object?[] rows, JsonRowOptions options, bool isInside)
    {
        _whole = Text(rows, options);
        bool isLines = options.Format == JsonRowFormat.Lines;
        int close = isLines ? 0 : options.Format == JsonRowFormat.CompactColumns ? "]}".Length : options.SerializerOptions.WriteIndented ? Environment.NewLine.Length + 1 : 1;
        _byRows.Add(isInside ? "["u8.ToArray() : []);
        for (int count = 1; count <= rows.Length; count++) _byRows.Add(Text(rows[..count], options)[..^close]);
    }

    public int LengthOf(int rows) => _byRows[rows].Length;

    /// <summary>
    /// How many of the rows before the failure are handed over: none before the first batch is full, but lines and the elements of an open
    /// array.
    /// </summary>
    public int KeptRows(FailureCase run)
    {
        bool keepsAny = run.Options.Format == JsonRowFormat.Lines || run.Sink.IsJsonWriter
            || Enumerable.Range(1, run.At).Any(rows => LengthOf(rows) >= run.Options.FlushThreshold);
        return keepsAny ? run.At : 0;
    }

    public void CheckWhole(byte[] taken, FailureCase run) => Check(taken, _whole, run);

    public void CheckRows(byte[] taken, int rows, FailureCase run) => Check(taken, _byRows[rows], run);

    /// <summary>The number of complete rows in the bytes that a sink has taken; any other bytes are a failure.</summary>
    public int Count(byte[] taken, FailureCase run, bool mayBeWhole)
    {
        int rows = _byRows.FindLastIndex(prefix => taken.AsSpan().SequenceEqual(prefix));
        if (rows < 0 && mayBeWhole && taken.AsSpan().SequenceEqual(_whole)) return FailureSource.Rows;
        if (rows < 0) Assert.Fail($"{run}: no prefix of complete rows: {Encoding.UTF8.GetString(taken)}");
        return rows;
    }

    /// <summary>A reader that left in the middle of a row has seen nothing but these rows.</summary>
    public void CheckBeginning(byte[] taken, FailureCase run)
    {
        if (!_whole.AsSpan().StartsWith(taken)) Assert.Fail($"{run}: no beginning of the rows: {Encoding.UTF8.GetString(taken)}");
    }

    private static void Check(byte[] taken, byte[] expected, FailureCase run)
    {
        if (!taken.AsSpan().SequenceEqual(expected))
            Assert.Fail($"{run}:\n{Encoding.UTF8.GetString(taken)}\ninstead of\n{Encoding.UTF8.GetString(expected)}");
    }

    private static byte[] Text(object?[] rows, JsonRowOptions options)
    {
        if (options.Format == JsonRowFormat.Array) return JsonSerializer.SerializeToUtf8Bytes(rows.Select(AsObject), options.SerializerOptions);
        if (options.IsCompact) return CompactText(rows, options);
        IEnumerable<string> texts = rows.Select(row => JsonSerializer.Serialize(AsObject(row), options.SerializerOptions));
        return Encoding.UTF8.GetBytes(options.Format == JsonRowFormat.Lines
            ? string.Concat(texts.Select(text => text + "\n"))
            : $"[{string.Join(",\n", texts)}]");
    }

    private static byte[] CompactText(object?[] rows, JsonRowOptions options)
    {
        JsonElement[] elements = [.. rows.Select(row => JsonSerializer.SerializeToElement(AsObject(row), options.SerializerOptions))];
        string arrays = string.Join(
            ",", elements.Select(row => $"[{string.Join(",", row.EnumerateObject().Select(cell => cell.Value.GetRawText()))}]"));
        if (options.Format == JsonRowFormat.CompactRows) return Encoding.UTF8.GetBytes($"[{arrays}]");
        string names = JsonSerializer.Serialize(elements[0].EnumerateObject().Select(cell => cell.Name));
        return Encoding.UTF8.GetBytes($$"""{"columns":{{names}},"rows":[{{arrays}}]}""");
    }

    /// <summary>RowJson writes a lazy sequence of pairs as an object, the serializer as an array.</summary>
    private static object? AsObject(object? row) =>
        row is IEnumerable<KeyValuePair<string, object?>> pairs ? new Dictionary<string, object?>(pairs) : row;
}
