using System.Text.Json;

namespace RowJson.Benchmarks;

/// <summary>Rows that were parsed and are passed on: a <see cref="JsonDocument"/>.</summary>
internal sealed class DocumentSource : IRowSource
{
    public string Name => "document";

    public string Description => "a JsonDocument: rows that were parsed and are passed on";

    public object Load(Sample sample) => JsonDocument.Parse(sample.Utf8Json);
}
