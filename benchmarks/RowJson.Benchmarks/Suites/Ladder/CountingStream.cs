using System.Buffers;
using RowJson.Tests;

namespace RowJson.Benchmarks;

/// <summary>
/// Counts the writes and keeps their bytes. In a program each of them is a call of the operating system;
/// here it is a virtual call and a copy, so steps that write often seem faster than they are.
/// </summary>
internal sealed class CountingStream(ArrayBufferWriter<byte> output) : WriteOnlyStream
{
    public long Writes { get; private set; }

    public override void Write(ReadOnlySpan<byte> buffer)
    {
        Writes++;
        output.Write(buffer);
    }
}
