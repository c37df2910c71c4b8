using System.Buffers;
using System.Text.Json;
using RowJson.Tests;

namespace RowJson.Fuzz;

/// <summary>One comparison: rows in a source, written with options to a sink.</summary>
internal sealed record FuzzCase(FuzzData Data, string Source, string Sink, SerializerSettings Serializer, RowSettings Rows) : IReducible<FuzzCase>
{
    /// <summary>Writes with options of its own, and returns what is wrong; null if nothing is.</summary>
    /// <param name="times">How often to try: the seeds of hashes, for one, are others each time.</param>
    public string? Check(int times = 1)
    {
        FuzzSource source = RowSources.Find(Source);
        FuzzSink sink = FuzzSink.Find(Sink);
        if (!Exclusions.Compares(source, Data, Serializer, Rows, sink)) return null;
        for (int i = 0; i < times; i++)
        {
            var pool = new CountingPool();
            JsonSerializerOptions options = Serializer.Create();
            using PreparedRows? rows = source.Prepare(Data);
            if (rows is null || !sink.Takes(rows)) return null;
            if (Expected.Of(rows.Oracle, Serializer, options, Rows, sink) is not { } expected) return null;
            string? fault = Compare(rows, sink, Rows, Rows.Create(options, pool), expected, new ArrayBufferWriter<byte>());
            // Objects are written by other code after some rows: the second write of the same options.
            if (fault is not null || (fault = FaultOf(pool)) is not null) return fault;
        }
        return null;
    }

    /// <inheritdoc/>
    public IEnumerable<FuzzCase> Smaller()
    {
        foreach (RowSettings rows in Plainer.Of(Rows)) yield return this with { Rows = rows };
        foreach (SerializerSettings serializer in Plainer.Of(Serializer)) yield return this with { Serializer = serializer };
        if (Sink != FuzzSink.Simplest.Name) yield return this with { Sink = FuzzSink.Simplest.Name };
        FuzzSource first = RowSources.For(Data)[0];
        if (Source != first.Name && Data is not ObjectSet) yield return this with { Source = first.Name };
        foreach (FuzzData data in Data.Smaller()) yield return this with { Data = data };
    }

    /// <summary>Writes once, and returns what is wrong.</summary>
    public static string? Compare(
        PreparedRows rows, FuzzSink sink, RowSettings settings, JsonRowOptions options, Expected expected, ArrayBufferWriter<byte> output)
    {
        using Interruption? interruption = sink.Interrupt(settings);
        Exception? failure = null;
        try
        {
            sink.Write(InEnvelope(rows, settings), options, output, interruption);
        }
        catch (WriteFaultException exception)
        {
            return exception.Message;
        }
        catch (Exception exception)
        {
            failure = exception;
        }
        if (interruption is not { HasHappened: true }) return Verdict.Compare(output.WrittenSpan, failure, expected);
        if (Verdict.CompareInterrupted(output.WrittenSpan, failure, expected, interruption) is { } fault) return fault;
        // The next write with the same rows and options is as if nothing had been.
        output.ResetWrittenCount();
        return Compare(rows, rows.Rows is null ? FuzzSink.Asynchronous : FuzzSink.Simplest, settings, options, expected, output);
    }

    public static string? FaultOf(CountingPool pool) =>
        pool.TryTakeFault(out string? fault) ? fault : pool.Outstanding > 0 ? $"{pool.Outstanding} buffers were not returned" : null;

    /// <summary>A test that fails as this case does.</summary>
    public string ToTest(int times) => $$"""
            [Fact]
            public void Write_{{Identifier(Source)}}To{{Identifier(Sink)}}_matchesJsonSerializer() => new FuzzCase(
                {{Data.ToCSharp()}},
                {{CSharpText.Quote(Source)}},
                {{CSharpText.Quote(Sink)}},
                {{Plainer.ToCSharp(Serializer)}},
                {{Plainer.ToCSharp(Rows)}}).Check({{(times == 1 ? "" : $"times: {times}")}}).Should().BeNull();
        """;

    private static PreparedRows InEnvelope(PreparedRows rows, RowSettings settings) => !settings.IsInEnvelope ? rows : rows with
    {
        Rows = rows.Rows is { } create ? () => create().InEnvelope(Frame.Envelope) : null,
        AsyncRows = rows.AsyncRows is { } createAsync ? () => createAsync().InEnvelope(Frame.Envelope) : null,
    };

    private static string Identifier(string text) => string.Concat(
        text.Split(' ', '<', '>', ',', '?', '\'', '[', ']', '-')
            .Where(word => word.Length > 0)
            .Select(word => char.ToUpperInvariant(word[0]) + word[1..]));
}
