using System.Buffers;
using System.Text.Json;
using RowJson.Tests;

namespace RowJson.Fuzz;

/// <summary>
/// Some sets of rows, and the options that they share, so that names and compiled code are found as earlier rows have left them.
/// One seed and one number give one epoch.
/// </summary>
internal sealed class FuzzEpoch
{
    private const int DataSets = 300;
    private const int SerializerChoices = 6;
    private const int OutputChoices = 4;
    private const int SizesOfOutput = 2;
    private const int SourcesPerSet = 3;

    /// <summary>The serializer takes longer than all of them: its bytes are compared with many writes.</summary>
    private const int WritesPerSource = 14;

    /// <summary>One write in so many is ended early.</summary>
    private const int InterruptedWrites = 10;

    /// <summary>Tracking each buffer takes time: one epoch in four does it.</summary>
    private const int CountingEpochs = 4;

    private readonly Draw _draw;
    private readonly CountingPool? _counting;
    private readonly ArrayBufferWriter<byte> _output = new(1 << 16);
    private readonly SerializerPool _serializers;
    private readonly Dictionary<(SerializerSettings, RowSettings), JsonRowOptions> _rows = [];
    private readonly SerializerSettings[] _serializerChoices;
    private readonly RowSettings[][] _rowChoices;

    /// <summary>With those that only columns have: names that a policy has made the same.</summary>
    private readonly RowSettings[][] _columnChoices;

    public FuzzEpoch(ulong seed, long number, SerializerPool serializers)
    {
        _serializers = serializers;
        _draw = new Draw(new PseudoRandom(seed + ((ulong)number * 0x9E3779B97F4A7C15)).Next());
        _counting = number % CountingEpochs == 0 ? new CountingPool() : null;
        _serializerChoices =
        [
            new SerializerSettings(), new SerializerSettings { Contracts = Contracts.Generated },
            .. Enumerable.Range(0, SerializerChoices).Select(_ => serializers.Next(_draw)),
        ];
        _rowChoices = Sizes(
            [new RowSettings(), new RowSettings(), .. Enumerable.Range(0, OutputChoices).Select(_ => RowSettings.Next(_draw))]);
        _columnChoices = [.. _rowChoices, .. Sizes([new RowSettings { NeedsUniqueNames = true, ColumnPolicy = "camel" }])];
    }

    /// <summary>Runs it, and hands over what is wrong.</summary>
    public void Run(FuzzCounts counts, Action<FuzzCase, string> report, Func<bool> isOver)
    {
        for (int i = 0; i < DataSets && !isOver(); i++)
        {
            FuzzData data = NextData();
            counts.AddData(data);
            IReadOnlyList<FuzzSource> sources = RowSources.For(data);
            for (int j = 0; j < SourcesPerSet; j++) CheckSource(sources[_draw.Below(sources.Count)], data, counts, report);
        }
        if (_counting is not null && FuzzCase.FaultOf(_counting) is { } fault)
            throw new WriteFaultException(fault);
    }

    private RowSettings[][] Sizes(RowSettings[] outputs) => Array.ConvertAll(
        outputs, output => Enumerable.Range(0, SizesOfOutput).Select(_ => output.WithSizes(_draw)).ToArray());

    private FuzzData NextData() => _draw.Below(10) switch
    {
        < 5 => RowSetMaker.Next(_draw),
        < 7 => ObjectSetMaker.Next(_draw),
        _ => JsonTextMaker.Next(_draw),
    };

    private void CheckSource(FuzzSource source, FuzzData data, FuzzCounts counts, Action<FuzzCase, string> report)
    {
        using PreparedRows? rows = source.Prepare(data);
        if (rows is null)
        {
            counts.AddRefused();
            return;
        }
        SerializerSettings serializer = _draw.Pick<SerializerSettings>(_serializerChoices);
        RowSettings[] sizes = _draw.Pick<RowSettings[]>(source is ColumnSource ? _columnChoices : _rowChoices);
        var expected = new Dictionary<(RowSettings, string), Expected?>();
        for (int i = 0; i < WritesPerSource; i++)
        {
            IReadOnlyList<FuzzSink> sinks = _draw.Chance(InterruptedWrites) ? InterruptedSinks.All : FuzzSink.Plain;
            FuzzSink sink = sinks[_draw.Below(sinks.Count)];
            // The expected bytes are others for each place in a writer.
            if (sink.IsInsideJson && i > 2) continue;
            RowSettings settings = _draw.Pick<RowSettings>(sizes);
            if (!sink.Takes(rows) || !Exclusions.Compares(source, data, serializer, settings, sink)) continue;
            JsonSerializerOptions options = _serializers.OptionsOf(serializer);
            (RowSettings, string) key = (settings.OfOutput, sink.IsInsideJson || sink.IsRowByRow ? sink.Name : "");
            if (!expected.TryGetValue(key, out Expected? bytes))
                expected[key] = bytes = Expected.Of(rows.Oracle, serializer, options, settings, sink);
            if (bytes is null) continue;
            _output.ResetWrittenCount();
            string? fault = FuzzCase.Compare(rows, sink, settings, OptionsOf(serializer, settings, options), bytes, _output);
            counts.AddComparison(source, data, bytes);
            if (fault is not null) report(new FuzzCase(data, source.Name, sink.Name, serializer, settings), fault);
        }
    }

    private JsonRowOptions OptionsOf(SerializerSettings serializer, RowSettings settings, JsonSerializerOptions options) =>
        _rows.TryGetValue((serializer, settings), out JsonRowOptions? present)
            ? present
            : _rows[(serializer, settings)] = settings.Create(options, _counting is null ? ArrayPool<byte>.Shared : _counting);
}
