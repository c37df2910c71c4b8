using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;

namespace RowJson;

internal sealed partial class JsonTextCopier
{
    /// <summary>What to do where a row ends, as a choice of the JIT's rather than of the hot loop's.</summary>
    private interface IRowEnd
    {
        /// <summary>What stands between rows.</summary>
        static abstract RowSeparator Separator { get; }

        /// <summary>The piece is full: stop before the block in which the row ends.</summary>
        static abstract bool Stops { get; }
    }

    private readonly struct AnyRowEnd : IRowEnd
    {
        public static RowSeparator Separator => RowSeparator.None;

        public static bool Stops => false;
    }

    private readonly struct LineRowEnd : IRowEnd
    {
        public static RowSeparator Separator => RowSeparator.Lines;

        public static bool Stops => false;
    }

    private readonly struct LineBreakRowEnd : IRowEnd
    {
        public static RowSeparator Separator => RowSeparator.LineBreaks;

        public static bool Stops => false;
    }

    private readonly struct LastRowEnd : IRowEnd
    {
        public static RowSeparator Separator => RowSeparator.None;

        public static bool Stops => true;
    }

    /// <summary>Whether text outside ASCII may be copied, as another choice of the JIT's: most text has none.</summary>
    private interface IText
    {
        static abstract bool IsJudged { get; }
    }

    private readonly struct AsciiText : IText
    {
        public static bool IsJudged => false;
    }

    private readonly struct JudgedText : IText
    {
        public static bool IsJudged => true;
    }

    /// <summary>
    /// Copies block after block while 64 bytes can be read and written and a piece cannot become full: the hot loop. Stops before the
    /// first block in which there is more to do than to drop whitespace and to write what stands between rows. Within a long row a piece
    /// that is full goes on as long as no row can end.
    /// </summary>
    private void CopyPlainBlocks<TBlock>(ref JsonTextCursor cursor, in CopyLimits limits) where TBlock : struct, ITextBlock<TBlock>
    {
        if (TBlock.JudgesPages && _strings.AllowedPages is not null) CopyPlainBlocks<TBlock, JudgedText>(ref cursor, limits);
        else CopyPlainBlocks<TBlock, AsciiText>(ref cursor, limits);
    }

    private void CopyPlainBlocks<TBlock, TText>(ref JsonTextCursor cursor, in CopyLimits limits)
        where TBlock : struct, ITextBlock<TBlock>
        where TText : struct, IText
    {
        // The piece stays one byte short of full, so that no row end is missed at which the copy has to stop.
        int lastRead = cursor.Length - TextBlock.Size;
        int lastWritten = cursor.Limit - SeparatorRoom - TextBlock.Size;
        int lastOfBatch = limits.BatchLength - 1 - TextBlock.Size;
        if (cursor.Read > lastRead || cursor.Written > lastWritten) return;

        if (cursor.Written > lastOfBatch)
        {
            CopyPlainBlocks<TBlock, TText, LastRowEnd>(ref cursor, limits.MaxDepth, lastRead, lastWritten);
            return;
        }
        lastWritten = Math.Min(lastWritten, lastOfBatch);
        switch (limits.RowSeparator)
        {
            case RowSeparator.None:
                CopyPlainBlocks<TBlock, TText, AnyRowEnd>(ref cursor, limits.MaxDepth, lastRead, lastWritten);
                break;
            case RowSeparator.Lines:
                CopyPlainBlocks<TBlock, TText, LineRowEnd>(ref cursor, limits.MaxDepth, lastRead, lastWritten);
                break;
            default:
                CopyPlainBlocks<TBlock, TText, LineBreakRowEnd>(ref cursor, limits.MaxDepth, lastRead, lastWritten);
                break;
        }
    }

    /// <inheritdoc cref="CopyPlainBlocks{TBlock}"/>
    /// <param name="cursor">Where to copy from and to.</param>
    /// <param name="maxDepth"><see cref="CopyLimits.MaxDepth"/>.</param>
    /// <param name="lastRead">The last place to read from: not behind it.</param>
    /// <param name="lastWritten">The last place to write to: not behind it.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void CopyPlainBlocks<TBlock, TText, TRowEnd>(ref JsonTextCursor cursor, int maxDepth, int lastRead, int lastWritten)
        where TBlock : struct, ITextBlock<TBlock>
        where TText : struct, IText
        where TRowEnd : struct, IRowEnd
    {
        Debug.Assert(cursor.Read <= lastRead && lastRead <= cursor.Length - TextBlock.Size);
        Debug.Assert(cursor.Written <= lastWritten && lastWritten <= cursor.Limit - SeparatorRoom - TextBlock.Size);

        // In locals, for the JIT to keep them in registers; references rather than indexes, for they take half as many.
        TextBlockTables tables = _tables;
        uint canonical = _strings.CanonicalLetters;
        ref byte source = ref Unsafe.Add(ref cursor.Source, cursor.Read);
        ref byte destination = ref Unsafe.Add(ref cursor.Destination, cursor.Written);
        ref byte lastSource = ref Unsafe.Add(ref cursor.Source, lastRead);
        ref byte lastDestination = ref Unsafe.Add(ref cursor.Destination, lastWritten);
        int depthLeft = maxDepth - cursor.Depth;
        ulong inString = cursor.InString;
        do
        {
            RowPrefetch.Text(ref source);
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
            int length = TextBlock.Size;
            if (stop != 0)
            {
                // A sequence that the block's end cuts begins the next block.
                if (TText.IsJudged) stop &= ~TBlock.Allowed(block, _strings.AllowedPages!, out length) & FirstBits(length);
                if (!AreCanonicalEscapes(ref source, stop, canonical)) break;
                if (structure == 0)
                {
                    block.Store(ref source, ref destination);
                    source = ref Unsafe.Add(ref source, length);
                    destination = ref Unsafe.Add(ref destination, length);
                    inString = (ulong)((long)(strings << (TextBlock.Size - length)) >> 63);
                    continue;
                }
            }

            // Indentation: only the place in the destination depends on this block's masks.
            ulong brackets = structure & ~block.Whitespace;
            if (brackets == 0)
            {
                ulong rest = ~structure & FirstBits(length);
                block.StorePacked(ref source, ref destination, rest);
                source = ref Unsafe.Add(ref source, length);
                destination = ref Unsafe.Add(ref destination, BitOperations.PopCount(rest));
                inString = (ulong)((long)(strings << (TextBlock.Size - length)) >> 63);
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

            ulong kept = ~drop & FirstBits(length);
            int closed = BitOperations.PopCount(closes);
            bool mayEndRow = maxDepth - depthLeft <= closed;
            if (TRowEnd.Stops && mayEndRow) break;
            if (TRowEnd.Separator != RowSeparator.None && mayEndRow)
            {
                if (!FindSeparators(opens, closes, commas, kept, maxDepth - depthLeft, out ulong separators)) break;
                if (TRowEnd.Separator == RowSeparator.LineBreaks)
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

            source = ref Unsafe.Add(ref source, length);
            destination = ref Unsafe.Add(ref destination, BitOperations.PopCount(kept));
            depthLeft = deepestLeft + closed;
            inString = (ulong)((long)(strings << (TextBlock.Size - length)) >> 63);
        }
        while (!Unsafe.IsAddressGreaterThan(ref source, ref lastSource) && !Unsafe.IsAddressGreaterThan(ref destination, ref lastDestination));

        cursor.Read = (int)Unsafe.ByteOffset(ref cursor.Source, ref source);
        cursor.Written = (int)Unsafe.ByteOffset(ref cursor.Destination, ref destination);
        cursor.Depth = maxDepth - depthLeft;
        cursor.InString = inString;
    }

    /// <summary>
    /// Whether all the bytes of care are backslashes whose escapes the encoder writes in the same way. An escaped quote or backslash is
    /// not among them: the one looks like a string's end, the other like an escape.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool AreCanonicalEscapes(ref byte source, ulong care, uint letters)
    {
        for (; care != 0; care &= care - 1)
        {
            int position = BitOperations.TrailingZeroCount(care);
            if (position == TextBlock.Size - 1 || Unsafe.Add(ref source, position) != '\\') return false;
            int letter = Unsafe.Add(ref source, position + 1) - JsonTextStrings.FirstLetter;
            if ((uint)letter >= 32 || (letters >> letter & 1) == 0) return false;
        }
        return true;
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
