using System.Text.Encodings.Web;

namespace RowJson;

/// <summary>What is worked out once for one <see cref="JsonRowOptions"/> and one encoder, for cells: what is escaped, and names.</summary>
internal abstract class CellContext(JsonRowOptions options, JavaScriptEncoder encoder)
{
    private NameCaches? _names;

    public JsonRowOptions Options => options;

    public readonly EscapeTable Escapes = new(encoder);

    /// <inheritdoc cref="NameCaches.Keys"/>
    public NameCache Keys => Names.Keys;

    /// <inheritdoc cref="NameCaches.ColumnKeys"/>
    public NameCache ColumnKeys => Names.ColumnKeys;

    /// <inheritdoc cref="NameCaches.Columns"/>
    public NameCache Columns => Names.Columns;

    /// <summary>One set for all encoders, whichever needs it first: text that is copied needs none.</summary>
    private NameCaches Names => _names ?? Interlocked.CompareExchange(ref _names, new NameCaches(options, encoder), null) ?? _names;
}
