using System.Text;

namespace RowJson.Tests;

/// <summary>
/// Room for one formatted value with guard bytes on both sides: a store outside the room that a formatter asks for stays
/// visible until <see cref="AssertIntact"/>.
/// </summary>
internal sealed class GuardedBuffer
{
    private const int GuardLength = 64;
    private const byte Guard = 0xA5;

    private readonly byte[] _bytes;
    private readonly int _room;

    public GuardedBuffer(int room)
    {
        _room = room;
        _bytes = new byte[GuardLength + room + GuardLength];
        Array.Fill(_bytes, Guard);
    }

    /// <summary>Where the formatter writes.</summary>
    public ref byte Destination => ref _bytes[GuardLength];

    public ReadOnlySpan<byte> Written(int length) => _bytes.AsSpan(GuardLength, length);

    public string Text(int length) => Encoding.UTF8.GetString(Written(length));

    public void AssertIntact()
    {
        _bytes.AsSpan(0, GuardLength).IndexOfAnyExcept(Guard).Should().Be(-1, "nothing before the destination may be written");
        _bytes.AsSpan(GuardLength + _room).IndexOfAnyExcept(Guard).Should().Be(-1, "nothing after the room may be written");
    }
}
