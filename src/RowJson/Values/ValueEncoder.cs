namespace RowJson;

// Writes values of any type: what is nested in a cell directly, where no converter is for it, and the rest by the serializer. Which type a
// value has is known from its declaration (Typed, Members, Lists), or only when it is written (Any, Objects, Nested).
internal abstract partial class ValueEncoder : CellEncoder
{
    protected readonly SerializerTraits _traits;

    private readonly EncodingContext _context;
    private readonly SerializerFallback _fallback;
    protected int _maxWriterDepth;

    protected ValueEncoder(EncodingContext context, Utf8Output output, SerializerFallback fallback)
        : base(context, output)
    {
        _context = context;
        _traits = context.Traits;
        _fallback = fallback;
        ReplacesCells = _options.UnwritableHandling != JsonUnwritableHandling.Throw && !_traits.KeepsReferences;
    }

    public AncestorStack Ancestors = new();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool IsAncestor(object value) => Ancestors.Contains(value);

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

    // The text of elements can be copied; false: the serializer's writer indents it.
    public bool CopiesElements { get; private set; }

    protected void SetUpValues(int rowDepth, in JsonWriterOptions style)
    {
        RowDepth = rowDepth;
        _maxWriterDepth = style.MaxDepth;
        Indents = style.Indented && _options.SerializerOptions.WriteIndented && !_traits.KeepsReferences;
        CopiesElements = Indents == style.Indented;
    }

    protected void BeginValues()
    {
        _cellDepth = RowDepth + 1;
        AsksAboutBasics = _traits.AsksAboutBasics;
        Column = null;
        BeginNames();
    }
}
