using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace RowJson;

/// <summary>What rows of names and values are declared as: made once per type.</summary>
/// <param name="RowType">The kind of dictionary; null where the rows are sequences of pairs.</param>
/// <param name="SequenceType">The sequence of them.</param>
internal sealed record DeclaredPairs(Type? RowType, Type SequenceType);

/// <summary>Rows of names and values, by the declared type of the values.</summary>
internal abstract class PairValues
{
    /// <summary>The types that need no code made at run time.</summary>
    private static readonly PairValues[] Known =
    [
        new ObjectPairs(), new PairValues<string?>(), new PairValues<int>(), new PairValues<long>(), new PairValues<double>(),
        new PairValues<bool>(), new PairValues<decimal>(), new PairValues<DateTime>(), new PairValues<Guid>(), new PairValues<float>(),
        new PairValues<short>(), new PairValues<byte>(), new PairValues<sbyte>(), new PairValues<ushort>(), new PairValues<uint>(),
        new PairValues<ulong>(), new PairValues<Half>(), new PairValues<char>(), new PairValues<DateTimeOffset>(),
        new PairValues<DateOnly>(), new PairValues<TimeOnly>(), new PairValues<TimeSpan>(), new PairValues<JsonElement>(),
        new PairValues<RawJson>(), new PairValues<JsonNode?>(), new PairValues<int?>(), new PairValues<long?>(),
        new PairValues<double?>(), new PairValues<bool?>(), new PairValues<decimal?>(), new PairValues<DateTime?>(),
        new PairValues<Guid?>(),
    ];

    /// <summary>The pairs of a row type, a class or an interface; null if its rows are something else, or of several kinds.</summary>
    public static PairValues? Of(Type rowType)
    {
        if (!rowType.IsAssignableTo(typeof(System.Collections.IEnumerable)) || rowType == typeof(string)) return null;
        Type[] pairs = [.. InterfacesOf(rowType).Append(rowType).Where(IsSequenceOfPairs).Distinct()];
        if (pairs.Length != 1) return null;
        if (Array.Find(Known, values => values.SequenceType == pairs[0]) is { } known) return known;
        Type value = pairs[0].GetGenericArguments()[0].GetGenericArguments()[1];
        if (RuntimeFeature.IsDynamicCodeSupported) return Create(value);
        // The serializer writes a dictionary by its metadata, and other sequences of pairs not as rows.
        return IsDictionary(rowType) ? null : new UnknownPairs(pairs[0]);
    }

    /// <summary><see cref="IEnumerable{T}"/> of pairs.</summary>
    protected abstract Type SequenceType { get; }

    /// <inheritdoc cref="DictionaryRows"/>
    public abstract JsonRows Rows(IEnumerable<object?> rows, DeclaredPairs declared);

    /// <summary>Writes one row.</summary>
    public abstract void Encode(RowEncoder encoder, object? row, Type? rowType);

    /// <summary>The serializer writes the type as an object of names and values, and not as an array of pairs.</summary>
    public static bool IsDictionary(Type type) => Array.Exists(
        [type, .. InterfacesOf(type)],
        candidate => candidate.IsGenericType
            && (candidate.GetGenericTypeDefinition() == typeof(IDictionary<,>)
                || candidate.GetGenericTypeDefinition() == typeof(IReadOnlyDictionary<,>)));

    [UnconditionalSuppressMessage("Trimming", "IL2070", Justification = "Rows are enumerated by the interface that is looked for.")]
    private static Type[] InterfacesOf(Type type) => type.GetInterfaces();

    private static bool IsSequenceOfPairs(Type type) =>
        type.IsGenericType && type.GetGenericTypeDefinition() == typeof(IEnumerable<>)
        && type.GetGenericArguments()[0] is { IsGenericType: true } pair && pair.GetGenericTypeDefinition() == typeof(KeyValuePair<,>)
        && pair.GetGenericArguments()[0] == typeof(string);

    [RequiresDynamicCode("Makes a generic type at run time.")]
    private static PairValues Create(Type valueType) =>
        (PairValues)Activator.CreateInstance(typeof(PairValues<>).MakeGenericType(valueType))!;

    private sealed class ObjectPairs : PairValues
    {
        protected override Type SequenceType => typeof(IEnumerable<KeyValuePair<string, object?>>);

        public override JsonRows Rows(IEnumerable<object?> rows, DeclaredPairs declared) =>
            new DictionaryRows((IEnumerable<IEnumerable<KeyValuePair<string, object?>>?>)rows, declared);

        public override void Encode(RowEncoder encoder, object? row, Type? rowType) =>
            encoder.WritePairsRow((IEnumerable<KeyValuePair<string, object?>>?)row, rowType);
    }
}

/// <summary>Rows that need code which is made at run time, where that is not supported.</summary>
internal sealed class UnknownPairs(Type sequenceType) : PairValues
{
    protected override Type SequenceType => sequenceType;

    public override JsonRows Rows(IEnumerable<object?> rows, DeclaredPairs declared) => throw Refuse();

    public override void Encode(RowEncoder encoder, object? row, Type? rowType) => throw Refuse();

    private NotSupportedException Refuse() => new(
        $"Rows of type '{sequenceType}' need code that is made at run time, which this application does not support. "
        + "Use a dictionary that a JsonSerializerContext in JsonRowOptions.SerializerOptions describes, "
        + "or pairs with values of type object.");
}

/// <inheritdoc/>
internal sealed class PairValues<TValue> : PairValues
{
    protected override Type SequenceType => typeof(IEnumerable<KeyValuePair<string, TValue>>);

    public override JsonRows Rows(IEnumerable<object?> rows, DeclaredPairs declared) =>
        new TypedDictionaryRows<TValue>((IEnumerable<IEnumerable<KeyValuePair<string, TValue>>?>)rows, declared);

    public override void Encode(RowEncoder encoder, object? row, Type? rowType) =>
        encoder.WritePairsRow((IEnumerable<KeyValuePair<string, TValue>>?)row, rowType);
}
