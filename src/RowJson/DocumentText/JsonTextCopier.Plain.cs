using static RowJson.TextBlockMasks;

namespace RowJson;

internal sealed partial class JsonTextCopier
{
    // Copies block after block while 64 bytes can be read and written and a batch cannot become full: the hot loop. Stops before the first
    // block in which there is more to do than drop whitespace and write separators. Within a long row, a full batch grows as long as no row
    // can end. Returns true, to be called again at once, if the block that stopped it has been rewritten.
    private bool CopyPlainBlocks<TBlock>(ref JsonTextCursor cursor, in CopyLimits limits) where TBlock : struct, ITextBlock<TBlock> =>
        TBlock.HasManyRegisters && _strings.AllowedPages is not null
            ? CopyPlainBlocks<TBlock, NonAsciiText>(ref cursor, limits)
            : CopyPlainBlocks<TBlock, AsciiText>(ref cursor, limits);

    private bool CopyPlainBlocks<TBlock, TText>(ref JsonTextCursor cursor, in CopyLimits limits)
        where TBlock : struct, ITextBlock<TBlock>
    {
        // The batch ends one byte short of full, so that no row end at which the copy has to stop is missed.
        int lastRead = cursor.Length - TextBlock.Size;
        int lastWritten = cursor.Limit - TextBlock.Size;
        int lastOfBatch = limits.BatchLength - 1 - TextBlock.Size;
        if (cursor.Read > lastRead || cursor.Written > lastWritten) return false;

        bool isFull = cursor.Written > lastOfBatch;
        if (!isFull) lastWritten = Math.Min(lastWritten, lastOfBatch);
        // The last place to read a block from, such that neither end is passed: where less is written than read, the loop is entered again.
        int last = cursor.Read + Math.Min(lastRead - cursor.Read, lastWritten - cursor.Written);
        if (isFull || limits.RowSeparator == RowSeparator.LineBreaks)
            return CopyPlainBlocks<TBlock, TText, StopAtRowEnd>(ref cursor, limits.MaxDepth, last);
        return limits.RowSeparator == RowSeparator.None
            ? CopyPlainBlocks<TBlock, TText, AnyRowEnd>(ref cursor, limits.MaxDepth, last)
            : CopyPlainBlocks<TBlock, TText, LineRowEnd>(ref cursor, limits.MaxDepth, last);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool CopyPlainBlocks<TBlock, TText, TRowEnd>(ref JsonTextCursor cursor, int maxDepth, int last)
        where TBlock : struct, ITextBlock<TBlock>
    {
        Debug.Assert(cursor.Read <= last && last <= cursor.Length - TextBlock.Size);
        Debug.Assert(cursor.Written + last - cursor.Read <= cursor.Limit - TextBlock.Size);

        // Each mask has one bit for each byte of the block, byte 0 on the left:
        //   text          {"a b": "x\ny", "c": [1, 2 ] }
        //   quotes        .1...1..1....1..1.1...........
        //   strings       .1111...11111...11............    opening quotes included, closing ones not
        //   stop          ..........1...................    needs escaping; here an escape that the encoder writes in the same way
        //   structure     1......1.......1....11..1.1111    brackets, whitespace and slashes, outside of strings
        //   brackets      1....................1.....1.1    structure without whitespace; a slash ends the loop
        //   opens         1....................1........
        //   closes        ...........................1.1
        //   drop          .......1.......1....1...1.1.1.
        //   commas        ..............1........1......
        //   commas << 1   ...............1........1.....    on a closing bracket, or on dropped bytes before one, the comma trails
        //   kept          1111111.1111111.1111.111.1.1.1
        //   output        {"a b":"x\ny","c":[1,2]}
        //
        // In locals, for the JIT to keep them in registers; references rather than indexes, because they take half as many.
        JsonTextEscapes table = _table;
        ref byte source = ref Unsafe.Add(ref cursor.Source, cursor.Read);
        ref byte destination = ref Unsafe.Add(ref cursor.Destination, cursor.Written);
        ref byte lastSource = ref Unsafe.Add(ref cursor.Source, last);
        int depthLeft = maxDepth - cursor.Depth;
        ulong inString = cursor.InString;
        ulong rewritten = 0, stringsOfRewritten = 0;
        int endOfRewritten = TextBlock.Size;
        do
        {
            RowPrefetch.Text(ref source);
            TBlock block = TBlock.Load(ref source, table);
            ulong strings = PrefixXor(block.Find((byte)'"')) ^ inString;
            ulong structure = block.Structure(table) & ~strings;
            if (structure == 0 && TBlock.IsPlain(block, strings, table))
            {
                block.Store(ref destination);
                source = ref Unsafe.Add(ref source, TextBlock.Size);
                destination = ref Unsafe.Add(ref destination, TextBlock.Size);
                inString = InStringAfter(strings, TextBlock.Size);
                continue;
            }
            ulong stop = block.NeedsEscaping(table) & strings;
            int length = TextBlock.Size;
            if (stop != 0)
            {
                if (TBlock.HasManyRegisters) FollowEscapes(block, table, inString, ref stop, ref strings, ref structure);

                // A sequence that the block's end cuts begins the next block.
                if (typeof(TText) == typeof(NonAsciiText))
                    stop &= ~TBlock.FindAllowed(block, _strings.AllowedPages!, out length) & FirstBits(length);
                if (TBlock.HasManyRegisters ? stop != 0 : !AreCanonicalEscapes(block, table, stop))
                {
                    (rewritten, stringsOfRewritten) = (stop, strings);
                    if (typeof(TText) == typeof(NonAsciiText)) endOfRewritten = length;
                    break;
                }
                if (structure == 0)
                {
                    block.Store(ref destination);
                    source = ref Unsafe.Add(ref source, length);
                    destination = ref Unsafe.Add(ref destination, length);
                    inString = InStringAfter(strings, length);
                    continue;
                }
            }

            ulong brackets = TBlock.BracketsOf(block, structure);
            ulong drop = structure ^ brackets;
            if (TBlock.HasSlash(block, drop)) break;

            // Indentation: only the place in the destination depends on this block's masks.
            if (brackets == 0)
            {
                ulong rest = ~structure & FirstBits(length);
                block.StorePacked(ref destination, rest);
                source = ref Unsafe.Add(ref source, length);
                destination = ref Unsafe.Add(ref destination, BitOperations.PopCount(rest));
                inString = InStringAfter(strings, length);
                continue;
            }

            ulong opens = TBlock.OpensOf(block, brackets);
            ulong closes = TBlock.ClosesOf(block, brackets);
            if ((opens | closes) != brackets) break;

            int deepestLeft = depthLeft - BitOperations.PopCount(opens);
            if (deepestLeft < 0) break;

            // Reading back the last byte written waits for its store, but few blocks begin with a closing bracket.
            ulong kept = ~drop & FirstBits(length);
            ulong commas = block.Find((byte)',');
            if ((FollowThrough(commas << 1, drop) & closes) != 0) break;
            if ((kept & (0 - kept) & closes) != 0 && EndsWithComma(ref cursor, ref destination)) break;

            int closed = BitOperations.PopCount(closes);
            bool mayEndRow = maxDepth - depthLeft <= closed;
            if (mayEndRow && typeof(TRowEnd) == typeof(StopAtRowEnd)) break;
            if (mayEndRow && typeof(TRowEnd) == typeof(LineRowEnd))
            {
                if (!FindSeparators(opens, closes, commas, kept, maxDepth - depthLeft, out ulong separators)) break;
                block.StorePacked(ref destination, kept);
                for (; separators != 0; separators &= separators - 1)
                    Unsafe.Add(ref destination, BitOperations.PopCount(kept & ((separators & (0 - separators)) - 1))) = (byte)'\n';
            }
            else block.StorePacked(ref destination, kept);

            source = ref Unsafe.Add(ref source, length);
            destination = ref Unsafe.Add(ref destination, BitOperations.PopCount(kept));
            depthLeft = deepestLeft + closed;
            inString = InStringAfter(strings, length);
        }
        while (!Unsafe.IsAddressGreaterThan(ref source, ref lastSource));

        cursor.Read = (int)Unsafe.ByteOffset(ref cursor.Source, ref source);
        cursor.Written = (int)Unsafe.ByteOffset(ref cursor.Destination, ref destination);
        cursor.Depth = maxDepth - depthLeft;
        cursor.InString = inString;
        bool rowsMayEnd = typeof(TRowEnd) == typeof(AnyRowEnd);
        return rewritten != 0 && last - cursor.Read >= JsonTextStrings.RoomForBlock
            && RewriteBlock<TBlock>(ref cursor, rewritten, stringsOfRewritten, endOfRewritten, maxDepth, rowsMayEnd);
    }

    // Copies a block, and rewrites what needs escaping by masks that are valid to its end: escaped quotes end no string. So nothing has to
    // be found anew after each escape, and the hot loop goes on with the next block. Returns false if CopyPart has to do what is left of
    // the block.
    // end: where the block ends, 62 to 64: a character that is cut begins the next one.
    // rowsMayEnd: whether nothing has to be done where a row ends.
    [MethodImpl(MethodImplOptions.NoInlining)] // so that the hot loop's method makes no call but its last
    private bool RewriteBlock<TBlock>(ref JsonTextCursor cursor, ulong stop, ulong strings, int end, int maxDepth, bool rowsMayEnd)
        where TBlock : struct, ITextBlock<TBlock>
    {
        JsonTextEscapes table = _table;
        TBlock block = TBlock.Load(ref Unsafe.Add(ref cursor.Source, cursor.Read), table);
        ulong structure = block.Structure(table) & ~strings;
        if (!TBlock.HasManyRegisters) FollowEscapes(block, table, cursor.InString, ref stop, ref strings, ref structure);
        if (BitOperations.PopCount(stop) > JsonTextStrings.MostInBlock) return false;
        if (!TBlock.HasManyRegisters && _strings.AllowedPages is { } pages) stop &= ~TBlock.FindAllowedByLeads(block, pages);

        ulong opens = 0, closes = 0;
        int start = 0;
        if (structure != 0)
        {
            // Whitespace is dropped before the first byte that needs escaping. After it, whitespace ends the block.
            int first = BitOperations.TrailingZeroCount(stop);
            ulong before = FirstBits(first);
            ulong drop = structure & ~(block.FindBrackets((byte)'{') | block.FindBrackets((byte)'}'));
            end = Math.Min(end, BitOperations.TrailingZeroCount(drop & ~before));
            drop &= before;
            stop &= FirstBits(end);
            opens = block.FindBrackets((byte)'{') & structure & FirstBits(end);
            closes = block.FindBrackets((byte)'}') & structure & FirstBits(end);
            if ((block.Find((byte)'/') & drop) != 0 || cursor.Depth + BitOperations.PopCount(opens) > maxDepth) return false;
            if (!rowsMayEnd && cursor.Depth <= BitOperations.PopCount(closes)) return false;
            if ((FollowThrough((block.Find((byte)',') << 1) | (cursor.EndsWithComma ? 1UL : 0), drop) & closes) != 0) return false;
            if (drop != 0)
            {
                start = first;
                block.StorePacked(ref Unsafe.Add(ref cursor.Destination, cursor.Written), before & ~drop);
                cursor.Written += BitOperations.PopCount(before & ~drop);
            }
        }

        int copied = _strings.CopyBlock(ref cursor, stop, start, end);
        if (copied == 0) return false;
        cursor.InString = copied > TextBlock.Size ? ulong.MaxValue : InStringAfter(strings, copied);
        if (structure != 0)
        {
            ulong range = copied < TextBlock.Size ? FirstBits(copied) : ulong.MaxValue;
            cursor.Depth += BitOperations.PopCount(opens & range) - BitOperations.PopCount(closes & range);
        }

        // A character that the block's end cuts may be left, two bytes of it at most: it begins the next block.
        const int mostCut = 2;
        return copied >= Math.Min(end, TextBlock.Size - mostCut);
    }

    // Corrects the masks of a block with backslashes: escaped quotes end no string, and an escape that stays as it is needs no rewriting.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void FollowEscapes<TBlock>(
        in TBlock block, JsonTextEscapes table, ulong inString, ref ulong stop, ref ulong strings, ref ulong structure)
        where TBlock : struct, ITextBlock<TBlock>
    {
        ulong backslashes = block.Find((byte)'\\');
        if (backslashes == 0) return;
        ulong escaped = FindEscaped(backslashes);
        strings = PrefixXor(block.Find((byte)'"') & ~escaped) ^ inString;
        structure = block.Structure(table) & ~strings;
        stop = block.NeedsEscaping(table) & strings & ~escaped & ~(backslashes & (TBlock.CanonicalLettersOf(block, table) >> 1));
    }

    // Whether all the bytes that need escaping are backslashes whose escapes the encoder writes in the same way. An escaped quote or
    // backslash is not among them: the one looks like a string's end, the other like an escape.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool AreCanonicalEscapes<TBlock>(in TBlock block, JsonTextEscapes table, ulong stop)
        where TBlock : struct, ITextBlock<TBlock>
    {
        ulong backslashes = block.Find((byte)'\\');
        ulong letters = TBlock.CanonicalLettersOf(block, table) & ~(backslashes | block.Find((byte)'"'));
        return (stop & ~(backslashes & (letters >> 1))) == 0;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool EndsWithComma(ref JsonTextCursor cursor, ref byte destination) =>
        !Unsafe.AreSame(ref cursor.Destination, ref destination) && Unsafe.Add(ref destination, -1) == ',';

    // The variants of the hot loop. As type arguments they cost nothing: the JIT compiles each variant by itself.
    // Where a row ends: nothing is to be done; a line feed takes the place of the comma between rows; or the loop stops before the block,
    // because the batch is full, or more than a byte is written between rows.
    private readonly struct AnyRowEnd;

    private readonly struct LineRowEnd;

    private readonly struct StopAtRowEnd;

    // Whether the loop looks for text outside ASCII that may be copied: most text has none.
    private readonly struct AsciiText;

    private readonly struct NonAsciiText;
}
