namespace RowJson;

// The references of one write, which makes several calls: what replaces the array of rows in one has its id.
// resolver: the resolver of the user's handler.
internal sealed class RowReferences(ReferenceResolver resolver) : ReferenceResolver
{
    // The resolver, where it is the one that most have: called without a look at its type for each object.
    private readonly SharedReferenceHandler.CountingResolver? _counting = resolver as SharedReferenceHandler.CountingResolver;

    private object? _rows;

    // The id of the array of rows; null if it has none.
    public string? Identity { get; private set; }

    // Gives the array of rows its id.
    public string Identify(object rows) => Identity = resolver.GetReference(rows, out _);

    // The next object is the array of rows, or in its place; at least so many objects follow.
    public void BeginRows(object rows, int count)
    {
        _rows = rows;
        _counting?.Expect(count);
    }

    public override string GetReference(object value, out bool alreadyExists)
    {
        if (!ReferenceEquals(value, _rows))
        {
            return _counting is null
                ? resolver.GetReference(value, out alreadyExists)
                : _counting.GetReference(value, out alreadyExists);
        }
        _rows = null;
        alreadyExists = false;
        return Identity!;
    }

    public override void AddReference(string referenceId, object value) => resolver.AddReference(referenceId, value);

    public override object ResolveReference(string referenceId) => resolver.ResolveReference(referenceId);
}
