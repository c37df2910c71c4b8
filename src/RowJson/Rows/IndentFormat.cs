namespace RowJson;

// Rows that are indented as by a Utf8JsonWriter. A row is written without whitespace, and indented when it is complete. Values in it that
// the serializer has written are indented already, and keep their bytes.
internal sealed class IndentFormat(RowEncoder encoder, Utf8Output output, in JsonWriterOptions style) : RowFormat(encoder, output)
{
    // Bytes of a line that are copied at once; excess bytes are overwritten later.
    private const int Step = 32;

    private readonly string _newLine = style.NewLine;
    private readonly byte _indentCharacter = (byte)style.IndentCharacter;
    private readonly int _indentSize = style.IndentSize;

    // A line break, indentation for the deepest value so far, and Step bytes.
    private byte[] _line = [];
    private int _depth;

    // Between the brackets of an empty value.
    private bool _isEmpty;

    // The parts of the row under way that the serializer has written, with the line break before them if it wrote one.
    public List<TextPart> Parts { get; } = [];

    public override void Close() => Parts.Clear();

    public override int End(int position)
    {
        int from = _encoder.TextStart - _output.RowStart;
        int end = position - _output.RowStart;
        bool hasLine = _encoder.RowDepth == 0 || _encoder.Fallback.IsValue || (Parts.Count > 0 && Parts[0].Start == from);
        return Indent(from, end, hasLine ? position : WriteLine(position, _encoder.RowDepth, room: 0), _encoder.RowDepth);
    }

    // Ends a part of a value. The part begins with a comma or the bracket before it; depth is that of what follows.
    public int EndPart(int position, int depth)
    {
        // An opening bracket at the end does not belong to an empty value.
        position = _output.Reserve(position, 1);
        _output.At(position) = 0;
        return Indent(0, position - _output.RowStart, position, IsOpening(_output.At(_output.RowStart)) ? depth - 1 : depth);
    }

    // The line of a row, or of a bracket, with room for so many bytes after it.
    public int WriteLine(int position, int depth, int room)
    {
        int length = LineLength(depth);
        position = Reserve(position, (long)length + Math.Max(Step, room));
        CopyLine(ref LineOf(depth), ref _output.At(position, length + Step), length);
        return position + length;
    }

    // Writes the text indented after what is at position, and moves that over the text.
    private int Indent(int from, int end, int position, int depth)
    {
        _depth = depth;
        _isEmpty = false;
        int indented = from;
        foreach (TextPart part in Parts)
        {
            position = Indent(indented, part.Start, position, isPartNext: true);
            position = _output.Reserve(position, part.End - part.Start);
            _output.TextOf(part.Start, _output.RowStart + part.End).CopyTo(_output.Buffer.AsSpan(position));
            position += part.End - part.Start;
            indented = part.End;
        }
        Parts.Clear();
        position = Indent(indented, end, position, isPartNext: false);
        ReadOnlySpan<byte> text = _output.TextOf(end, position);
        int start = _output.RowStart + from;
        text.CopyTo(_output.Buffer.AsSpan(start));
        return start + text.Length;
    }

    // Indents what is between two parts, or all of the row; returns the position after it.
    private int Indent(int from, int end, int position, bool isPartNext)
    {
        ulong inString = 0;
        ulong escapedFirst = 0;
        for (int start = from; start < end; start += TextBlock.Size)
        {
            int length = Math.Min(end - start, TextBlock.Size);
            position = Reserve(position, 2 * TextBlock.Size);
            ulong structure = FindStructure(ref _output.At(_output.RowStart + start, TextBlock.Size), ref inString, ref escapedFirst)
                & TextBlockMasks.FirstBits(length);

            // A space or a line may follow each of them. Any may be a bracket, after which lines are longer.
            int count = BitOperations.PopCount(structure);
            LineOf(_depth + count);
            position = Reserve(position, (2 * TextBlock.Size) + ((long)count * (LineLength(_depth + count) + Step)));
            bool isLast = isPartNext && start + length == end;
            position += IndentBlock(ref _output.At(_output.RowStart + start), length, structure, ref _output.At(position), isLast);
        }
        return position;
    }

    // Brackets, commas and colons outside of strings.
    private static ulong FindStructure(ref byte text, ref ulong inString, ref ulong escapedFirst)
    {
        var block = new TextBlock128(ref text);
        ulong quotes = block.Find((byte)'"');
        ulong backslashes = block.Find((byte)'\\');
        if ((backslashes | escapedFirst) != 0)
        {
            ulong escaped = TextBlockMasks.FindEscaped(backslashes & ~escapedFirst) | escapedFirst;
            quotes &= ~escaped;
            escapedFirst = (backslashes & ~escaped) >> (TextBlock.Size - 1);
        }
        ulong strings = TextBlockMasks.PrefixXor(quotes) ^ inString;
        inString = TextBlockMasks.InStringAfter(strings, TextBlock.Size);
        return (block.Find((byte)',') | block.Find((byte)':') | block.FindBrackets((byte)'{') | block.FindBrackets((byte)'}')) & ~strings;
    }

    // Returns how many bytes it has written. isLast: they are followed by a part that already has a line break.
    private int IndentBlock(ref byte text, int length, ulong structure, ref byte destination, bool isLast)
    {
        ref byte line = ref LineOf(_depth);
        int copied = 0;
        int written = 0;
        for (; structure != 0; structure &= structure - 1)
        {
            int at = BitOperations.TrailingZeroCount(structure);
            int next = at + 1;
            byte found = Unsafe.Add(ref text, at);
            if (IsOpening(found))
            {
                // An empty value stays as it is.
                _isEmpty = IsClosing(Unsafe.Add(ref text, next));
                if (_isEmpty) continue;
                _depth++;
            }
            else if (IsClosing(found))
            {
                bool wasEmpty = _isEmpty;
                _isEmpty = false;
                if (wasEmpty) continue;
                // Never below 0, whatever has happened to a document's text.
                _depth = Math.Max(_depth - 1, 0);
                next = at;
            }
            // Excess bytes are overwritten later.
            Unsafe.CopyBlockUnaligned(ref Unsafe.Add(ref destination, written), ref Unsafe.Add(ref text, copied), TextBlock.Size);
            written += next - copied;
            copied = next;
            if (found == ':') Unsafe.Add(ref destination, written++) = (byte)' ';
            else if (!isLast || next < length)
            {
                CopyLine(ref line, ref Unsafe.Add(ref destination, written), LineLength(_depth));
                written += LineLength(_depth);
            }
        }
        Unsafe.CopyBlockUnaligned(ref Unsafe.Add(ref destination, written), ref Unsafe.Add(ref text, copied), TextBlock.Size);
        return written + length - copied;
    }

    private static bool IsOpening(byte value) => (value | TextBlock.BracketCase) == '{';

    private static bool IsClosing(byte value) => (value | TextBlock.BracketCase) == '}';

    // Copies a line in whole steps, so up to one step too many.
    private static void CopyLine(ref byte line, ref byte destination, int length)
    {
        for (int i = 0; i < length; i += Step)
            Unsafe.CopyBlockUnaligned(ref Unsafe.Add(ref destination, i), ref Unsafe.Add(ref line, i), Step);
    }

    // The count always fits in an array together with the text: the output limits its length.
    private int Reserve(int position, long count) => _output.Reserve(position, (int)Math.Min(count, Array.MaxLength));

    private int LineLength(int depth) => _newLine.Length + (_indentSize * depth);

    // The line break and indentation of the depth, and Step bytes.
    private ref byte LineOf(int depth)
    {
        int length = LineLength(depth) + Step;
        if (length > _line.Length) GrowLine(length);
        return ref MemoryMarshal.GetArrayDataReference(_line);
    }

    private void GrowLine(int length)
    {
        _line = new byte[(int)BitOperations.RoundUpToPowerOf2((uint)length)];
        _line.AsSpan().Fill(_indentCharacter);
        Encoding.UTF8.GetBytes(_newLine, _line);
    }
}
