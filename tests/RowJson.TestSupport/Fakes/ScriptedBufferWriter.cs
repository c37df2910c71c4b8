using System.Buffers;

namespace RowJson.Tests;

/// <summary>A buffer that follows a script at each of its calls, and poisons memory that it takes back.</summary>
internal sealed class ScriptedBufferWriter(SinkScript script) : IBufferWriter<byte>
{
    private byte[] _memory = [];

    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        script.Call();
        TakeBack();
        return _memory = new byte[Math.Max(sizeHint, 1)];
    }

    public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;

    public void Advance(int count)
    {
        script.Call();
        script.Take(_memory.AsSpan(0, count));
        TakeBack();
    }

    private void TakeBack()
    {
        _memory.AsSpan().Fill(0xEE);
        _memory = [];
    }
}
