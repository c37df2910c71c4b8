using System.Text.Json.Serialization;

namespace RowJson.EntityFrameworkCore.Tests;

internal sealed record Named(int Id, string? Note);

/// <summary>Knows one of the types, and writes an enumeration as text.</summary>
[JsonSourceGenerationOptions(UseStringEnumConverter = true)]
[JsonSerializable(typeof(Named))]
[JsonSerializable(typeof(OrderState))]
[JsonSerializable(typeof(OrderState?))]
internal sealed partial class NamedContext : JsonSerializerContext;

internal readonly record struct NamedValue(int Id, string? Note);

/// <summary>A record with a property of its own beside those of the constructor.</summary>
internal sealed record Extended(int Id)
{
    public string? Note { get; init; }
}

/// <summary>Properties without code, with initial values.</summary>
internal sealed class Plain
{
    public int Id { get; set; }

    [JsonPropertyName("the_note")]
    public string Note { get; set; } = "";

    [JsonIgnore]
    public int Hidden { get; set; } = -1;
}

/// <summary>A property that returns something else than what was stored.</summary>
internal sealed class Changing
{
    private readonly string? _note;

    public int Id { get; init; }

    public string? Note
    {
        get => _note + "!";
        init => _note = value;
    }
}

/// <summary>A property that is computed.</summary>
internal sealed class Computed
{
    public int Id { get; init; }

    public int Twice => Id * 2;
}

/// <summary>A constructor that stores a value of its own after the one that it is given.</summary>
internal sealed class Replaced
{
    public Replaced(string? note)
    {
        Note = note;
        Note = "constant";
    }

    public string? Note { get; }
}

/// <summary>A constructor that changes what it is given.</summary>
internal sealed class Constructed(int id)
{
    public int Id { get; } = id + 1;
}

/// <summary>A property that is not set by the query, and has a value of its own.</summary>
internal sealed class Partly
{
    public int Id { get; init; }

    public string Kind { get; init; } = "partly";
}

internal sealed class Derived : DerivedBase
{
    public int Id { get; init; }
}

internal class DerivedBase
{
    public string? Note { get; init; }
}

internal sealed class WithCondition
{
    public int Id { get; init; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Note { get; init; }
}

internal sealed class WithConverter
{
    public int Id { get; init; }

    [JsonConverter(typeof(JsonStringEnumConverter<OrderState>))]
    public OrderState State { get; init; }
}

[JsonNumberHandling(JsonNumberHandling.WriteAsString)]
internal sealed class WithNumbersAsText
{
    public int Id { get; init; }
}

internal sealed class WithCallback : IJsonOnSerializing
{
    public int Id { get; set; }

    public void OnSerializing() => Id = -Id;
}

[JsonPolymorphic]
[JsonDerivedType(typeof(Polymorphic), "p")]
[JsonDerivedType(typeof(PolymorphicChild), "c")]
internal class Polymorphic
{
    public int Id { get; init; }
}

internal sealed class PolymorphicChild : Polymorphic;

internal sealed class WithField
{
    public int Id;

    [JsonInclude]
    public string? Note;
}

internal sealed class Ordered
{
    public int Id { get; init; }

    [JsonPropertyOrder(-1)]
    public string? Note { get; init; }
}

internal sealed class Accented
{
    public int Id { get; init; }

    [JsonPropertyName("größe")]
    public int Size { get; init; }
}
