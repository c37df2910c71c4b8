using System.Buffers;
using System.Text.Encodings.Web;
using System.Text.Json;

namespace RowJson.Benchmarks;

/// <summary>Cells of one kind: as dictionaries, objects, a reader's rows and dictionaries of their type.</summary>
/// <param name="name">The kind.</param>
/// <param name="classLimit">The longest time of an object's cell in nanoseconds; null if none is set.</param>
/// <param name="output">What the contenders write to.</param>
internal abstract class CellCase(string name, double? classLimit, CellOutput output) : IMeasuredCase
{
    protected const int Rows = 100;

    /// <summary>The cells that one call writes.</summary>
    public const int Cells = Rows * CellRow<int>.Count;

    public string Name => name;

    public double? ClassLimit => classLimit;

    /// <summary>Rows that are dictionaries of objects.</summary>
    public required CellContest Dictionary { get; init; }

    /// <summary>Rows that are objects.</summary>
    public required CellContest Class { get; init; }

    /// <summary>Rows of a reader; the serializer writes none.</summary>
    public required CellContest Reader { get; init; }

    /// <summary>Rows that are dictionaries of the cells' type.</summary>
    public required CellContest Typed { get; init; }

    /// <summary>The framework's formatter alone, into a span; null where there is none.</summary>
    public required Action? Format { get; init; }

    public IEnumerable<(string Rows, CellContest Contest)> Contests =>
        [("dictionary", Dictionary), ("class", Class), ("reader", Reader), ("typed", Typed)];

    public static CellCase Of<T, TCode>(string name, Func<Random, T> create, double? classLimit = null, bool hasFormatter = true)
        where TCode : struct, ICellCode<T>
    {
        var random = new Random(1);
        T[] values = [.. Enumerable.Range(0, Cells).Select(_ => create(random))];
        return new Case<T, TCode>(name, classLimit, new CellWriters<T, TCode>(values), hasFormatter);
    }

    public void Dispose() => output.Dispose();

    /// <summary>Writes often enough for columns to be compiled, and compares the outputs.</summary>
    public void Check()
    {
        foreach (int calls in new[] { 400, 200 })
        {
            for (int i = 0; i < calls; i++)
            {
                foreach ((_, CellContest contest) in Contests)
                {
                    foreach (Action write in contest.All) write();
                }
            }
            // Columns are compiled on another thread.
            CompilerPause.Wait(TimeSpan.FromMilliseconds(300));
        }
        byte[] expected = Dictionary.TextOf(Dictionary.RowJson);
        foreach ((string rows, CellContest contest) in Contests)
        {
            if (contest.All.Any(write => !contest.TextOf(write).AsSpan().SequenceEqual(expected)))
                throw new BenchmarkException($"{Name}, {rows}: the bytes differ.");
        }
    }

    private sealed class Case<T, TCode> : CellCase
        where TCode : struct, ICellCode<T>
    {
        [System.Diagnostics.CodeAnalysis.SetsRequiredMembers]
        public Case(string name, double? classLimit, CellWriters<T, TCode> writers, bool hasFormatter)
            : base(name, classLimit, writers)
        {
            CellContest Contest(Action rowJson, Action hand, Action? serializer) => new(writers, rowJson, hand, serializer);
            Dictionary = Contest(writers.WriteDictionaries, writers.WriteDictionariesByHand, writers.SerializeDictionaries);
            Class = Contest(writers.WriteObjects, writers.WriteObjectsByHand, writers.SerializeObjects);
            Reader = Contest(writers.WriteReader, writers.WriteReaderByHand, serializer: null);
            Typed = Contest(writers.WriteTyped, writers.WriteTypedByHand, writers.SerializeTyped);
            Format = hasFormatter ? writers.Format : null;
        }
    }
}

/// <summary>Where the contenders write to.</summary>
internal abstract class CellOutput : IDisposable
{
    protected readonly ArrayBufferWriter<byte> _buffer = new();
    protected readonly Utf8JsonWriter _writer = new(Stream.Null, new JsonWriterOptions { SkipValidation = true });
    protected readonly EncodedNames _names = new(JavaScriptEncoder.Default);

    /// <summary>What was written last.</summary>
    public byte[] Text => _buffer.WrittenSpan.ToArray();

    public virtual void Dispose() => _writer.Dispose();
}

/// <summary>Who writes the same rows.</summary>
/// <param name="Output">Where to.</param>
/// <param name="RowJson">RowJson.</param>
/// <param name="Hand">A loop over a reused <see cref="Utf8JsonWriter"/>, with names that are encoded once.</param>
/// <param name="Serializer"><see cref="JsonSerializer"/>; null if it cannot.</param>
internal sealed record CellContest(CellOutput Output, Action RowJson, Action Hand, Action? Serializer)
{
    public IEnumerable<Action> All => new[] { RowJson, Hand, Serializer }.OfType<Action>();

    public byte[] TextOf(Action write)
    {
        write();
        return Output.Text;
    }
}
