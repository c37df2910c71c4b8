using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace RowJson.Fuzz;

/// <summary>What a user's modifier changes in contracts.</summary>
internal enum ContractChange
{
    None,

    /// <summary>Collections and objects have callbacks.</summary>
    Callbacks,

    /// <summary>They have those for reading.</summary>
    ReadCallbacks,

    /// <summary>Numbers and lists of numbers have a number handling of their own.</summary>
    Numbers,

    /// <summary>Dictionaries and objects have one.</summary>
    NumbersOfOthers,

    /// <summary>Some properties are left out at some values.</summary>
    Conditions,

    /// <summary>Some properties have other getters.</summary>
    Getters,
}

/// <summary>The modifiers.</summary>
internal static class ContractChanges
{
    /// <summary>How many there are.</summary>
    public const int Count = (int)ContractChange.Getters;

    /// <summary>Null for no change.</summary>
    public static Action<JsonTypeInfo>? Of(ContractChange change) => change switch
    {
        ContractChange.Callbacks => AddCallbacks,
        ContractChange.ReadCallbacks => AddReadCallbacks,
        ContractChange.Numbers => info =>
        {
            if (info.Type == typeof(double) || info.Type == typeof(int) || info.ElementType == typeof(int))
                info.NumberHandling = JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString;
        }
        ,
        ContractChange.NumbersOfOthers => info =>
        {
            if (info.Kind is JsonTypeInfoKind.Dictionary or JsonTypeInfoKind.Object)
                info.NumberHandling = info.Type.Name.Length % 2 == 0 ? JsonNumberHandling.WriteAsString : JsonNumberHandling.Strict;
        }
        ,
        ContractChange.Conditions => info =>
        {
            foreach (JsonPropertyInfo property in info.Properties)
                if (property.Name.Length % 2 == 0) property.ShouldSerialize = static (_, value) => value is not (null or 0 or "");
        }
        ,
        ContractChange.Getters => info =>
        {
            foreach (JsonPropertyInfo property in info.Properties)
                if (property.PropertyType == typeof(int) && property.Get is { } get) property.Get = it => (int)get(it)! / 2;
        }
        ,
        _ => null,
    };

    private static void AddReadCallbacks(JsonTypeInfo info)
    {
        // Arrays, memory and what has no constructor refuse them.
        if (info.Kind == JsonTypeInfoKind.None || info.Type.IsArray || info.CreateObject is null || IsMemory(info.Type)) return;
        string name = info.Type.Name;
        info.OnDeserializing = _ => Calls.Add($"deserializing {name}");
        info.OnDeserialized = _ => Calls.Add($"deserialized {name}");
    }

    private static void AddCallbacks(JsonTypeInfo info)
    {
        AddReadCallbacks(info);
        if (info.Kind == JsonTypeInfoKind.None || info.Type.IsValueType) return;
        string name = info.Type.Name;
        info.OnSerializing = _ => Calls.Add($"serializing {name}");
        info.OnSerialized = _ => Calls.Add($"serialized {name}");
    }

    private static bool IsMemory(Type type) =>
        type.IsGenericType && type.GetGenericTypeDefinition() is { } definition
        && (definition == typeof(Memory<>) || definition == typeof(ReadOnlyMemory<>));
}
