namespace RowJson;

// Copies JSON text that has been parsed before, with the bytes that System.Text.Json.JsonElement.WriteTo writes for the same encoder in
// compact form. Most of the text is copied as it is. Whitespace, comments and trailing commas are dropped, and what the encoder writes
// differently within strings is rewritten. The text is processed 64 bytes at a time: masks of quotes, brackets and bytes that need escaping
// show whether the block can be stored as it is. A byte that needs escaping ends the block before it, is rewritten by itself, and the next
// block begins after it. One copier may serve any number of threads. The files: this one for the flow, Plain for the hot loop and what it
// rewrites, Blocks for all else that stops it, Small for short texts.
// coldLength: how many bytes of text are first copied without the hot loops: compiling these takes as long as copying megabytes, and a
// process may have only a few small documents.
internal sealed partial class JsonTextCopier(EscapeTable escapes, int coldLength = 0)
{
    // Room that a step needs: what is between two rows, and a block. The copy stops where less is left.
    public const int MinRoom = 2 + TextBlock.Size;

    private readonly JsonTextEscapes _table = new(escapes);
    private readonly JsonTextStrings _strings = new(escapes);

    private int _coldLength = coldLength;

    // Copies the text of a value, or of the inside of an array of rows: everything between the brackets, commas included. The text must
    // have been parsed and must reach to the value's or the array's end, though the destination need not take it all.
    // destination: where to write; nothing outside is touched, what follows written is undefined.
    // state: carries on from call to call.
    // consumed: bytes of source that are done with: the next call begins after them.
    // written: bytes of destination that are written.
    public CopyStatus Copy(
        ReadOnlySpan<byte> source, Span<byte> destination, ref CopyState state, in CopyLimits limits, out int consumed, out int written)
    {
        if (IsWhole(source, state, limits) && TryCopyShort(source, destination, limits.MaxDepth - state.Depth))
        {
            consumed = written = source.Length;
            return CopyStatus.Done;
        }
        return CopyBlocks(source, destination, ref state, limits, out consumed, out written);
    }

    // The same without TryCopyShort, which the caller has already tried.
    public CopyStatus CopyBlocks(
        ReadOnlySpan<byte> source, Span<byte> destination, ref CopyState state, in CopyLimits limits, out int consumed, out int written)
    {
        if (!TextBlock128.IsSupported)
        {
            // Every processor that .NET 10 runs on has these vectors, unless they are switched off.
            consumed = written = 0;
            return CopyStatus.Fallback;
        }
        // Few bytes are copied without the code for this processor: the code for any processor is compiled ahead.
        return source.Length <= _coldLength
            ? Copy<TextBlock128>(source, destination, ref state, limits, out consumed, out written)
            : CopyByLevel(source, destination, ref state, limits, out consumed, out written);
    }

    // A value, or rows, that fill no batch.
    private static bool IsWhole(ReadOnlySpan<byte> source, in CopyState state, in CopyLimits limits) =>
        source.Length < limits.BatchLength && limits.RowSeparator == RowSeparator.None && !state.InString && !state.HoldsComma;

    // Copies with the longest vectors. Not inlined: a method that asks for them is not compiled ahead.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private CopyStatus CopyByLevel(
        ReadOnlySpan<byte> source, Span<byte> destination, ref CopyState state, in CopyLimits limits, out int consumed, out int written)
    {
        if (TextBlock512.IsSupported) return Copy<TextBlock512>(source, destination, ref state, limits, out consumed, out written);
        if (TextBlock256.IsSupported) return Copy<TextBlock256>(source, destination, ref state, limits, out consumed, out written);
        return Copy<TextBlock128>(source, destination, ref state, limits, out consumed, out written);
    }

    internal CopyStatus Copy<TBlock>(
        ReadOnlySpan<byte> source, Span<byte> destination, ref CopyState state, in CopyLimits limits, out int consumed, out int written)
        where TBlock : struct, ITextBlock<TBlock>
    {
        if (typeof(TBlock) == typeof(TextBlock256)) _table.RequireNibbleClasses();
        bool isWarm = source.Length > _coldLength;
        if (!isWarm) _coldLength -= source.Length;
        var cursor = new JsonTextCursor(source, destination, state);
        while (cursor.Rest > 0 && Advance<TBlock>(ref cursor, limits, isWarm))
        {
        }

        CopyStatus status = cursor.Rest > 0 ? cursor.Status : cursor.InString == 0 ? CopyStatus.Done : CopyStatus.Fallback;
        // A comma at the end of a batch may turn out to be a trailing one: it is taken back, for the next call to write.
        if (cursor.InString == 0 && cursor.EndsWithComma)
        {
            cursor.Written--;
            cursor.HoldsComma = true;
        }
        if (status == CopyStatus.RowEnd) ReadToRow(ref cursor);
        state.InString = cursor.InString != 0;
        state.Depth = cursor.Depth;
        state.HoldsComma = cursor.HoldsComma && status != CopyStatus.Done;
        consumed = cursor.Read;
        written = cursor.Written;
        Debug.Assert(consumed <= source.Length && written <= destination.Length);
        return status;
    }

    // Returns false when the copy stops.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool Advance<TBlock>(ref JsonTextCursor cursor, in CopyLimits limits, bool isWarm)
        where TBlock : struct, ITextBlock<TBlock>
    {
        if (cursor.Room < MinRoom) return cursor.Stop(CopyStatus.DestinationTooSmall);
        bool separated = limits.RowSeparator != RowSeparator.None;
        if (separated && cursor.Depth == 0 && cursor.InString == 0)
        {
            if (!BetweenRows(ref cursor, limits.RowSeparator)) return false;
            if (cursor.Rest == 0) return true;
        }
        else if (cursor.HoldsComma) Release(ref cursor, ","u8);

        if (isWarm && cursor.Rest >= TextBlock.Size)
        {
            while (CopyPlainBlocks<TBlock>(ref cursor, limits))
            {
            }
            if (cursor.Rest == 0) return true;
        }
        return CopyPartOfBlock<TBlock>(ref cursor, limits);
    }

    // Writes the comma that is held back, or what takes its place.
    private static void Release(ref JsonTextCursor cursor, ReadOnlySpan<byte> text)
    {
        text.CopyTo(cursor.Free);
        cursor.Written += text.Length;
        cursor.HoldsComma = false;
    }

    // From the end of a row to the beginning of the next: writes the separator in place of the comma.
    private static bool BetweenRows(ref JsonTextCursor cursor, RowSeparator separator)
    {
        if (!ReadToRow(ref cursor)) return false;
        if (cursor.Rest == 0) return true;
        if (cursor.Peek() is not ((byte)'{' or (byte)'[')) return cursor.Stop(CopyStatus.Fallback);
        if (cursor.HoldsComma) Release(ref cursor, separator == RowSeparator.Lines ? "\n"u8 : ",\n"u8);
        return true;
    }

    // Reads what is between two rows, and holds the comma back.
    private static bool ReadToRow(ref JsonTextCursor cursor)
    {
        while (cursor.Rest > 0)
        {
            if (cursor.Peek() == (byte)'/')
            {
                if (!SkipComment(ref cursor)) return false;
                continue;
            }
            if (cursor.Peek() == (byte)',') cursor.HoldsComma = true;
            else if (cursor.Peek() is not ((byte)' ' or (byte)'\t' or (byte)'\r' or (byte)'\n')) break;
            cursor.Read++;
        }
        return true;
    }

    // Skips a comment, which CommentHandling.Skip leaves in the text. A line comment ends before the line break.
    private static bool SkipComment(ref JsonTextCursor cursor)
    {
        ReadOnlySpan<byte> ahead = cursor.Ahead;
        int length = ahead switch
        {
            [(byte)'/', (byte)'*', .. var comment] => comment.IndexOf("*/"u8) is >= 0 and var end ? end + "/**/"u8.Length : -1,
            [(byte)'/', (byte)'/', ..] => ahead.IndexOfAny((byte)'\n', (byte)'\r') is >= 0 and var end ? end : ahead.Length,
            _ => -1,
        };
        if (length < 0) return cursor.Stop(CopyStatus.Fallback);
        cursor.Read += length;
        return true;
    }
}
