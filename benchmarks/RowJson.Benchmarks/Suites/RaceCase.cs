using System.Buffers;

namespace RowJson.Benchmarks;

/// <summary>One encoder over one sample from one source, its output compared with <c>JsonSerializer</c>'s: a case of a suite.</summary>
internal sealed class RaceCase
{
    private readonly ArrayBufferWriter<byte> _output = new();
    private readonly EncodeRows _encode;

    public RaceCase(Sample sample, string source, string encoder)
        : this(sample, source, Contenders.Get(encoder), EncodingSettings.Default)
    {
    }

    public RaceCase(Sample sample, string source, IContender encoder, EncodingSettings settings)
    {
        Race race = Race.Create(sample, RowSources.Get(source), [encoder], settings);
        RaceRows rows = race.Load();
        OutputCheck.Check(race, rows, _output);
        _encode = rows.Entries[0].Encode;
    }

    public int Encode()
    {
        _output.ResetWrittenCount();
        _encode(_output);
        return _output.WrittenCount;
    }
}
