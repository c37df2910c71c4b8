using System.Numerics;
using System.Runtime.CompilerServices;

namespace RowJson;

internal sealed partial class JsonTextCopier
{
    /// <summary>What stands between rows, as a choice of the JIT's rather than of the hot loop's.</summary>
    private interface ISeparator
    {
        static abstract RowSeparator Value { get; }
    }

    private readonly struct NoSeparator : ISeparator
    {
        public static RowSeparator Value => RowSeparator.None;
    }

    private readonly struct LineSeparator : ISeparator
    {
        public static RowSeparator Value => RowSeparator.Lines;
    }

    private readonly struct LineBreakSeparator : ISeparator
    {
        public static RowSeparator Value => RowSeparator.LineBreaks;
    }

    /// <summary>
    /// Copies block after block while 64 bytes can be read and written and a piece cannot become full: the hot loop. Stops before the
    /// first block in which there is more to do than to drop whitespace and to write what stands between rows.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void CopyPlainBlocks<TBlock, TSeparator>(ref JsonTextCursor cursor, in CopyLimits limits)
        where TBlock : struct, ITextBlock<TBlock>
        where TSeparator : struct, ISeparator
    {
        // The piece stays one byte short of full, so that no row end is missed at which the copy has to stop.
        int lastRead = cursor.Length - TextBlock.Size;
        int lastWritten = Math.Min(cursor.Limit - SeparatorRoom, limits.PieceLength - 1) - TextBlock.Size;
        if (cursor.Read > lastRead || cursor.Written > lastWritten) return;

        // In locals, for the JIT to keep them in registers; references rather than indexes, for they take half as many.
        TextBlockTables tables = _tables;
        ref byte source = ref Unsafe.Add(ref cursor.Source, cursor.Read);
        ref byte destination = ref Unsafe.Add(ref cursor.Destination, cursor.Written);
        ref byte lastSource = ref Unsafe.Add(ref cursor.Source, lastRead);
        ref byte lastDestination = ref Unsafe.Add(ref cursor.Destination, lastWritten);
        int depthLeft = limits.MaxDepth - cursor.Depth;
        ulong inString = cursor.InString;
        do
        {
            TBlock block = TBlock.Load(ref source, tables);
            ulong strings = TextBlock.PrefixXor(block.Quotes) ^ inString;
            ulong stop = block.Care(tables) & strings;
            ulong structure = block.Structure(tables) & ~strings;
            if ((stop | structure) == 0)
            {
                block.Store(ref source, ref destination);
                source = ref Unsafe.Add(ref source, TextBlock.Size);
                destination = ref Unsafe.Add(ref destination, TextBlock.Size);
                inString = (ulong)((long)strings >> 63);
                continue;
            }
            if (stop != 0) break;

            // Indentation: only the place in the destination depends on this block's masks.
            ulong brackets = structure & ~block.Whitespace;
            if (brackets == 0)
            {
                block.StorePacked(ref source, ref destination, ~structure);
                source = ref Unsafe.Add(ref source, TextBlock.Size);
                destination = ref Unsafe.Add(ref destination, BitOperations.PopCount(~structure));
                inString = (ulong)((long)strings >> 63);
                continue;
            }

            ulong opens = block.Opens & brackets;
            ulong closes = block.Closes & brackets;
            ulong drop = structure & ~brackets;
            if ((opens | closes) != brackets) break;

            int deepestLeft = depthLeft - BitOperations.PopCount(opens);
            if (deepestLeft < 0) break;

            // To read the last byte again that was written waits for its store, but brackets are few, and it spares the other blocks a mask.
            ulong commas = block.Commas;
            ulong afterCommas = (commas << 1) | (EndsWithComma(ref cursor, ref destination) ? 1UL : 0);
            if ((FollowThrough(afterCommas, drop) & closes) != 0) break;

            ulong kept = ~drop;
            int closed = BitOperations.PopCount(closes);
            if (TSeparator.Value != RowSeparator.None && limits.MaxDepth - depthLeft <= closed)
            {
                if (!FindSeparators(opens, closes, commas, kept, limits.MaxDepth - depthLeft, out ulong separators)) break;
                if (TSeparator.Value == RowSeparator.LineBreaks)
                {
                    // The first byte behind the comma makes room for the line feed, if it is to be dropped.
                    if (((separators << 1) & kept) != 0) break;
                    separators <<= 1;
                    kept |= separators;
                }
                block.StorePacked(ref source, ref destination, kept);
                for (; separators != 0; separators &= separators - 1)
                    Unsafe.Add(ref destination, BitOperations.PopCount(kept & ((separators & (0 - separators)) - 1))) = (byte)'\n';
            }
            else block.StorePacked(ref source, ref destination, kept);

            source = ref Unsafe.Add(ref source, TextBlock.Size);
            destination = ref Unsafe.Add(ref destination, BitOperations.PopCount(kept));
            depthLeft = deepestLeft + closed;
            inString = (ulong)((long)strings >> 63);
        }
        while (!Unsafe.IsAddressGreaterThan(ref source, ref lastSource) && !Unsafe.IsAddressGreaterThan(ref destination, ref lastDestination));

        cursor.Read = (int)Unsafe.ByteOffset(ref cursor.Source, ref source);
        cursor.Written = (int)Unsafe.ByteOffset(ref cursor.Destination, ref destination);
        cursor.Depth = limits.MaxDepth - depthLeft;
        cursor.InString = inString;
    }

    /// <inheritdoc cref="JsonTextCursor.EndsWithComma"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool EndsWithComma(ref JsonTextCursor cursor, ref byte destination) =>
        !Unsafe.AreSame(ref cursor.Destination, ref destination) && Unsafe.Add(ref destination, -1) == ',';

    /// <summary>
    /// The commas behind row ends. Returns false where a row begins or ends otherwise than by a bracket, a comma and a bracket, all
    /// within the block and with nothing between that is kept.
    /// </summary>
    private static bool FindSeparators(ulong opens, ulong closes, ulong commas, ulong kept, int depth, out ulong separators)
    {
        separators = 0;
        if (depth == 0) return false;
        for (; closes != 0; closes &= closes - 1)
        {
            ulong close = closes & (0 - closes);
            depth--;
            if (depth + BitOperations.PopCount(opens & (close - 1)) > 0) continue;

            // From the closing bracket to the next opening one, neither included.
            ulong next = opens & ~(close | (close - 1));
            ulong between = kept & (next - 1) & ~next & ~(close | (close - 1));
            if (next == 0 || (between & commas) != between || !BitOperations.IsPow2(between)) return false;
            separators |= between;
        }
        return true;
    }
}
