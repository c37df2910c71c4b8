using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace RowJson;

/// <summary>How values of one declared type are written as rows, inside what the serializer writes.</summary>
internal interface IRowConverter
{
    /// <summary>The contract that writes such a value as a whole.</summary>
    JsonTypeInfo CreateInfo(JsonSerializerOptions options);

    /// <summary>A value can be written batch by batch.</summary>
    bool HasBatches { get; }

    /// <summary>The serializer can write such a value element by element, and flush in between.</summary>
    bool IsSequence { get; }

    /// <summary>Columns are there to write a value by; asked where the serializer must not write a row for itself.</summary>
    bool IsReady(object value);

    /// <summary>The rows of a value that is not null.</summary>
    IRowBatches Open(object value);
}
