namespace RowJson;

// Writes values of any type: what is nested in a cell directly, where no converter is for it, and the rest by the serializer. Which type a
// value has is known from its declaration (Typed, Members, Lists), or only when it is written (Any, Objects, Nested).
internal abstract partial class ValueEncoder : CellEncoder
{
    protected readonly SerializerTraits _traits;

    // The values of rows have to be looked at: a converter may be for one of the basic types.
    protected bool _asksAboutBasics;

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

    private JsonTextIndenter? _ownIndenter;

    // Indents rows that are written directly, once they are complete; null where they are not.
    protected JsonTextIndenter? _indenter;

    // Rows are indented: what has been written directly when the row ends.
    public bool Indents => _indenter is not null;

    // The text of elements can be copied; false: their own writer indents it.
    public bool CopiesElements { get; private set; }

    // Sets what depends on how deep rows are nested, and on the style.
    protected void SetUpValues(int rowDepth, in JsonWriterOptions style)
    {
        RowDepth = rowDepth;
        _maxWriterDepth = style.MaxDepth;
        _indenter = style.Indented && _options.SerializerOptions.WriteIndented && !_traits.KeepsReferences
            ? _ownIndenter ??= new JsonTextIndenter(_output, _options.Pool)
            : null;
        _indenter?.Open(style);
        CopiesElements = !style.Indented || Indents;
    }

    // Begins an output.
    protected void BeginValues()
    {
        _cellDepth = RowDepth + 1;
        _asksAboutBasics = _traits.AsksAboutBasics;
        Column = null;
        RenewNames();
    }

    // Gives back what the output has taken.
    protected void CloseValues() => _indenter?.Close();

    // The text from start on, an offset of the row's, is the serializer's: indented where rows are.
    private int EndSerialized(int start, int position)
    {
        _indenter?.Keep(start, position);
        return position;
    }
}
