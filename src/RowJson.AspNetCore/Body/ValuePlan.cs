using System.Collections.Concurrent;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace RowJson.AspNetCore;

/// <summary>How the values of one type are written with one set of options: what is found out once.</summary>
internal sealed class ValuePlan
{
    private static readonly ConditionalWeakTable<JsonSerializerOptions, ConcurrentDictionary<Type, ValuePlan>> Known = [];

    private readonly Func<object, object>? _make;

    private ValuePlan(Type type, JsonSerializerOptions options)
    {
        WrittenAs = type;
        if (ElementOf(type, typeof(IAsyncEnumerable<>)) is { } awaited)
        {
            IsRows = HoldsRows = HoldsRowsIn(typeof(List<>).MakeGenericType(awaited));
            IsAsync = true;
            _make = MakerOf(nameof(OfAsync), awaited);
        }
        else if (ElementOf(type, typeof(IEnumerable<>)) is { } element)
        {
            IsRows = HoldsRowsIn(typeof(List<>).MakeGenericType(element));
            HoldsRows = IsRows || HoldsRowsIn(type);
            _make = MakerOf(nameof(Of), element);
            Type sequence = typeof(IEnumerable<>).MakeGenericType(element);
            // A query, or a collection of the application's, which the serializer would only enumerate.
            if (IsRows && !HoldsRowsIn(type) && HoldsRowsIn(sequence) && IsOnlyEnumerated(type, element, options)) WrittenAs = sequence;
        }
        else
        {
            HoldsRows = HoldsRowsIn(type);
        }

        bool HoldsRowsIn(Type of) => JsonRowSerializer.HoldsRows(of, options);
    }

    /// <summary>RowJson writes such values.</summary>
    public bool HoldsRows { get; }

    /// <summary>Such values are rows themselves, which can be framed in other ways than as an array.</summary>
    public bool IsRows { get; }

    /// <summary>The serializer has no synchronous way to write such rows.</summary>
    public bool IsAsync { get; }

    /// <summary>The type by which <see cref="JsonRowSerializer"/> writes such values.</summary>
    public Type WrittenAs { get; }

    public static ValuePlan Of(Type type, JsonSerializerOptions options) =>
        Known.GetValue(options, static _ => new ConcurrentDictionary<Type, ValuePlan>())
            .GetOrAdd(type, static (type, options) => new ValuePlan(type, options), options);

    /// <summary>Returns <see cref="JsonRows"/> or <see cref="AsyncJsonRows"/>.</summary>
    public object MakeRows(object value) => _make!(value);

    private static bool IsOnlyEnumerated(Type type, Type element, JsonSerializerOptions options) =>
        options.TryGetTypeInfo(type, out JsonTypeInfo? info)
        && info.Kind == JsonTypeInfoKind.Enumerable
        && info.ElementType == element
        && info.PolymorphismOptions is null
        && info.Converter.GetType().Assembly == typeof(JsonSerializer).Assembly;

    private static JsonRows Of<T>(object sequence) => JsonRows.From((IEnumerable<T>)sequence);

    private static AsyncJsonRows OfAsync<T>(object sequence) => JsonRows.From((IAsyncEnumerable<T>)sequence);

    private static Func<object, object> MakerOf(string method, Type element) =>
        typeof(ValuePlan).GetMethod(method, BindingFlags.Static | BindingFlags.NonPublic)!
            .MakeGenericMethod(element).CreateDelegate<Func<object, object>>();

    /// <summary>Null for types that are no sequence, or several.</summary>
    private static Type? ElementOf(Type type, Type definition)
    {
        Type[] found =
            [.. type.GetInterfaces().Append(type).Where(it => it.IsGenericType && it.GetGenericTypeDefinition() == definition)];
        return found.Length == 1 ? found[0].GetGenericArguments()[0] : null;
    }
}
