namespace RowJson;

// One resolver for all rows of a result, although each is written by a call of its own: an object in two rows is written once and then
// referred to. A call that a converter makes meanwhile gets a resolver of its own, as in the serializer.
[SuppressMessage("Design", "CA1001", Justification = "Lives as long as its options, and holds nothing between calls.")]
internal sealed class SharedReferenceHandler(ReferenceHandler handler) : ReferenceHandler
{
    private readonly ThreadLocal<ReferenceResolver?> _next = new();

    public ReferenceResolver NewResolver() =>
        // The framework's own handler gives a resolver only to the serializer.
        handler == Preserve ? new CountingResolver() : handler.CreateResolver();

    // The serializer's next call on this thread goes on with resolver.
    public void HandOver(ReferenceResolver? resolver) => _next.Value = resolver;

    public override ReferenceResolver CreateResolver()
    {
        if (_next.Value is not { } resolver) return NewResolver();
        _next.Value = null;
        return resolver;
    }

    // Numbers objects from 1 on, as ReferenceHandler.Preserve does.
    private sealed class CountingResolver : ReferenceResolver
    {
        private readonly Dictionary<object, string> _ids = new(ReferenceEqualityComparer.Instance);

        public override string GetReference(object value, out bool alreadyExists)
        {
            ref string? id = ref CollectionsMarshal.GetValueRefOrAddDefault(_ids, value, out alreadyExists);
            return id ??= _ids.Count.ToString(CultureInfo.InvariantCulture);
        }

        public override void AddReference(string referenceId, object value) => throw new NotSupportedException();

        public override object ResolveReference(string referenceId) => throw new NotSupportedException();
    }
}
