using System.Text.Json;
using System.Text.Json.Serialization;

namespace RowJson.Fuzz;

/// <summary>An object that leads back to itself, and to others of its kind.</summary>
internal sealed class Node
{
    public int Id { get; set; }

    public string? Name { get; set; }

    public Node? Parent { get; set; }

    public List<Node?>? Children { get; set; }

    public object? Anything { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public Dictionary<string, Node?>? ByName { get; set; }
}

/// <summary>By a converter of its own.</summary>
[JsonConverter(typeof(TagConverter))]
internal readonly record struct Tag(int Value);

internal sealed class TagConverter : JsonConverter<Tag>
{
    public override Tag Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => new(reader.GetInt32());

    public override void Write(Utf8JsonWriter writer, Tag value, JsonSerializerOptions options) => writer.WriteStringValue($"#{value.Value}");
}

/// <summary>Any value among single ones.</summary>
internal sealed class Holder<T>
{
    public int Id { get; set; }

    public string? Name { get; set; }

    public T? Value { get; set; }

    public bool Flag { get; set; }

    public long Number { get; set; }
}

/// <summary>The same as a structure.</summary>
internal record struct Slot<T>(int Id, T? Value, double Ratio, string? Text);
