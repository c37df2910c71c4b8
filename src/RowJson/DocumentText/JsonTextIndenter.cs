namespace RowJson;

// Indents the compact text of a row as a Utf8JsonWriter does. Parts of it that such a writer has written, which are indented already, keep
// their bytes.
internal sealed class JsonTextIndenter(Utf8Output output, ArrayPool<byte> pool)
{
    // Bytes after the text that may be read: a block, or what a copy of whole vectors reads too much.
    private const int Padding = IndentBlock.Size;

    // The byte before the text, which a bracket looks at.
    private const int Before = 1;

    // Bytes that are copied at once; what is written too much is overwritten.
    private static int Step => Vector256<byte>.Count;

    private readonly List<Part> _kept = [];

    // The compact text of a row of the usual length, and Padding; longer ones are the pool's.
    private readonly byte[] _usualText = new byte[BufferSizes.TextBuffer];
    private byte[] _longText = [];

    // A comma, a line break, indentation for the deepest value so far, and Step bytes.
    private byte[] _lines = [];
    private string _newLine = "";
    private byte _indentCharacter;
    private int _indentSize;
    private int _depth;

    // Begins an output.
    public void Open(in JsonWriterOptions style)
    {
        _kept.Clear();
        if (_newLine == style.NewLine && _indentCharacter == style.IndentCharacter && _indentSize == style.IndentSize) return;
        (_newLine, _indentCharacter, _indentSize) = (style.NewLine, (byte)style.IndentCharacter, style.IndentSize);
        _lines = [];
    }

    // Gives back what the output has taken.
    public void Close()
    {
        if (_longText.Length > 0) pool.Return(_longText);
        _longText = [];
    }

    // The text from an offset of the row's on, up to position, is a writer's, with the line break before it where that writes one: it keeps
    // its bytes.
    public void Keep(int offset, int position) => _kept.Add(new Part(offset, position - output.RowStart));

    // What has been written of the row from an offset on is dropped.
    public void Drop(int offset) => _kept.RemoveAll(part => part.Start >= offset);

    // Indents the text from start to position: a value at the depth, on a line of its own where it is inside another one. Returns the
    // position after it.
    public int Indent(int start, int position, int depth)
    {
        int length = position - start;
        int offset = start - output.RowStart;
        // No text is so long that the padding does not fit in an array.
        output.Reserve(position, Before + Padding);
        position = output.RowStart + offset;
        byte[] text = Take(output.Buffer.AsSpan(position, length));
        offset -= Before;
        bool hasLine = depth == 0 || (_kept.Count > 0 && _kept[0].Start - offset == Before);
        if (!hasLine) position = WriteLine(position, depth, hasComma: false, following: 0);
        _depth = depth;
        int from = Before;
        foreach (Part part in _kept)
        {
            position = IndentPart(text, from, part.Start - offset, position);
            position = Write(position, text.AsSpan(part.Start - offset, part.End - part.Start));
            from = part.End - offset;
        }
        _kept.Clear();
        return IndentPart(text, from, Before + length, position);
    }

    // Writes a comma and a line for a value at the depth, or the line alone, where there is then room for as many bytes as follow; returns
    // the position after them.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int WriteLine(int position, int depth, bool hasComma, int following)
    {
        int length = LineLength(depth) + 1;
        if (length > _lines.Length - Step) GrowLine(length);
        position = output.Reserve(position, length + Math.Max(Step, following));
        int start = hasComma ? 0 : 1;
        CopyLine(ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(_lines), start), ref output.At(position, length + Step), length);
        return position + length - start;
    }

    // Copies the text to where it may be read beyond its end: nothing that is found there counts.
    private byte[] Take(ReadOnlySpan<byte> text)
    {
        int length = Before + text.Length + Padding;
        byte[] copy = length <= _usualText.Length ? _usualText : TakeLong(length);
        text.CopyTo(copy.AsSpan(Before));
        copy[0] = 0;
        copy.AsSpan(Before + text.Length, Padding).Clear();
        return copy;
    }

    private byte[] TakeLong(int length)
    {
        if (_longText.Length >= length) return _longText;
        Close();
        return _longText = pool.Rent(length);
    }

    // Indents the text between two values that keep their bytes, or all of it.
    private int IndentPart(byte[] array, int from, int end, int position)
    {
        Debug.Assert(end <= array.Length - Padding);
        ref byte text = ref MemoryMarshal.GetArrayDataReference(array);
        ulong inString = 0;
        bool isEscaped = false;
        for (int start = from; start < end; start += IndentBlock.Size)
        {
            var block = new IndentBlock(ref Unsafe.Add(ref text, start));
            ulong quotes = block.Quotes;
            if (block.Backslashes != 0 || isEscaped) quotes &= ~FindEscaped(block.Backslashes, ref isEscaped);
            ulong strings = TextBlockMasks.PrefixXor(quotes) ^ inString;
            inString = TextBlockMasks.InStringAfter(strings);
            int length = Math.Min(end - start, IndentBlock.Size);
            ulong structure = block.Structure & ~strings & TextBlockMasks.FirstBits(length);
            position = Reserve(position, BitOperations.PopCount(structure));
            position += IndentBytes(
                ref Unsafe.Add(ref text, start), length, structure, ref output.At(position), isLast: start + length == end);
        }
        return position;
    }

    // Makes room for a block with so many bytes that something may follow: a space or a line. Any of them may be a bracket, after which
    // lines are longer.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int Reserve(int position, int structure)
    {
        int longest = LineLength(_depth + structure);
        if (longest > _lines.Length - Step - 1) GrowLine(longest);
        // The bytes of the block, what follows, and as much as is written too much.
        return output.Reserve(position, (int)Math.Min(IndentBlock.Size + ((long)structure * longest) + IndentBlock.Size, Array.MaxLength));
    }

    // Indents the bytes of a block; returns how many it has written.
    // text: the bytes.
    // length: how many they are.
    // structure: brackets, commas and colons among them.
    // destination: where there is room for all that Reserve has counted.
    // isLast: after them comes the end of the row, or a value that has a line break already.
    private int IndentBytes(ref byte text, int length, ulong structure, ref byte destination, bool isLast)
    {
        ref byte lines = ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(_lines), 1);
        int line = LineLength(_depth);
        int copied = 0;
        int written = 0;
        for (; structure != 0; structure &= structure - 1)
        {
            int at = BitOperations.TrailingZeroCount(structure);
            int next = at + 1;
            byte found = Unsafe.Add(ref text, at);
            if (found == (byte)':')
            {
                Copy(ref Unsafe.Add(ref text, copied), ref Unsafe.Add(ref destination, written));
                written += next - copied;
                copied = next;
                Unsafe.Add(ref destination, written++) = (byte)' ';
                continue;
            }
            if (found != (byte)',')
            {
                if (IsOpening(found))
                {
                    // What is empty stays as it is.
                    if (IsClosing(Unsafe.Add(ref text, next))) continue;
                    line = LineLength(++_depth);
                }
                else
                {
                    if (IsOpening(Unsafe.Add(ref text, at - 1))) continue;
                    // Never below 0, whatever has become of a document's text.
                    line = LineLength(_depth = Math.Max(_depth - 1, 0));
                    next = at;
                }
            }
            Copy(ref Unsafe.Add(ref text, copied), ref Unsafe.Add(ref destination, written));
            written += next - copied;
            copied = next;
            if (isLast && next == length) break;
            CopyLine(ref lines, ref Unsafe.Add(ref destination, written), line);
            written += line;
        }
        Copy(ref Unsafe.Add(ref text, copied), ref Unsafe.Add(ref destination, written));
        return written + length - copied;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsOpening(byte value) => (value | TextBlock.BracketCase) == '{';

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsClosing(byte value) => (value | TextBlock.BracketCase) == '}';

    // Copies as many bytes as a block has.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Copy(ref byte source, ref byte destination)
    {
        Vector256.LoadUnsafe(ref source).StoreUnsafe(ref destination);
        Vector256.LoadUnsafe(ref source, (nuint)Step).StoreUnsafe(ref destination, (nuint)Step);
    }

    // Copies a line in whole steps: up to one too much.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void CopyLine(ref byte line, ref byte destination, int length)
    {
        Vector256.LoadUnsafe(ref line).StoreUnsafe(ref destination);
        for (int i = Step; i < length; i += Step)
            Vector256.LoadUnsafe(ref line, (nuint)i).StoreUnsafe(ref destination, (nuint)i);
    }

    private int Write(int position, ReadOnlySpan<byte> text)
    {
        position = output.Reserve(position, text.Length);
        text.CopyTo(output.Buffer.AsSpan(position));
        return position + text.Length;
    }

    private int LineLength(int depth) => _newLine.Length + (_indentSize * depth);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void GrowLine(int length)
    {
        _lines = new byte[(int)BitOperations.RoundUpToPowerOf2((uint)(1 + length + Step))];
        _lines.AsSpan().Fill(_indentCharacter);
        _lines[0] = (byte)',';
        System.Text.Encoding.UTF8.GetBytes(_newLine, _lines.AsSpan(1));
    }

    // The bytes after backslashes that are not escaped themselves.
    // backslashes: all backslashes of a block.
    // isEscaped: the first byte of this block is one of them; then, of the next block.
    private static ulong FindEscaped(ulong backslashes, ref bool isEscaped)
    {
        ulong escaped = isEscaped ? 1UL : 0;
        isEscaped = false;
        for (ulong left = backslashes & ~escaped; left != 0;)
        {
            ulong backslash = left & (0 - left);
            ulong next = backslash << 1;
            escaped |= next;
            isEscaped = next == 0;
            left &= ~(backslash | next);
        }
        return escaped;
    }

    // From one offset of the row's to another.
    private readonly record struct Part(int Start, int End);
}
