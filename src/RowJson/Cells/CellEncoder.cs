namespace RowJson;

// Writes cells of known types into one Utf8Output: names, scalars, texts. What is nested in a cell is written by ValueEncoder, and what is
// around the cells by RowEncoder, which derive from it. Methods that write take the position and return the one after what they wrote;
// between calls it is in a local of the caller, and in a register where that matters. Used by one thread at a time.
internal abstract partial class CellEncoder(CellContext context, Utf8Output output)
{
    protected readonly EscapeTable _escapes = context.Escapes;
    protected readonly JsonRowOptions _options = context.Options;
    protected readonly Utf8Output _output = output;
    public readonly bool OmitsNulls = context.Options.LeavesOutNulls;
    public readonly bool ChangesColumns = context.Options.ChangesColumns;

    // The depth of the cells under way: the row's, or that of an object nested in it.
    protected int _cellDepth;

    private readonly bool _writesNamedLiterals =
        context.Options.SerializerOptions.NumberHandling.HasFlag(JsonNumberHandling.AllowNamedFloatingPointLiterals);

    // The source's name of the column under way, where a failure can be that column's.
    public string? Column { get; set; }

    // The nesting of rows: 1 inside an array, more inside a larger document.
    public int RowDepth { get; protected set; }

    public abstract int WriteElement(int position, JsonElement element, int depth);

    public abstract int WriteRawJson(int position, RawJson json, int depth);

    public int WriteText(int position, ReadOnlySpan<byte> text)
    {
        position = _output.Reserve(position, text.Length);
        text.CopyTo(_output.Buffer.AsSpan(position));
        return position + text.Length;
    }

    // Writes what begins or ends a frame: nearly always one byte, which takes no call.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    protected int WriteFrame(int position, byte[] text)
    {
        if (text.Length != 1) return WriteText(position, text);
        position = _output.Reserve(position, 1);
        _output.At(position) = text[0];
        return position + 1;
    }

    // One store of four bytes, of which only the text's length counts: this takes no branch on the format.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    protected int WriteText(int position, ShortText text)
    {
        position = _output.Reserve(position, ShortText.MaxLength);
        Unsafe.WriteUnaligned(ref _output.At(position, ShortText.MaxLength), text.Bytes);
        return position + text.Length;
    }

    [Conditional("DEBUG")]
    protected void AssertRoom(int position, int count) => Debug.Assert(_output.Limit - position >= count);
}

// What is worked out for cells once for each JsonRowOptions and encoder: what is escaped, and names.
internal abstract class CellContext(JsonRowOptions options, JavaScriptEncoder encoder)
{
    public JsonRowOptions Options => options;

    public readonly EscapeTable Escapes = new(encoder);

    // One set for all encoders, created by the first one that needs it: text that is copied needs none.
    public NameCaches Names => field ?? Interlocked.CompareExchange(ref field, new NameCaches(options, encoder), null) ?? field;
}
