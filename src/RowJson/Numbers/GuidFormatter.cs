using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace RowJson;

/// <summary>Writes Guids as JSON strings, quotes included. The framework's own way is one shuffle already.</summary>
internal static class GuidFormatter
{
    /// <summary>Two quotes, 32 digits, 4 hyphens.</summary>
    public const int MaxLength = 38;

    /// <summary>What must be reserved: the framework stays within its span.</summary>
    public const int Room = MaxLength;

    private const int TextLength = 36;

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
