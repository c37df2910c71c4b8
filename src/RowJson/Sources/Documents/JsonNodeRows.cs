using System.Text.Json.Nodes;
using System.Text.Json.Serialization;

namespace RowJson;

/// <summary>The rows of a mutable JSON array: each node writes itself.</summary>
[JsonConverter(typeof(JsonRowsConverter))]
internal sealed class JsonNodeRows(JsonArray array) : JsonRows
{
    internal override IRowPass Open() => new Pass(array);

    private sealed class Pass(JsonArray array) : IRowPass
    {
        private IEnumerator<JsonNode?>? _enumerator;

        public IRowPass? EncodeBatch(RowEncoder encoder)
        {
            // An array that changes in the meantime makes its enumerator fail, as it does for the serializer.
            _enumerator ??= array.GetEnumerator();
            while (_enumerator.MoveNext())
            {
                encoder.WriteNodeRow(_enumerator.Current);
                if (encoder.BatchIsFull) return this;
            }
            return null;
        }

        public void Dispose() => _enumerator?.Dispose();
    }
}
