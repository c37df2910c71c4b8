using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace RowJson.Benchmarks;

/// <summary>The fastest way of <see cref="JsonSerializer"/>: code that the compiler generated for the class.</summary>
internal sealed class SourceGeneratedContender : IContender
{
    public string Name => "JsonSerializerContext";

    public string Description => "JsonSerializer.Serialize with a source-generated JsonSerializerContext (objects only)";

    public EncodeRows? Prepare(object rows, EncodingSettings settings)
    {
        if (rows is not List<Order> orders)
            return null;
        Utf8JsonWriter writer = settings.CreateWriter();
        JsonTypeInfo<List<Order>> metadata = settings.Encoder is null
            ? OrderContext.Default.ListOrder
            : new OrderContext(new JsonSerializerOptions { Encoder = settings.Encoder }).ListOrder;
        return output =>
        {
            writer.Reset(output);
            JsonSerializer.Serialize(writer, orders, metadata);
        };
    }
}
