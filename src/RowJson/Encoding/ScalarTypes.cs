using System.Data.Common;
using System.Reflection;
using System.Text.Json;

namespace RowJson;

/// <summary>The value types that the encoder writes itself. To add one, add a line to <see cref="All"/> and a formatter.</summary>
internal static class ScalarTypes
{
    public static readonly ScalarType[] All =
    [
        new FormattedScalar<int, IntegerFormatter>(CellKind.Int32, isNumber: true),
        new FormattedScalar<long, IntegerFormatter>(CellKind.Int64, isNumber: true),
        new FloatingPointScalar<double, DoubleFormatter>(CellKind.Double),
        new BooleanScalar(CellKind.Boolean),
        new FormattedScalar<decimal, DecimalFormatter>(CellKind.Decimal, isNumber: true),
        new FormattedScalar<DateTime, DateTimeFormatter>(CellKind.DateTime),
        new FormattedScalar<Guid, GuidFormatter>(CellKind.Guid),
        new FloatingPointScalar<float, SingleFormatter>(CellKind.Single),
        new FormattedScalar<short, IntegerFormatter>(CellKind.Int16, isNumber: true),
        new FormattedScalar<byte, IntegerFormatter>(CellKind.Byte, isNumber: true),
        new FormattedScalar<sbyte, IntegerFormatter>(CellKind.OtherScalar, isNumber: true),
        new FormattedScalar<ushort, IntegerFormatter>(CellKind.OtherScalar, isNumber: true),
        new FormattedScalar<uint, IntegerFormatter>(CellKind.OtherScalar, isNumber: true),
        new FormattedScalar<ulong, IntegerFormatter>(CellKind.OtherScalar, isNumber: true),
        new FloatingPointScalar<Half, HalfFormatter>(CellKind.Any),
        new CharScalar(CellKind.Char),
        new FormattedScalar<DateTimeOffset, DateTimeFormatter>(CellKind.OtherScalar),
        new FormattedScalar<DateOnly, DateTimeFormatter>(CellKind.OtherScalar, isEscapedText: true),
        new FormattedScalar<TimeOnly, DateTimeFormatter>(CellKind.OtherScalar, isEscapedText: true),
        new FormattedScalar<TimeSpan, DateTimeFormatter>(CellKind.OtherScalar, isEscapedText: true),
        new JsonElementScalar(CellKind.Any),
        new RawJsonScalar(CellKind.Any),
    ];

    /// <summary>2^7 slots: more than five for each type.</summary>
    private const int SlotBits = 7;

    /// <summary>2^64 divided by the golden ratio: addresses, which differ in a few bits, get slots far from each other.</summary>
    private const ulong Multiplier = 0x9E37_79B9_7F4A_7C15;

    /// <summary>Each type in the slot of its address, or in the next free one.</summary>
    private static readonly ScalarType?[] Slots = BuildSlots();

    /// <summary>The scalar of a boxed value's type; null if it is none.</summary>
    /// <remarks>Measured: with a frozen dictionary such a cell takes 1.1 to 1.4 times as long.</remarks>
    public static ScalarType? Find(Type type)
    {
        ScalarType?[] slots = Slots;
        for (int i = SlotOf(type); ; i = (i + 1) & (slots.Length - 1))
        {
            ScalarType? scalar = slots[i];
            if (scalar is null || ReferenceEquals(scalar.Type, type)) return scalar;
        }
    }

    /// <summary>The scalar of this type, or of which this is the nullable form; null if it is none.</summary>
    public static ScalarType? Of(Type type)
    {
        // Declared types, which need not be the runtime's own: a database provider may describe its columns by others.
        Type scalar = Nullable.GetUnderlyingType(type) ?? type;
        foreach (ScalarType candidate in All)
            if (candidate.Type == scalar) return candidate;
        return null;
    }

    private static int SlotOf(Type type) => (int)(((ulong)type.TypeHandle.Value * Multiplier) >> (64 - SlotBits));

    private static ScalarType?[] BuildSlots()
    {
        var slots = new ScalarType?[1 << SlotBits];
        foreach (ScalarType scalar in All)
        {
            int i = SlotOf(scalar.Type);
            while (slots[i] is not null) i = (i + 1) & (slots.Length - 1);
            slots[i] = scalar;
        }
        return slots;
    }
}

/// <summary>A value type that the encoder writes itself.</summary>
internal abstract class ScalarType(Type type, CellKind kind, bool isNumber)
{
    public Type Type { get; } = type;

    /// <summary>How a reader's or a table's column of this type is written.</summary>
    public CellKind Kind { get; } = kind;

    /// <summary><see cref="System.Text.Json.Serialization.JsonNumberHandling"/> concerns it.</summary>
    public bool IsNumber { get; } = isNumber;

    /// <summary>It has values for which JSON has no number.</summary>
    public virtual bool HasNonFinite => false;

    /// <summary>The serializer escapes its text as it does any string; our formatter does not.</summary>
    public virtual bool IsEscapedText => false;

    /// <summary>Writes a value of this type where room for a scalar is reserved.</summary>
    public abstract int WriteBoxed(RowEncoder encoder, int position, object value, string? key, int depth);

    /// <summary>Writes the cell of a reader, by its typed getter.</summary>
    public abstract int WriteField(RowEncoder encoder, int position, EncodedName name, DbDataReader reader, int ordinal);

    /// <summary>A column whose member is of this type, or of its nullable form.</summary>
    public abstract ObjectColumn<T> CreateColumn<T>(string name, MemberInfo member, bool isNullable, OmitCondition omit);

    /// <summary>Writes an array or a list.</summary>
    public abstract object CreateArrayWriter(bool isList, bool omitsNull, bool checksDepth);
}

/// <summary>Writes values of a type known at compile time where room for a scalar is reserved.</summary>
internal interface IScalarWriter<TValue>
{
    int Write(RowEncoder encoder, int position, TValue value, string? key, int depth);
}

/// <summary>The writer of a scalar or of its nullable form: a constant of code that is compiled for the type.</summary>
internal static class ScalarWriter<TValue>
{
    /// <summary>Null if the type is no scalar.</summary>
    public static readonly IScalarWriter<TValue>? Instance = (IScalarWriter<TValue>?)ScalarTypes.Of(typeof(TValue));
}

/// <inheritdoc/>
internal abstract class ScalarType<TValue>(CellKind kind, bool isNumber = false)
    : ScalarType(typeof(TValue), kind, isNumber), IScalarWriter<TValue>, IScalarWriter<TValue?>
    where TValue : struct
{
    public abstract int Write(RowEncoder encoder, int position, TValue value, string? key, int depth);

    /// <summary>Writes a value that is not null.</summary>
    int IScalarWriter<TValue?>.Write(RowEncoder encoder, int position, TValue? value, string? key, int depth) =>
        Write(encoder, position, value.GetValueOrDefault(), key, depth);

    public sealed override int WriteBoxed(RowEncoder encoder, int position, object value, string? key, int depth) =>
        Write(encoder, position, (TValue)value, key, depth);

    public sealed override int WriteField(RowEncoder encoder, int position, EncodedName name, DbDataReader reader, int ordinal) =>
        encoder.WriteCell(position, name, reader.GetFieldValue<TValue>(ordinal));

    public sealed override ObjectColumn<T> CreateColumn<T>(string name, MemberInfo member, bool isNullable, OmitCondition omit)
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

    public sealed override object CreateArrayWriter(bool isList, bool omitsNull, bool checksDepth) =>
        isList ? new ScalarListWriter<TValue>(omitsNull, checksDepth) : new ScalarArrayWriter<TValue>(omitsNull, checksDepth);
}

/// <summary>A scalar that only its formatter is needed for.</summary>
internal sealed class FormattedScalar<TValue, TFormatter>(CellKind kind, bool isNumber = false, bool isEscapedText = false)
    : ScalarType<TValue>(kind, isNumber)
    where TValue : struct
    where TFormatter : struct, IScalarFormatter<TValue>
{
    public override bool IsEscapedText => isEscapedText;

    public override int Write(RowEncoder encoder, int position, TValue value, string? key, int depth) =>
        encoder.Format<TValue, TFormatter>(position, value);
}

/// <summary>A number that may be infinite or none.</summary>
internal sealed class FloatingPointScalar<TValue, TFormatter>(CellKind kind) : ScalarType<TValue>(kind, isNumber: true)
    where TValue : struct, System.Numerics.IFloatingPointIeee754<TValue>
    where TFormatter : struct, IScalarFormatter<TValue>
{
    public override bool HasNonFinite => true;

    public override int Write(RowEncoder encoder, int position, TValue value, string? key, int depth) =>
        TValue.IsFinite(value)
            ? encoder.Format<TValue, TFormatter>(position, value)
            : encoder.WriteNonFinite(position, double.CreateTruncating(value), key, depth);
}

/// <summary>Booleans.</summary>
internal sealed class BooleanScalar(CellKind kind) : ScalarType<bool>(kind)
{
    public override int Write(RowEncoder encoder, int position, bool value, string? key, int depth) =>
        encoder.WriteBoolean(position, value);
}

/// <summary>Characters, as strings of one.</summary>
internal sealed class CharScalar(CellKind kind) : ScalarType<char>(kind)
{
    public override int Write(RowEncoder encoder, int position, char value, string? key, int depth) =>
        encoder.WriteText(position, new ReadOnlySpan<char>(in value));
}

/// <summary>Elements of documents, as their text.</summary>
internal sealed class JsonElementScalar(CellKind kind) : ScalarType<JsonElement>(kind)
{
    public override int Write(RowEncoder encoder, int position, JsonElement value, string? key, int depth) =>
        encoder.WriteElement(position, value, depth);
}

/// <summary>Values that are JSON text already.</summary>
internal sealed class RawJsonScalar(CellKind kind) : ScalarType<RawJson>(kind)
{
    public override int Write(RowEncoder encoder, int position, RawJson value, string? key, int depth) =>
        encoder.WriteRawJson(position, value, depth);
}
