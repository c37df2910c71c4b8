using static RowJson.TextBlockMasks;

namespace RowJson;

internal sealed partial class JsonTextCopier
{
    // What may be read of a text that is padded to a block.
    private const int PaddedLength = 3 * TextBlock.Size;

    // Span.Fill is generic: in the first call of a process it would have to be compiled.
    private static ReadOnlySpan<byte> Spaces =>
        "                "u8 + "                "u8 +
        "                "u8 + "                "u8;

    // Copies one block as far as source, row ends and depth allow, and handles the byte that ends it. False when the copy stops.
    private bool CopyPartOfBlock<TBlock>(ref JsonTextCursor cursor, in CopyLimits limits) where TBlock : struct, ITextBlock<TBlock>
    {
        if (cursor.Length < TextBlock.Size) return CopyPadded<TBlock>(ref cursor, limits);
        // The last block is read with as many bytes before it as fill it. Copying the rest to a buffer would take longer: a load of what
        // several stores have just written waits for all of them.
        int done = Math.Max(0, TextBlock.Size - cursor.Rest);
        // Either Read or, if less is left, Length - Size: a block from there on is in the source.
        return CopyPart<TBlock>(ref cursor, limits, ref Unsafe.Add(ref cursor.Source, cursor.Read - done), done);
    }

    // A text that is shorter than a block is padded with spaces.
    [MethodImpl(MethodImplOptions.NoInlining)]
    [SkipLocalsInit] // a block is written before it is read; what is read beyond it is overwritten later
    private bool CopyPadded<TBlock>(ref JsonTextCursor cursor, in CopyLimits limits) where TBlock : struct, ITextBlock<TBlock>
    {
        Debug.Assert(Spaces.Length == TextBlock.Size && PaddedLength >= JsonTextStrings.ReadForBlock);
        Span<byte> padded = stackalloc byte[PaddedLength];
        Spaces.CopyTo(padded);
        cursor.Ahead.CopyTo(padded);
        bool rowsMayEnd = limits.RowSeparator == RowSeparator.None && limits.BatchLength - cursor.Written > JsonTextStrings.RoomForBlock;
        bool isWarm = _coldLength < TextBlock.Size;
        // One block may be stored before the rest is rewritten.
        if (isWarm && rowsMayEnd && cursor.Room >= TextBlock.Size + JsonTextStrings.RoomForBlock)
        {
            var block = new JsonTextCursor(padded, cursor);
            RewritePadded<TBlock>(ref block, limits.MaxDepth);
            cursor.Read = Math.Min(cursor.Read + block.Read, cursor.Length);
            (cursor.Written, cursor.Depth, cursor.InString) = (block.Written, block.Depth, block.InString);
            if (block.Read > 0) return true;
        }
        return CopyPart<TBlock>(ref cursor, limits, ref MemoryMarshal.GetReference(padded), done: 0);
    }

    private void RewritePadded<TBlock>(ref JsonTextCursor cursor, int maxDepth) where TBlock : struct, ITextBlock<TBlock>
    {
        TBlock block = TBlock.Load(ref cursor.Source, _table);
        ulong strings = PrefixXor(block.Find((byte)'"')) ^ cursor.InString;
        ulong structure = block.Structure(_table) & ~strings;
        ulong stop = block.NeedsEscaping(_table) & strings;
        int length = TextBlock.Size;
        if (TBlock.HasManyRegisters) FollowEscapes(block, _table, cursor.InString, ref stop, ref strings, ref structure);
        if (TBlock.HasManyRegisters && _strings.AllowedPages is { } pages)
            stop &= ~TBlock.FindAllowed(block, pages, out length) & FirstBits(length);
        RewriteBlock<TBlock>(ref cursor, stop, strings, length, maxDepth, rowsMayEnd: true);
    }

    // done: how many bytes of the block are before the cursor: masks are shifted by that number, so that bit 0 is the cursor's.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool CopyPart<TBlock>(ref JsonTextCursor cursor, in CopyLimits limits, ref byte source, int done)
        where TBlock : struct, ITextBlock<TBlock>
    {
        if (cursor.Room < TextBlock.Size) return cursor.Stop(CopyStatus.DestinationTooSmall);

        TBlock block = TBlock.Load(ref source, _table);
        ulong strings = PrefixXor(block.Find((byte)'"') >> done) ^ cursor.InString;
        ulong opens = (block.FindBrackets((byte)'{') >> done) & ~strings;
        ulong closes = (block.FindBrackets((byte)'}') >> done) & ~strings;
        ulong escaped = (block.NeedsEscaping(_table) >> done) & strings;
        ulong slashes = (block.Find((byte)'/') >> done) & ~strings;
        ulong drop = ((block.FindWhitespace() >> done) & ~strings) | slashes;
        ulong trailing = FollowThrough((block.Find((byte)',') >> done << 1) | (cursor.EndsWithComma ? 1UL : 0), drop) & closes;

        ulong stop = escaped | slashes | trailing;
        int length = Math.Min(BitOperations.TrailingZeroCount(stop), cursor.Rest);
        int rowEnd = RowEndWithin(opens, closes, drop, length, cursor, limits);
        if (rowEnd > 0) length = rowEnd;

        ulong before = FirstBits(length);
        if (!FitsDepth(opens & before, closes & before, cursor.Depth, limits.MaxDepth)) return cursor.Stop(CopyStatus.Fallback);

        ulong keep = before & ~drop;
        block.StorePacked(ref Unsafe.Add(ref cursor.Destination, cursor.Written), keep << done);
        cursor.Read += length;
        cursor.Written += BitOperations.PopCount(keep);
        cursor.Depth += BitOperations.PopCount(opens & before) - BitOperations.PopCount(closes & before);
        if (length > 0) cursor.InString = InStringAfter(strings, length);

        if (rowEnd > 0) return cursor.Written < limits.BatchLength || cursor.Stop(CopyStatus.RowEnd);
        if (length == TextBlock.Size || (stop >> length & 1) == 0) return true;
        if ((escaped >> length & 1) != 0) return _strings.Rewrite(ref cursor);
        if ((slashes >> length & 1) != 0) return SkipComment(ref cursor);

        // A closing bracket after a comma.
        Debug.Assert(cursor.EndsWithComma);
        cursor.Written--;
        return true;
    }

    // The length up to and including the first row end at which the copy stops or writes a separator; 0 if length bytes hold none.
    private static int RowEndWithin(ulong opens, ulong closes, ulong drop, int length, in JsonTextCursor cursor, in CopyLimits limits)
    {
        bool isSeparated = limits.RowSeparator != RowSeparator.None;
        if (!isSeparated && cursor.Written + length < limits.BatchLength) return 0;

        int depth = cursor.Depth - 1;
        for (ulong rest = closes; rest != 0; rest &= rest - 1, depth--)
        {
            int position = BitOperations.TrailingZeroCount(rest);
            if (position >= length) break;
            ulong before = (1UL << position) - 1;
            if (depth + BitOperations.PopCount(opens & before) > 0) continue;
            if (isSeparated || cursor.Written + BitOperations.PopCount(before & ~drop) + 1 >= limits.BatchLength) return position + 1;
        }
        return 0;
    }
}
