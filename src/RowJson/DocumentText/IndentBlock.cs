using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace RowJson;

/// <summary>Which of 64 bytes of compact JSON text are of which kind: bit <em>n</em> is byte <em>n</em>.</summary>
internal readonly ref struct IndentBlock
{
    /// <summary>The bytes of a block.</summary>
    public const int Size = 64;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public IndentBlock(ref byte source)
    {
        if (Vector512.IsHardwareAccelerated)
        {
            Vector512<byte> bytes = Vector512.LoadUnsafe(ref source);
            Vector512<byte> bracketCase = bytes | Vector512.Create(TextBlock.BracketCase);
            Quotes = Vector512.Equals(bytes, Vector512.Create((byte)'"')).ExtractMostSignificantBits();
            Backslashes = Vector512.Equals(bytes, Vector512.Create((byte)'\\')).ExtractMostSignificantBits();
            Structure = (Vector512.Equals(bytes, Vector512.Create((byte)',')) | Vector512.Equals(bytes, Vector512.Create((byte)':'))
                | Vector512.Equals(bracketCase, Vector512.Create((byte)'{')) | Vector512.Equals(bracketCase, Vector512.Create((byte)'}')))
                .ExtractMostSignificantBits();
            return;
        }
        for (int i = 0; i < Size; i += Vector256<byte>.Count)
        {
            Vector256<byte> bytes = Vector256.LoadUnsafe(ref source, (nuint)i);
            Vector256<byte> bracketCase = bytes | Vector256.Create(TextBlock.BracketCase);
            Quotes |= (ulong)Vector256.Equals(bytes, Vector256.Create((byte)'"')).ExtractMostSignificantBits() << i;
            Backslashes |= (ulong)Vector256.Equals(bytes, Vector256.Create((byte)'\\')).ExtractMostSignificantBits() << i;
            Structure |= (ulong)(Vector256.Equals(bytes, Vector256.Create((byte)',')) | Vector256.Equals(bytes, Vector256.Create((byte)':'))
                | Vector256.Equals(bracketCase, Vector256.Create((byte)'{')) | Vector256.Equals(bracketCase, Vector256.Create((byte)'}')))
                .ExtractMostSignificantBits() << i;
        }
    }

    /// <summary>Quotes, those that are escaped among them.</summary>
    public ulong Quotes { get; }

    public ulong Backslashes { get; }

    /// <summary>Brackets, commas and colons, those in strings among them.</summary>
    public ulong Structure { get; }
}
