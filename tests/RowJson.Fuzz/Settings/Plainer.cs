using System.Collections.Concurrent;
using System.Reflection;

namespace RowJson.Fuzz;

/// <summary>Settings with one property set back to its default.</summary>
internal static class Plainer
{
    private static readonly ConcurrentDictionary<Type, PropertyInfo[]> PropertiesOf = new();

    public static IEnumerable<T> Of<T>(T settings)
        where T : notnull, new()
    {
        var defaults = new T();
        foreach (PropertyInfo property in Properties(typeof(T)))
        {
            object? value = property.GetValue(defaults);
            if (Equals(property.GetValue(settings), value)) continue;
            yield return With(settings, property, value);
        }
    }

    /// <summary>The initializer of an object expression.</summary>
    public static string ToCSharp<T>(T settings)
        where T : notnull, new()
    {
        var defaults = new T();
        IEnumerable<string> changed =
            from property in Properties(typeof(T))
            let value = property.GetValue(settings)
            where !Equals(value, property.GetValue(defaults))
            select $"{property.Name} = {CSharpText.Of(value)}";
        string text = string.Join(", ", changed);
        return text.Length == 0 ? $"new {typeof(T).Name}()" : $"new {typeof(T).Name} {{ {text} }}";
    }

    private static PropertyInfo[] Properties(Type type) => PropertiesOf.GetOrAdd(
        type, key => [.. key.GetProperties(BindingFlags.Public | BindingFlags.Instance).Where(property => property.CanWrite)]);

    private static T With<T>(T settings, PropertyInfo property, object? value)
        where T : notnull
    {
        // A record's own copy.
        var copy = (T)settings.GetType().GetMethod("<Clone>$")!.Invoke(settings, null)!;
        property.SetValue(copy, value);
        return copy;
    }
}
