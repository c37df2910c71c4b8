using System.Globalization;
using System.Text.Json.Serialization;

namespace RowJson;

/// <summary>
/// One resolver for all rows of a result, although each is written by a call of its own: an object in two rows is written
/// once and then referred to.
/// </summary>
internal sealed class SharedReferenceHandler(ReferenceHandler handler) : ReferenceHandler
{
    private readonly ReferenceResolver _resolver =
        // The framework's own gives a resolver only to itself.
        handler == Preserve ? new CountingResolver() : handler.CreateResolver();

    public override ReferenceResolver CreateResolver() => _resolver;

    /// <summary>Numbers objects from 1 on, as <see cref="ReferenceHandler.Preserve"/> does.</summary>
    private sealed class CountingResolver : ReferenceResolver
    {
        private readonly Dictionary<object, string> _ids = new(ReferenceEqualityComparer.Instance);

        public override string GetReference(object value, out bool alreadyExists)
        {
            alreadyExists = _ids.TryGetValue(value, out string? id);
            if (alreadyExists) return id!;
            id = (_ids.Count + 1).ToString(CultureInfo.InvariantCulture);
            _ids.Add(value, id);
            return id;
        }

        public override void AddReference(string referenceId, object value) => throw new NotSupportedException();

        public override object ResolveReference(string referenceId) => throw new NotSupportedException();
    }
}
