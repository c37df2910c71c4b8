using System.Text.Json;

namespace RowJson.Tests;

/// <summary>What goes wrong in a source.</summary>
public enum SourceFault
{
    /// <summary>Nothing.</summary>
    None,

    /// <summary>The sequence of rows throws in place of a row.</summary>
    Sequence,

    /// <summary>The row's own enumeration throws behind its first cell.</summary>
    RowItself,

    /// <summary>A number that JSON has not.</summary>
    Cell,

    /// <summary>A nested dictionary whose second value JSON has not: our own writers fail half-way.</summary>
    NestedOwn,

    /// <summary>A nested object whose second property throws: the serializer fails half-way.</summary>
    NestedProperty,

    /// <summary>A nested sequence that throws behind its second value.</summary>
    NestedSequence,

    /// <summary>A type that the serializer does not support.</summary>
    Unsupported,
}

/// <summary>Rows of one kind, with a fault at one of them.</summary>
internal sealed class FailureSource(string name, bool hasSequence, SourceFault[] faults, Func<int, SourceFault, object?> row)
{
    public const int Rows = 6;

    /// <summary>What a faulty sequence or property throws.</summary>
    public static readonly Exception Thrown = new TimeoutException("The source is gone.");

    private static readonly SourceFault[] CellFaults =
        [SourceFault.RowItself, SourceFault.Cell, SourceFault.NestedOwn, SourceFault.NestedProperty, SourceFault.NestedSequence, SourceFault.Unsupported];

    public static readonly FailureSource[] All =
    [
        new("dictionaries", hasSequence: false, CellFaults[1..], Dictionary),
        new("dictionary sequence", hasSequence: true, CellFaults[1..], Dictionary),
        new("pairs", hasSequence: true, CellFaults, (index, fault) => Pairs(index, fault)),
        new("document", hasSequence: false, [SourceFault.Cell], (index, fault) => Element(index, fault)),
        new("elements", hasSequence: true, [SourceFault.Cell], (index, fault) => Element(index, fault)),
        new("objects", hasSequence: true, [SourceFault.NestedProperty], (index, fault) => new Record(index, fault)),
        new("asynchronous dictionaries", hasSequence: true, CellFaults[1..], Dictionary),
        new("asynchronous elements", hasSequence: true, [SourceFault.Cell], (index, fault) => Element(index, fault)),
    ];

    public string Name => name;

    public bool IsAsynchronous => name.StartsWith("asynchronous", StringComparison.Ordinal);

    public IEnumerable<SourceFault> Faults => hasSequence ? [SourceFault.Sequence, .. faults] : faults;

    /// <summary>The column that a failure is to name.</summary>
    public string? Column(SourceFault fault, bool isIndented) =>
        // The serializer, which writes whole dictionaries where they are indented, does not tell.
        (isIndented && name.Contains("dictionar", StringComparison.Ordinal)) || fault is SourceFault.Sequence or SourceFault.RowItself || name is "document" or "elements" or "objects" or "asynchronous elements" ? null : "bad";

    /// <summary>All rows without a fault, as the serializer takes them.</summary>
    public object?[] Sound() => [.. Enumerable.Range(0, Rows).Select(index => row(index, SourceFault.None))];

    /// <summary>The rows, one by one.</summary>
    public IEnumerable<object?> Sequence(SourceFault fault, int at)
    {
        for (int i = 0; i < Rows; i++)
        {
            if (i == at && fault == SourceFault.Sequence) throw Thrown;
            yield return row(i, i == at ? fault : SourceFault.None);
        }
    }

    /// <summary>The rows as a synchronous source.</summary>
    public JsonRows Open(SourceFault fault, int at)
    {
        IEnumerable<object?> rows = Sequence(fault, at);
        switch (name)
        {
            case "dictionaries": return JsonRows.From(rows.Cast<Dictionary<string, object?>>().ToList());
            case "dictionary sequence": return JsonRows.From(rows.Cast<Dictionary<string, object?>>());
            case "pairs": return JsonRows.From(rows.Cast<IEnumerable<KeyValuePair<string, object?>>>());
            case "elements": return JsonRows.From(rows.Cast<JsonElement>());
            case "document": return JsonRows.From(JsonDocument.Parse("[" + string.Join(" , ", rows.Cast<JsonElement>().Select(e => e.GetRawText())) + "]"));
            case "objects": return JsonRows.From(rows);
            default: throw new InvalidOperationException("An asynchronous source.");
        }
    }

    /// <summary>The rows as an asynchronous source, which lets its reader wait for each; or for none.</summary>
    public async IAsyncEnumerable<object?> OpenAsync(SourceFault fault, int at, SinkScript moves)
    {
        using IEnumerator<object?> rows = Sequence(fault, at).GetEnumerator();
        while (true)
        {
            if (moves.CancelAt == SinkScript.Never) await Task.CompletedTask;
            else await Task.Yield();
            moves.Call(moves.Cancellation.Token);
            if (!rows.MoveNext()) yield break;
            yield return rows.Current;
        }
    }

    private static Dictionary<string, object?> Dictionary(int index, SourceFault fault) => new()
    {
        ["id"] = index,
        ["text"] = new string('x', index % 3 * 20) + "é<",
        ["bad"] = Value(index, fault),
        ["last"] = 1.5,
    };

    private static IEnumerable<KeyValuePair<string, object?>> Pairs(int index, SourceFault fault)
    {
        foreach (KeyValuePair<string, object?> pair in Dictionary(index, fault))
        {
            yield return pair;
            if (fault == SourceFault.RowItself) throw Thrown;
        }
    }

    private static object? Value(int index, SourceFault fault) => fault switch
    {
        SourceFault.Cell => double.NaN,
        SourceFault.NestedOwn => new Dictionary<string, object?> { ["a"] = new string('y', 40), ["b"] = new List<object?> { 1, float.NegativeInfinity } },
        SourceFault.NestedProperty => new Record(index, fault),
        SourceFault.NestedSequence => Numbers(),
        SourceFault.Unsupported => new List<object?> { "long enough to leave a trace", typeof(int) },
        _ => new Dictionary<string, object?> { ["a"] = index, ["b"] = new List<object?> { true, null } },
    };

    private static IEnumerable<int> Numbers()
    {
        yield return 1;
        yield return 2;
        throw Thrown;
    }

    private static JsonElement Element(int index, SourceFault fault)
    {
        // An escaped half of a surrogate pair: neither the copier nor the serializer can write it.
        string text = fault == SourceFault.None ? new string('z', index % 3 * 20) + @"\n" : @"abc\ud800";
        using JsonDocument document = JsonDocument.Parse($$"""{"id": {{index}}, "text": "{{text}}", "list": [1, {"a": null}]}""");
        return document.RootElement.Clone();
    }

    internal sealed class Record(int id, SourceFault fault)
    {
        public int Id { get; } = id;

        public string Text => fault == SourceFault.NestedProperty ? throw Thrown : "text";
    }
}
