namespace RowJson;

// Writes values of any type: directly what is nested in a cell and has no converter, and the rest by the serializer. The type of a value is
// known from its declaration (Typed, Members, Lists), or only when the value is written (Any, Objects, Nested).
internal abstract partial class ValueEncoder(EncodingContext context, Utf8Output output, SerializerFallback fallback)
    : CellEncoder(context, output)
{
    protected readonly SerializerTraits _traits = context.Traits;

    private readonly EncodingContext _context = context;
    private readonly SerializerFallback _fallback = fallback;
    protected int _maxWriterDepth;

    // The lowest address on this thread's stack that had enough room since the thread began to use the encoder: higher ones have it, too.
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

    // Each value has to be checked, because a converter may be for one of the basic types.
    public bool AsksAboutBasics { get; private set; }

    // Rows are written without white space first, and indented when they are complete.
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
