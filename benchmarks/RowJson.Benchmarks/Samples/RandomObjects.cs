using System.Reflection;
using System.Runtime.CompilerServices;

namespace RowJson.Benchmarks;

/// <summary>Objects with random values, each property by its type.</summary>
internal sealed class RandomObjects(Random random, Vocabulary vocabulary)
{
    private static readonly DateTime Start = new(2024, 1, 1, 0, 0, 0, DateTimeKind.Utc);
    private static readonly NullabilityInfoContext Nullability = new();

    /// <summary>An object of another class with the same properties.</summary>
    public static T Copy<T>(object from)
    {
        object copy = RuntimeHelpers.GetUninitializedObject(typeof(T));
        foreach (PropertyInfo property in typeof(T).GetProperties()) Set(copy, property.Name, from.GetType()
            .GetProperty(property.Name)!.GetValue(from));
        return (T)copy;
    }

    public static void Set(object row, string property, object? value) => row.GetType().GetProperty(property)!.SetValue(row, value);

    public static Guid NewGuid(Random random)
    {
        Span<byte> bytes = stackalloc byte[16];
        random.NextBytes(bytes);
        return new Guid(bytes);
    }

    public T Create<T>() => (T)Create(typeof(T));

    private object Create(Type type)
    {
        object row = RuntimeHelpers.GetUninitializedObject(type);
        foreach (PropertyInfo property in type.GetProperties())
        {
            if (property.CanWrite) property.SetValue(row, MayBeNull(property) && random.Next(3) == 0 ? null : Value(property.PropertyType));
        }
        return row;
    }

    private static bool MayBeNull(PropertyInfo property) => Nullability.Create(property).ReadState == NullabilityState.Nullable;

    private object Value(Type type)
    {
        type = Nullable.GetUnderlyingType(type) ?? type;
        if (type.IsEnum) return Enum.GetValues(type).GetValue(random.Next(Enum.GetValues(type).Length))!;
        if (type == typeof(string)) return vocabulary.Words(1, 4);
        if (type == typeof(int)) return random.Next(100_000);
        if (type == typeof(long)) return random.NextInt64(10_000_000_000);
        if (type == typeof(double)) return random.Next(1_000_000) / 100.0;
        if (type == typeof(decimal)) return new decimal(random.Next(10_000_000), 0, 0, isNegative: false, scale: 2);
        if (type == typeof(bool)) return random.Next(2) == 0;
        if (type == typeof(Guid)) return NewGuid(random);
        if (type == typeof(DateTime)) return Time();
        if (type == typeof(DateTimeOffset)) return new DateTimeOffset(Time(), TimeSpan.Zero);
        if (type == typeof(DateOnly)) return DateOnly.FromDateTime(Time());
        if (type == typeof(TimeSpan)) return TimeSpan.FromMilliseconds(random.Next(10_000_000));
        if (type.IsGenericType) return CreateList(type);
        return Create(type);
    }

    private IList CreateList(Type type)
    {
        var list = (IList)Activator.CreateInstance(type)!;
        for (int count = random.Next(1, 5); count > 0; count--) list.Add(Create(type.GetGenericArguments()[0]));
        return list;
    }

    private DateTime Time() => Start.AddMilliseconds(random.NextInt64(366L * 24 * 60 * 60 * 1000));
}
