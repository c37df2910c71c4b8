namespace RowJson;

// Rows that are indented as a Utf8JsonWriter does it. A row is written without whitespace, and indented when it is complete. What the
// serializer has written in it is indented already, and keeps its bytes.
internal sealed class IndentFormat(RowEncoder encoder, Utf8Output output) : RowFormat(encoder, output)
{
    // Bytes after what is read or written that may be: a block is copied whole from any of its bytes on.
    private const int Padding = 2 * IndentBlock.Size;

    // A line break, indentation for the deepest value so far, and Step bytes.
    private byte[] _line = [];
    private string _newLine = "";
    private byte _indentCharacter;
    private int _indentSize;
    private int _depth;

    // Between the brackets of what is empty.
    private bool _isEmpty;

    // Bytes of a line that are copied at once; what is written too much is overwritten.
    private static int Step => Vector256<byte>.Count;

    // What the serializer has written of the row under way, with the line break before it where that writes one.
    public List<TextPart> Parts { get; } = [];

    public override void Open()
    {
        Parts.Clear();
        ref readonly JsonWriterOptions style = ref _encoder.Fallback.Style;
        if (_newLine == style.NewLine && _indentCharacter == style.IndentCharacter && _indentSize == style.IndentSize) return;
        (_newLine, _indentCharacter, _indentSize) = (style.NewLine, (byte)style.IndentCharacter, style.IndentSize);
        _line = [];
    }

    // Writes the indented text after the other, and moves it over that.
    public override int End(int position)
    {
        int from = _encoder.TextStart - _output.RowStart;
        int end = position - _output.RowStart;
        if (Parts.Count == 1 && Parts[0] == new TextPart(from, end))
        {
            Parts.Clear();
            return position;
        }
        _depth = _encoder.RowDepth;
        _isEmpty = false;
        bool hasLine = _depth == 0 || (Parts.Count > 0 && Parts[0].Start == from);
        // After a gap: a block that is read beyond the text would have to wait for what has just been written there.
        position = Reserve(position, 2 * Padding) + Padding;
        int begin = position - _output.RowStart;
        if (!hasLine) position = WriteLine(position, Padding);
        int indented = from;
        foreach (TextPart part in Parts)
        {
            position = Indent(indented, part.Start, position);
            position = Reserve(position, (long)(part.End - part.Start) + Padding);
            TextOf(part.Start, part.End).CopyTo(_output.Buffer.AsSpan(position));
            position += part.End - part.Start;
            indented = part.End;
        }
        Parts.Clear();
        position = Indent(indented, end, position);
        ReadOnlySpan<byte> text = TextOf(begin, position - _output.RowStart);
        int start = _output.RowStart + from;
        text.CopyTo(_output.Buffer.AsSpan(start));
        return start + text.Length;
    }

    // The line of a row, after which there is room for so many bytes.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int WriteLine(int position, int room)
    {
        int length = LineLength(_encoder.RowDepth);
        ref byte line = ref LineOf(_encoder.RowDepth);
        position = Reserve(position, (long)length + Math.Max(Step, room));
        CopyLine(ref line, ref _output.At(position, length + Step), length);
        return position + length;
    }

    private ReadOnlySpan<byte> TextOf(int from, int end) => _output.Buffer.AsSpan(_output.RowStart + from, end - from);

    // Indents what is between two parts, or all of the row; returns the position after it.
    private int Indent(int from, int end, int position)
    {
        ulong inString = 0;
        ulong escapedFirst = 0;
        for (int start = from; start < end; start += IndentBlock.Size)
        {
            int length = Math.Min(end - start, IndentBlock.Size);
            var block = new IndentBlock(in MemoryMarshal.GetReference(TextOf(start, start + Padding)));
            ulong quotes = block.Quotes;
            if ((block.Backslashes | escapedFirst) != 0)
            {
                ulong escaped = TextBlockMasks.FindEscaped(block.Backslashes & ~escapedFirst) | escapedFirst;
                quotes &= ~escaped;
                escapedFirst = (block.Backslashes & ~escaped) >> (IndentBlock.Size - 1);
            }
            ulong strings = TextBlockMasks.PrefixXor(quotes) ^ inString;
            inString = TextBlockMasks.InStringAfter(strings);
            ulong structure = block.Structure & ~strings & TextBlockMasks.FirstBits(length);
            // A space or a line may follow each of them. Any may be a bracket, after which lines are longer.
            int count = BitOperations.PopCount(structure);
            LineOf(_depth + count);
            position = Reserve(position, IndentBlock.Size + ((long)count * LineLength(_depth + count)) + Padding);
            position += IndentBytes(
                in MemoryMarshal.GetReference(TextOf(start, start + Padding)), length, structure, ref _output.At(position),
                isLast: start + length == end);
        }
        return position;
    }

    // Returns how many bytes it has written.
    // structure: brackets, commas and colons among the bytes.
    // isLast: after them comes the end of the row, or a part that has a line break already.
    private int IndentBytes(ref readonly byte text, int length, ulong structure, ref byte destination, bool isLast)
    {
        ref byte indentation = ref LineOf(_depth);
        int line = LineLength(_depth);
        int copied = 0;
        int written = 0;
        for (; structure != 0; structure &= structure - 1)
        {
            int at = BitOperations.TrailingZeroCount(structure);
            int next = at + 1;
            byte found = ByteAt(in text, at);
            if (found == (byte)':')
            {
                Copy(in ByteAt(in text, copied), ref Unsafe.Add(ref destination, written));
                written += next - copied;
                copied = next;
                Unsafe.Add(ref destination, written++) = (byte)' ';
                continue;
            }
            if (found != (byte)',')
            {
                if ((found | TextBlock.BracketCase) == '{')
                {
                    // What is empty stays as it is.
                    _isEmpty = (ByteAt(in text, next) | TextBlock.BracketCase) == '}';
                    if (_isEmpty) continue;
                    line = LineLength(++_depth);
                }
                else if (_isEmpty)
                {
                    _isEmpty = false;
                    continue;
                }
                else
                {
                    // Never below 0, whatever has become of a document's text.
                    line = LineLength(_depth = Math.Max(_depth - 1, 0));
                    next = at;
                }
            }
            Copy(in ByteAt(in text, copied), ref Unsafe.Add(ref destination, written));
            written += next - copied;
            copied = next;
            if (isLast && next == length) break;
            CopyLine(ref indentation, ref Unsafe.Add(ref destination, written), line);
            written += line;
        }
        Copy(in ByteAt(in text, copied), ref Unsafe.Add(ref destination, written));
        return written + length - copied;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ref readonly byte ByteAt(ref readonly byte text, int index) => ref Unsafe.Add(ref Unsafe.AsRef(in text), index);

    // Copies as many bytes as a block has.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Copy(ref readonly byte source, ref byte destination)
    {
        Vector256.LoadUnsafe(in source).StoreUnsafe(ref destination);
        Vector256.LoadUnsafe(in source, (nuint)Step).StoreUnsafe(ref destination, (nuint)Step);
    }

    // Copies a line in whole steps: up to one too much.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void CopyLine(ref byte line, ref byte destination, int length)
    {
        Vector256.LoadUnsafe(ref line).StoreUnsafe(ref destination);
        for (int i = Step; i < length; i += Step)
            Vector256.LoadUnsafe(ref line, (nuint)i).StoreUnsafe(ref destination, (nuint)i);
    }

    // No text is so long that the count does not fit in an array with it: the output says so.
    private int Reserve(int position, long count) => _output.Reserve(position, (int)Math.Min(count, Array.MaxLength));

    private int LineLength(int depth) => _newLine.Length + (_indentSize * depth);

    // The line break and indentation of the depth, and Step bytes.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ref byte LineOf(int depth)
    {
        int length = LineLength(depth) + Step;
        if (length > _line.Length) GrowLine(length);
        return ref MemoryMarshal.GetArrayDataReference(_line);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void GrowLine(int length)
    {
        _line = new byte[(int)BitOperations.RoundUpToPowerOf2((uint)length)];
        _line.AsSpan().Fill(_indentCharacter);
        Encoding.UTF8.GetBytes(_newLine, _line);
    }
}

// Which of 64 bytes of compact JSON text are of which kind: bit n is byte n. (A loop of vectors of 512 bits takes as long.)
internal readonly ref struct IndentBlock
{
    public const int Size = TextBlock.Size;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public IndentBlock(ref readonly byte source)
    {
        for (int i = 0; i < Size; i += Vector256<byte>.Count)
        {
            Vector256<byte> bytes = Vector256.LoadUnsafe(in source, (nuint)i);
            Vector256<byte> bracketCase = bytes | Vector256.Create(TextBlock.BracketCase);
            Quotes |= (ulong)Vector256.Equals(bytes, Vector256.Create((byte)'"')).ExtractMostSignificantBits() << i;
            Backslashes |= (ulong)Vector256.Equals(bytes, Vector256.Create((byte)'\\')).ExtractMostSignificantBits() << i;
            Structure |= (ulong)(Vector256.Equals(bytes, Vector256.Create((byte)',')) | Vector256.Equals(bytes, Vector256.Create((byte)':'))
                | Vector256.Equals(bracketCase, Vector256.Create((byte)'{')) | Vector256.Equals(bracketCase, Vector256.Create((byte)'}')))
                .ExtractMostSignificantBits() << i;
        }
    }

    // Quotes, those that are escaped among them.
    public ulong Quotes { get; }

    public ulong Backslashes { get; }

    // Brackets, commas and colons, those in strings among them.
    public ulong Structure { get; }
}
