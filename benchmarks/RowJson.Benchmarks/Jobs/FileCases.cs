namespace RowJson.Benchmarks;

/// <summary>Rows a second to a file, opened and closed by each call: the usual way of a source, and RowJson. Written pages stay in memory.</summary>
internal static class FileCases
{
    private const string RowJson = "RowJson";

    // Small rows are written so often before that their code is compiled for good. A few rows take as long as their file.
    private const int CellsToCompile = 3_000_000, MostCalls = 2_000;

    /// <summary>Of this process.</summary>
    public static string Path { get; } = System.IO.Path.Combine(System.IO.Path.GetTempPath(), $"rowjson-{Environment.ProcessId}.json");

    /// <summary>Of the first sample of each source that is measured otherwise.</summary>
    public static Job Job(IEnumerable<(Sample Sample, RowSource Source)> rows) => new(
        "files",
        () => rows.DistinctBy(it => it.Source.Name).Select(it => new CaseMaker([it.Source.Name, it.Sample.Name], () => Create(it.Sample, it.Source))),
        "To a file, opened and closed by each call, whose pages stay in memory; elapsed time, and how well the ratio is known (95 %).",
        new Layout(true, [
            Column.Label("source"), Column.Label("rows of", 1), Column.Way("to a file by"), Column.Count(">rows/s", line => line.Own.UnitsPerSecond),
            Column.Count(">MB/s", line => line.Own.MegabytesPerSecond),
            new(">times faster", line => line.IsFirst ? "1" : Figures.Factor(line.Own.FasterThan(line.First).Median)),
            new(">spread", line => line.IsFirst ? "" : Figures.PlusMinus(line.Own.FasterThan(line.First)))]))
    { Schedule = Schedule.OneByOne with { CaseWarmUpTurns = 1, CaseWarmUpTime = TimeSpan.FromMilliseconds(50) } };

    /// <summary>The sources whose rows a program has before it writes them.</summary>
    public static bool AppliesTo(RowSource source) => source.Name is "document" or "dictionary" or "reader" or "objects" or "async-objects";

    /// <summary>Dictionaries, by all encoders that write them to a stream.</summary>
    public static Case CreateDictionaries(Sample sample)
    {
        List<Dictionary<string, object?>> rows = DictionaryRows.Parse(sample);
        var names = new EncodedNames(encoder: null);
        return Create(
            sample, rows,
            ToFile(Contenders.Baseline.Name, Path, Usual(rows)),
            ToFile("Utf8JsonWriterCached", Path, stream => WriteByHand(stream, rows, (writer, row) => RowLoops.WriteDictionary(writer, names, row))),
            ToFile(NewtonsoftJson.Contender.Name, Path, stream => NewtonsoftJson.Write(stream, rows)) with { Agreement = Agreement.SameValues },
            ToFile(RowJson, Path, Rows(rows)));
    }

    private static Case Create(Sample sample, RowSource source)
    {
        object rows = source.Load(sample);
        return Create(sample, rows, ToFile(TargetTable.BaselineOf(source.Name).Name, Path, Usual(rows)), ToFile(RowJson, Path, Rows(rows)));
    }

    private static Case Create(Sample sample, object rows, params Way[] ways)
    {
        return new Case
        {
            Ways = ways,
            Units = sample.RowCount,
            Repeats = (int)Math.Min(MostCalls, CellsToCompile / sample.CellCount),
            Clock = Clock.Elapsed,
            Resource = new Ending(() =>
            {
                (rows as IDisposable)?.Dispose();
                File.Delete(Path);
            }),
        };
    }

    public static Way ToFile(string name, string path, Action<Stream> write)
    {
        return new Way(name, Call) { Output = () => { Call(); return File.ReadAllBytes(path); } };

        void Call()
        {
            using var stream = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.None, bufferSize: 0);
            write(stream);
        }
    }

    private static Action<Stream> Rows(object rows) => rows is ObjectRows { WriteToStream: { } write } ? write
        : Contenders.Describe(rows) is { } describe ? stream => describe().WriteTo(stream)
        : throw new BenchmarkException("There is no way to write these rows to a file.");

    private static Action<Stream> Usual(object rows)
    {
        switch (rows)
        {
            case List<Dictionary<string, object?>> dictionaries: return stream => JsonSerializer.Serialize(stream, dictionaries);
            case ObjectRows objects: return objects.SerializeToStream;
            case JsonDocument document:
                return stream =>
                {
                    using var writer = new Utf8JsonWriter(stream, new JsonWriterOptions { SkipValidation = true });
                    document.WriteTo(writer);
                };
            case ColumnarReader reader:
                TypedName[] columns = TypedName.Of(reader, encoder: null);
                return stream => WriteByHand(stream, Rest(reader.Rewound()), (writer, row) => RowLoops.WriteTypedRow(writer, row, columns));
            default: throw new BenchmarkException("There is no usual way to write these rows to a file.");
        }
    }

    private static void WriteByHand<TRow>(Stream stream, IEnumerable<TRow> rows, Action<Utf8JsonWriter, TRow> write)
    {
        using var writer = new Utf8JsonWriter(stream, new JsonWriterOptions { SkipValidation = true });
        writer.WriteStartArray();
        foreach (TRow row in rows)
        {
            write(writer, row);
            if (writer.BytesPending >= JsonRowOptions.Default.FlushThreshold) writer.Flush();
        }
        writer.WriteEndArray();
    }

    private static IEnumerable<DbDataReader> Rest(DbDataReader reader)
    {
        while (reader.Read()) yield return reader;
    }
}
