using System.Text;
using System.Text.Json;

namespace RowJson.Tester;

/// <summary>Rows of one kind, and every output that they may leave: where each row ends in it.</summary>
internal sealed class SoakRows
{
    private static readonly string[] Words = ["plain", "with \"quotes\"", "<html>&'", "Grüße", "日本語", "tab\there", "", "a rather longer text that fills a block or two of sixty-four"];

    private readonly List<Dictionary<string, object?>> _rows = [];
    private readonly JsonDocument _document;
    private readonly byte[] _array;
    private readonly HashSet<int> _arrayEnds = [];
    private readonly byte[] _lines;
    private readonly HashSet<int> _lineEnds = [];

    public SoakRows(Random random)
    {
        int rows = random.Next(0, 400);
        int columns = random.Next(1, 12);
        for (int i = 0; i < rows; i++)
        {
            var row = new Dictionary<string, object?>();
            for (int column = 0; column < columns; column++)
                if (random.Next(20) > 0) row["column " + column] = Value(random, column);
            _rows.Add(row);
        }
        _array = JsonSerializer.SerializeToUtf8Bytes(_rows);
        _document = JsonDocument.Parse(Encoding.UTF8.GetString(_array));

        int length = 0;
        using var lines = new MemoryStream();
        foreach (Dictionary<string, object?> row in _rows)
        {
            byte[] text = JsonSerializer.SerializeToUtf8Bytes(row);
            length += text.Length + 1;
            _arrayEnds.Add(length);
            lines.Write(text);
            lines.WriteByte((byte)'\n');
            _lineEnds.Add((int)lines.Length);
        }
        _lines = lines.ToArray();
    }

    public int Count => _rows.Count;

    public IReadOnlyList<Dictionary<string, object?>> Dictionaries => _rows;

    /// <summary>A source of the rows: as a document, its elements, a list, or a sequence.</summary>
    public JsonRows Open(int kind) => kind switch
    {
        0 => JsonRows.From(_document),
        1 => JsonRows.From(_document.RootElement.EnumerateArray().Select(row => row)),
        2 => JsonRows.From(_rows),
        _ => JsonRows.From(_rows.Select(row => row)),
    };

    /// <summary>The complete rows in an output; -1 where it is none that the rows may leave.</summary>
    public int CountRows(ReadOnlySpan<byte> output, JsonRowFormat format, bool isWhole)
    {
        byte[] expected = format == JsonRowFormat.Lines ? _lines : _array;
        if (output.SequenceEqual(expected)) return Count;
        HashSet<int> ends = format == JsonRowFormat.Lines ? _lineEnds : _arrayEnds;
        if (isWhole || !expected.AsSpan().StartsWith(output)) return -1;
        int length = output.Length;
        return length == 0 || ends.Contains(length) ? ends.Count(end => end <= length) : -1;
    }

    private static object? Value(Random random, int column) => ((column + random.Next(2)) % 8) switch
    {
        0 => random.Next(),
        1 => random.NextInt64(),
        2 => random.NextDouble(),
        3 => Words[random.Next(Words.Length)] + Words[random.Next(Words.Length)],
        4 => random.Next(2) == 0,
        5 => null,
        6 => new List<object?> { random.Next(100), Words[random.Next(Words.Length)], null },
        _ => random.Next(50) == 0 ? new string('ä', random.Next(20_000)) : "short",
    };
}
