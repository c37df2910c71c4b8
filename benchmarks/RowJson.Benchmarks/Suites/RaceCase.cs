using System.Buffers;

namespace RowJson.Benchmarks;

/// <summary>One encoder over one sample from one source, its output compared with <c>JsonSerializer</c>'s: a case of a suite.</summary>
internal sealed class RaceCase
{
    private readonly ArrayBufferWriter<byte> _output = new();
    private readonly EncodeRows _encode;

    public RaceCase(Sample sample, string source, string encoder)
    {
        Race race = Race.Create(sample, RowSources.Get(source), [Contenders.Get(encoder)]);
        OutputCheck.Check(race, _output);
        _encode = race.Entries[0].Whole;
    }

    public int Encode()
    {
        _output.ResetWrittenCount();
        _encode(_output);
        return _output.WrittenCount;
    }
}
