namespace RowJson;

// Writes values of any type: what is nested in a cell directly, where no converter is for it, and the rest by the serializer. Which type a
// value has is known from its declaration (Typed, Members, Lists), or only when it is written (Any, Objects, Nested).
internal abstract partial class ValueEncoder(EncodingContext context, Utf8Output output, SerializerFallback fallback)
    : CellEncoder(context, output)
{
    protected readonly SerializerTraits _traits = context.Traits;

    private readonly EncodingContext _context = context;
    private readonly SerializerFallback _fallback = fallback;
    protected int _maxWriterDepth;

    // The lowest address on this thread's stack at which there was room since it began to use the encoder: higher ones have room, too.
    protected nuint _lowestOnStack;

    public AncestorStack Ancestors = new();

    public void PushOuter(object value)
    {
        if (_traits.IgnoresCycles) Ancestors.PushOuter(value);
    }

    public void PopOuter()
    {
        if (_traits.IgnoresCycles) Ancestors.PopOuter();
    }

    // The values of rows have to be looked at: a converter may be for one of the basic types.
    public bool AsksAboutBasics { get; private set; }

    // Rows are written without whitespace, and indented when they are complete.
    public bool Indents { get; private set; }

    protected void SetUpValues(int rowDepth, in JsonWriterOptions style)
    {
        RowDepth = rowDepth;
        _maxWriterDepth = style.MaxDepth;
        Indents = style.Indented;
    }

    protected void BeginValues()
    {
        _cellDepth = RowDepth + 1;
        AsksAboutBasics = _traits.AsksAboutBasics;
        Column = null;
        BeginNames();
    }
}
