using System.Runtime.CompilerServices;
using System.Text.Json;

namespace RowJson.Tester;

/// <summary>Rows, the sources that hold them, and every output that they may leave: where each row ends in it.</summary>
internal abstract class SoakRows
{
    public const int Never = -1;

    private static readonly string[] Words =
        ["plain", "with \"quotes\"", "<html>&'", "Grüße", "日本語", "tab\there", "", "a rather longer text that fills a block or two of sixty-four"];

    private readonly byte[] _array;
    private readonly HashSet<int> _arrayEnds = [];
    private readonly byte[] _lines;
    private readonly HashSet<int> _lineEnds = [];
    private JsonDocument? _document;

    /// <param name="rows">The rows as the serializer takes them.</param>
    protected SoakRows(IReadOnlyCollection<object> rows)
    {
        Count = rows.Count;
        _array = JsonSerializer.SerializeToUtf8Bytes(rows);
        int length = 0;
        using var lines = new MemoryStream();
        foreach (object row in rows)
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

    public int Count { get; }

    /// <summary>The rows after which a source that waits falls silent until it is cancelled.</summary>
    public int SilentAt { get; set; } = Never;

    /// <summary>Ways to hand over all rows at once: each gives a new source.</summary>
    public abstract IReadOnlyList<Func<JsonRows>> Sources { get; }

    /// <summary>The same for sources that wait.</summary>
    public abstract IReadOnlyList<Func<AsyncJsonRows>> AsyncSources { get; }

    /// <summary>Ways to hand them over one by one; the writer answers false where nobody reads any more.</summary>
    public abstract IReadOnlyList<Func<JsonRowWriter, CancellationToken, Task>> AsyncPushes { get; }

    /// <inheritdoc cref="AsyncPushes"/>
    public abstract IReadOnlyList<Action<JsonRowWriter>> Pushes { get; }

    /// <summary>The complete rows in an output; -1 where it is none that the rows may leave.</summary>
    /// <param name="output">What a sink has taken.</param>
    /// <param name="format">How it was written.</param>
    /// <param name="isWhole">Nothing may be missing.</param>
    /// <param name="isInside">The array was opened before its first row, as inside a larger document.</param>
    public int CountRows(ReadOnlySpan<byte> output, JsonRowFormat format, bool isWhole, bool isInside = false)
    {
        byte[] expected = format == JsonRowFormat.Lines ? _lines : _array;
        if (output.SequenceEqual(expected)) return Count;
        HashSet<int> ends = format == JsonRowFormat.Lines ? _lineEnds : _arrayEnds;
        if (isWhole || !expected.AsSpan().StartsWith(output)) return -1;
        int length = output.Length;
        if (isInside && length == 1) return 0;
        return length == 0 || ends.Contains(length) ? ends.Count(end => end <= length) : -1;
    }

    /// <summary>The bytes of the first rows.</summary>
    public int LengthOf(int rows, JsonRowFormat format) =>
        (format == JsonRowFormat.Lines ? _lineEnds : _arrayEnds).Order().ElementAt(rows - 1);

    /// <summary>The rows as a document.</summary>
    protected JsonDocument Document => _document ??= JsonDocument.Parse(_array);

    /// <summary>A text with something to escape, or nothing; now and then a long one.</summary>
    protected static string Text(Random random) => random.Next(50) == 0
        ? new string('ä', random.Next(20_000))
        : Words[random.Next(Words.Length)] + Words[random.Next(Words.Length)];

    /// <summary>The rows as a sequence that waits now and then, and for ever where it falls silent.</summary>
    protected async IAsyncEnumerable<T> WaitFor<T>(
        IEnumerable<T> rows, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        int count = 0;
        foreach (T row in rows)
        {
            if (count == SilentAt) await Task.Delay(Timeout.Infinite, cancellationToken);
            if (count++ % 7 == 0) await Task.Yield();
            yield return row;
        }
        if (count == SilentAt) await Task.Delay(Timeout.Infinite, cancellationToken);
    }
}
