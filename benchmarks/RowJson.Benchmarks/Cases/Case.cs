namespace RowJson.Benchmarks;

/// <summary>One way to write what a case is about.</summary>
internal sealed record Way(string Name, Action Call)
{
    /// <summary>Calls it, and returns what it wrote; null where that is not compared.</summary>
    public Func<byte[]>? Output { get; init; }
    public Agreement Agreement { get; init; }
    /// <summary>What it has to write where the first way writes that; null for the same.</summary>
    public Func<byte[], byte[]>? Expected { get; init; }
    /// <summary>How many times faster than the first way it is to be; null where no target is set.</summary>
    public double? Target { get; init; }
}

/// <summary>Something to write, and all ways that are compared.</summary>
internal sealed class Case : IDisposable
{
    /// <summary>What the table says of it.</summary>
    public IReadOnlyList<string> Labels { get; set; } = [];
    public string Name => string.Join(", ", Labels);
    /// <summary>What the others are compared with comes first.</summary>
    public required IReadOnlyList<Way> Ways { get; init; }
    /// <summary>The rows or cells that one call writes.</summary>
    public int Units { get; init; } = 1;
    /// <summary>Bytes of what is read, where that is known.</summary>
    public int InputLength { get; init; }
    /// <summary>The longest that it may take, in the unit of its table; null where none is set.</summary>
    public double? Limit { get; init; }
    /// <summary>Calls before outputs are compared, so that whatever compiles columns has done so.</summary>
    public int Repeats { get; init; }
    /// <summary>The time that is measured: elapsed, where other threads or a disk are waited for.</summary>
    public Clock Clock { get; init; } = Clock.Processor;
    /// <summary>What outputs are compared with; null for that of the first way.</summary>
    public Func<byte[]>? Reference { get; init; }
    /// <summary>This case with few units, to measure what each further unit allocates; null where that is not measured.</summary>
    public Case? Slice { get; init; }
    /// <summary>The rows and the loop that each encoder runs over them; null where the case does not compare encoders.</summary>
    public Race? Race { get; init; }
    /// <summary>What goes with it.</summary>
    public IDisposable? Resource { get; init; }

    /// <summary>Compares the outputs; returns how many there were.</summary>
    /// <exception cref="BenchmarkException">A way failed, or wrote something else.</exception>
    public int Check()
    {
        for (int i = 0; i < Repeats; i++)
            foreach (Way way in Ways) way.Call();
        // Columns are compiled on another thread.
        if (Repeats > 0) Thread.Sleep(300);
        Way[] compared = [.. Ways.Where(way => way.Output is not null && way.Agreement != Agreement.Bound)];
        if (compared.Length == 0) return 0;
        byte[] reference = Guard("reference", Reference ?? compared[0].Output!);
        foreach (Way way in compared) Compare(way, way.Expected?.Invoke(reference) ?? reference);
        return compared.Length;
    }

    public void Dispose() => Resource?.Dispose();

    private void Compare(Way way, byte[] expected)
    {
        byte[] actual = Guard(way.Name, way.Output!);
        if (way.Agreement == Agreement.SameBytes && !actual.AsSpan().SequenceEqual(expected))
            throw new BenchmarkException($"{Name}: {way.Name} writes other bytes: {Differences.Describe(expected, actual)}");
        if (way.Agreement == Agreement.SameValues && !JsonValues.AreEqual(expected, actual))
            throw new BenchmarkException($"{Name}: {way.Name} writes other values than {Ways[0].Name}");
    }

    private byte[] Guard(string way, Func<byte[]> output)
    {
        try
        {
            return output();
        }
        catch (Exception exception) when (exception is not BenchmarkException)
        {
            throw new BenchmarkException($"{Name}: {way} failed: {exception.GetType().Name}: {exception.Message}", exception);
        }
    }
}

/// <summary>Makes a case when it is reached: its rows need not be in memory before.</summary>
/// <param name="labels">What the table says of it.</param>
/// <param name="create">Makes the case.</param>
/// <param name="ways">The names of its ways; null for those of the case, which is then made to see them.</param>
internal sealed class CaseMaker(string[] labels, Func<Case> create, Func<IEnumerable<string>>? ways = null)
{
    public CaseMaker(string label, Func<Case> create, params string[] ways)
        : this([label], create, ways.Length == 0 ? null : () => ways)
    {
    }

    public string Name { get; } = string.Join(", ", labels);
    /// <summary>Warms up together with the others of a job, before the first is measured; null where the case warms up by itself.</summary>
    public Race? Race { get; init; }

    public IReadOnlyList<string> Ways
    {
        get
        {
            if (ways is not null) return [.. ways()];
            using Case it = create();
            return [.. it.Ways.Select(way => way.Name)];
        }
    }

    public Case Create()
    {
        Case it = create();
        it.Labels = labels;
        return it;
    }
}

/// <summary>How the output of a contender is compared with that of <c>JsonSerializer</c>.</summary>
internal enum Agreement
{
    /// <summary>Byte for byte.</summary>
    SameBytes,

    /// <summary>Both are parsed and compared value by value: the contender escapes or writes numbers in its own way.</summary>
    SameValues,

    /// <summary>Not compared: a lower bound of the time, not an encoder.</summary>
    Bound,
}

/// <summary>Ends what goes with a case.</summary>
internal sealed class Ending(Action end) : IDisposable
{
    public void Dispose() => end();
}
