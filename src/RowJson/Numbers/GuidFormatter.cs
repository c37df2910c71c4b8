using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace RowJson;

/// <summary>Writes Guids as JSON strings, quotes included. The framework formats them by one shuffle already.</summary>
internal readonly struct GuidFormatter : IScalarFormatter<Guid>
{
    /// <summary>Two quotes and the text.</summary>
    public const int MaxLength = 1 + TextLength + 1;

    /// <summary>What must be reserved: the framework does not exceed its span.</summary>
    public const int Room = MaxLength;

    /// <summary>32 digits and 4 hyphens.</summary>
    private const int TextLength = 32 + 4;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Format(ref byte destination, Guid value)
    {
        destination = (byte)'"';
        bool fits = value.TryFormat(MemoryMarshal.CreateSpan(ref Unsafe.Add(ref destination, 1), TextLength), out int length);
        Debug.Assert(fits && length == TextLength);
        Unsafe.Add(ref destination, 1 + TextLength) = (byte)'"';
        return MaxLength;
    }
}
