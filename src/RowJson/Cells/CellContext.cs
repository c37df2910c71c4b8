namespace RowJson;

// What is worked out once for one JsonRowOptions and one encoder, for cells: what is escaped, and names.
internal abstract class CellContext(JsonRowOptions options, JavaScriptEncoder encoder)
{
    private NameCaches? _names;

    public JsonRowOptions Options => options;

    public readonly EscapeTable Escapes = new(encoder);

    public NameCache Keys => Names.Keys;

    public NameCache ColumnKeys => Names.ColumnKeys;

    public NameCache Columns => Names.Columns;

    // One set for all encoders, whichever needs it first: text that is copied needs none.
    private NameCaches Names => _names ?? Interlocked.CompareExchange(ref _names, new NameCaches(options, encoder), null) ?? _names;
}
