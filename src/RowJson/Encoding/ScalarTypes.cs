using System.Reflection;
using System.Text.Json;

namespace RowJson;

/// <summary>The types of values that the encoder formats itself.</summary>
internal static class ScalarTypes
{
    public static readonly ScalarType[] All =
    [
        new ScalarType<int>(isNumber: true), new ScalarType<long>(isNumber: true), new ScalarType<double>(isNumber: true),
        new ScalarType<bool>(), new ScalarType<decimal>(isNumber: true), new ScalarType<DateTime>(), new ScalarType<Guid>(),
        new ScalarType<float>(isNumber: true), new ScalarType<short>(isNumber: true), new ScalarType<byte>(isNumber: true),
        new ScalarType<sbyte>(isNumber: true), new ScalarType<ushort>(isNumber: true), new ScalarType<uint>(isNumber: true),
        new ScalarType<ulong>(isNumber: true), new ScalarType<Half>(isNumber: true), new ScalarType<char>(),
        new ScalarType<DateTimeOffset>(), new ScalarType<DateOnly>(), new ScalarType<TimeOnly>(), new ScalarType<TimeSpan>(),
        new ScalarType<JsonElement>(), new ScalarType<RawJson>(),
    ];

    /// <summary>The scalar of this type, or of which this is the nullable form; null where it is none.</summary>
    public static ScalarType? Of(Type type)
    {
        Type scalar = Nullable.GetUnderlyingType(type) ?? type;
        return Array.Find(All, candidate => candidate.Type == scalar);
    }
}

/// <summary>A type of values that the encoder formats itself.</summary>
internal abstract class ScalarType(Type type, bool isNumber)
{
    public Type Type { get; } = type;

    /// <summary><see cref="System.Text.Json.Serialization.JsonNumberHandling"/> concerns it.</summary>
    public bool IsNumber { get; } = isNumber;

    /// <summary>It has values for which JSON has no number.</summary>
    public bool HasNonFinite => Type == typeof(double) || Type == typeof(float) || Type == typeof(Half);

    /// <summary>A column whose member is of this type, or of its nullable form.</summary>
    public abstract ObjectColumn<T> CreateColumn<T>(string name, MemberInfo member, bool isNullable, OmitCondition omit);

    /// <summary>Writes an array or a list.</summary>
    public abstract object CreateArrayWriter(bool isList, bool omitsNull, bool checksDepth);
}

/// <inheritdoc/>
internal sealed class ScalarType<TValue>(bool isNumber = false) : ScalarType(typeof(TValue), isNumber)
    where TValue : struct
{
    public override ObjectColumn<T> CreateColumn<T>(string name, MemberInfo member, bool isNullable, OmitCondition omit)
    {
        if (isNullable)
        {
            MemberGetter<T, TValue?> getter = MemberGetter<T, TValue?>.For(member);
            return omit == OmitCondition.Never
                ? new MemberColumn<T, TValue?, NullableScalarFormat<TValue>>(name, member, getter)
                : new MemberColumn<T, TValue?, NullableScalarOrNothingFormat<TValue>>(name, member, getter);
        }
        MemberGetter<T, TValue> plain = MemberGetter<T, TValue>.For(member);
        return omit == OmitCondition.WhenDefault
            ? new MemberColumn<T, TValue, ScalarUnlessDefaultFormat<TValue>>(name, member, plain)
            : new MemberColumn<T, TValue, ScalarFormat<TValue>>(name, member, plain);
    }

    public override object CreateArrayWriter(bool isList, bool omitsNull, bool checksDepth) =>
        isList ? new ScalarListWriter<TValue>(omitsNull, checksDepth) : new ScalarArrayWriter<TValue>(omitsNull, checksDepth);
}
