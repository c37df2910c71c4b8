using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace RowJson.AspNetCore;

// How the values of one type are written with one set of options: what is found out once.
internal sealed class ValuePlan
{
    private static readonly ConditionalWeakTable<JsonSerializerOptions, ConcurrentDictionary<(Type, bool), ValuePlan>> Known = [];

    private const string ReferenceTypes = "Code over reference types is compiled ahead.";

    private readonly Func<object, object>? _make;

    // type: the type.
    // isObject: the serializer is told that the type is object, and looks at the value itself.
    // options: what the values are written with.
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = ReferenceTypes)]
    private ValuePlan(Type type, bool isObject, JsonSerializerOptions options)
    {
        WrittenAs = isObject ? typeof(object) : type;
        if (isObject && !IsFrameworks(options.GetTypeInfo(typeof(object)))) return;
        if (!options.TryGetTypeInfo(type, out JsonTypeInfo? info)) return;
        SaysAll = BodyValue.SaysAll(info);
        IsOpen = !SaysAll && info.ElementType is null or { IsSealed: false };
        HoldsRows = JsonRowSerializer.HoldsRows(type, options);
        if (!IsOnlyEnumerated(info) || (isObject && HasPolymorphicAncestor(type, options))) return;
        Type element = info.ElementType!;
        // Code over value types is made at run time; that over reference types is compiled ahead.
        if (!RuntimeFeature.IsDynamicCodeSupported && element.IsValueType) return;
        bool isAsync = ElementOf(type, typeof(IAsyncEnumerable<>)) == element;
        if (!isAsync && ElementOf(type, typeof(IEnumerable<>)) != element) return;
        bool isList = JsonRowSerializer.IsRows(type, element, options);
        // A source-generated context need not know other sequences than the one that is declared.
        if (!isList && !JsonRowSerializer.IsRows(typeof(List<>).MakeGenericType(element), element, options)) return;
        HoldsRows = IsRows = true;
        _make = MakerOf(isAsync ? nameof(OfAsync) : nameof(Of), element);
        // A query, or a collection of the application's, is written as the sequence that it is enumerated as.
        Type sequence = typeof(IEnumerable<>).MakeGenericType(element);
        WrittenAs = !isAsync && !isList && JsonRowSerializer.IsRows(sequence, element, options) ? sequence : type;
    }

    // The plan that leaves the values to the serializer, where a contract cannot be made.
    private ValuePlan(Type type) => WrittenAs = type;

    // RowJson writes such values.
    public bool HoldsRows { get; }

    // Such values are rows themselves, which can be framed in other ways than as an array.
    public bool IsRows { get; }

    // No value of the type has more to write than the type has. Also true without a contract: the framework then refuses the type.
    public bool SaysAll { get; } = true;

    // Only the values themselves can tell what they are: the type says neither what they hold nor what their elements are.
    public bool IsOpen { get; }

    // The type by which JsonRowSerializer writes such values.
    public Type WrittenAs { get; }

    // The plan of values that are written as a type.
    public static ValuePlan Of(Type type, JsonSerializerOptions options) => Of(type, isObject: false, options);

    // The plan of values that are written as object, by the type that they have.
    public static ValuePlan OfObject(Type valueType, JsonSerializerOptions options) => Of(valueType, isObject: true, options);

    // Returns JsonRows or AsyncJsonRows.
    public object MakeRows(object value) => _make!(value);

    private static ValuePlan Of(Type type, bool isObject, JsonSerializerOptions options) =>
        Known.GetValue(options, static _ => new ConcurrentDictionary<(Type, bool), ValuePlan>())
            .GetOrAdd((type, isObject), static (key, options) => Create(key.Item1, key.Item2, options), options);

    private static ValuePlan Create(Type type, bool isObject, JsonSerializerOptions options)
    {
        try
        {
            return new ValuePlan(type, isObject, options);
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            // The serializer says so when it is asked to write a value of the type.
            return new ValuePlan(type);
        }
    }

    // The serializer adds nothing to the elements, and leaves nothing to a user's converter.
    private static bool IsOnlyEnumerated(JsonTypeInfo info) =>
        info is { Kind: JsonTypeInfoKind.Enumerable, ElementType: not null, PolymorphismOptions: null }
        && info is { OnSerializing: null, OnSerialized: null }
        && IsFrameworks(info);

    // No user's converter writes such values.
    private static bool IsFrameworks(JsonTypeInfo info) => info.Converter.GetType().Assembly == typeof(JsonSerializer).Assembly;

    // A value that is written as object gets the discriminator that an ancestor of its type declares.
    [UnconditionalSuppressMessage("Trimming", "IL2070", Justification = "The serializer looks for the same interfaces.")]
    private static bool HasPolymorphicAncestor(Type type, JsonSerializerOptions options)
    {
        for (Type? ancestor = type.BaseType; ancestor is not null; ancestor = ancestor.BaseType)
            if (IsPolymorphic(ancestor)) return true;
        return Array.Exists(type.GetInterfaces(), IsPolymorphic);

        bool IsPolymorphic(Type ancestor) => options.TryGetTypeInfo(ancestor, out JsonTypeInfo? info) && info.PolymorphismOptions is not null;
    }

    private static JsonRows Of<T>(object sequence) => JsonRows.From((IEnumerable<T>)sequence);

    private static AsyncJsonRows OfAsync<T>(object sequence) => JsonRows.From((IAsyncEnumerable<T>)sequence);

    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = ReferenceTypes)]
    [UnconditionalSuppressMessage("Trimming", "IL2060", Justification = "The methods ask nothing of their type argument.")]
    private static Func<object, object> MakerOf(string method, Type element) =>
        typeof(ValuePlan).GetMethod(method, 1, BindingFlags.Static | BindingFlags.NonPublic, [typeof(object)])!
            .MakeGenericMethod(element).CreateDelegate<Func<object, object>>();

    // Null for types that are not sequences, or are several sequences.
    [UnconditionalSuppressMessage("Trimming", "IL2070", Justification = "The serializer looks for the same interfaces.")]
    private static Type? ElementOf(Type type, Type definition)
    {
        Type[] found =
            [.. type.GetInterfaces().Append(type).Where(it => it.IsGenericType && it.GetGenericTypeDefinition() == definition)];
        return found.Length == 1 ? found[0].GetGenericArguments()[0] : null;
    }
}
