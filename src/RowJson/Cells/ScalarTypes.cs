namespace RowJson;

// The value types that the encoder writes itself. To add one, add a line to All and a formatter.
internal static class ScalarTypes
{
    public static readonly KnownScalar[] All =
    [
        new(typeof(int), static () => new FormattedScalar<int, IntegerFormatter> { IsNumber = true }),
        new(typeof(long), static () => new FormattedScalar<long, IntegerFormatter> { IsNumber = true }),
        new(typeof(double), static () => new FloatingPointScalar<double, DoubleFormatter>()),
        new(typeof(bool), static () => new BooleanScalar()),
        new(typeof(decimal), static () => new FormattedScalar<decimal, DecimalFormatter> { IsNumber = true }),
        new(typeof(DateTime), static () => new FormattedScalar<DateTime, DateTimeFormatter>()),
        new(typeof(Guid), static () => new FormattedScalar<Guid, GuidFormatter>()),
        new(typeof(float), static () => new FloatingPointScalar<float, SingleFormatter>()),
        new(typeof(short), static () => new FormattedScalar<short, IntegerFormatter> { IsNumber = true }),
        new(typeof(byte), static () => new FormattedScalar<byte, IntegerFormatter> { IsNumber = true }),
        new(typeof(sbyte), static () => new FormattedScalar<sbyte, IntegerFormatter> { IsNumber = true }),
        new(typeof(ushort), static () => new FormattedScalar<ushort, IntegerFormatter> { IsNumber = true }),
        new(typeof(uint), static () => new FormattedScalar<uint, IntegerFormatter> { IsNumber = true }),
        new(typeof(ulong), static () => new FormattedScalar<ulong, IntegerFormatter> { IsNumber = true }),
        new(typeof(Half), static () => new FloatingPointScalar<Half, HalfFormatter>()),
        new(typeof(char), static () => new WrittenScalar<char>(
            static (encoder, position, value, _) => encoder.WriteText(position, new ReadOnlySpan<char>(in value)))),
        new(typeof(DateTimeOffset), static () => new FormattedScalar<DateTimeOffset, DateTimeFormatter>()),
        new(typeof(DateOnly), static () => new FormattedScalar<DateOnly, DateTimeFormatter> { IsEscapedText = true }),
        new(typeof(TimeOnly), static () => new FormattedScalar<TimeOnly, DateTimeFormatter> { IsEscapedText = true }),
        new(typeof(TimeSpan), static () => new FormattedScalar<TimeSpan, DateTimeFormatter> { IsEscapedText = true }),
        new(typeof(JsonElement), static () => new WrittenScalar<JsonElement>(
            static (encoder, position, value, depth) => encoder.WriteElement(position, value, depth)) { IsText = true }),
        new(typeof(RawJson), static () => new WrittenScalar<RawJson>(
            static (encoder, position, value, depth) => encoder.WriteRawJson(position, value, depth)) { IsText = true }),
    ];

    // The scalar type for this type, or for its underlying type if it is nullable; null if there is none.
    public static ScalarType? Of(Type type)
    {
        // Declared types, which need not be the runtime's own: a database provider may describe its columns by others.
        Type scalar = Nullable.GetUnderlyingType(type) ?? type;
        foreach (KnownScalar candidate in All)
            if (candidate.Type == scalar) return candidate.Scalar;
        return null;
    }

    // The same for elements of lists, except Half: the serializer writes it as a raw value, without a line of its own in an indented array.
    public static ScalarType? OfElement(Type type) => Of(type) is { } scalar && scalar.Type != typeof(Half) ? scalar : null;
}

// Scalars by the type of a boxed value, in a table of its own, because few rows need it.
internal static class BoxedScalars
{
    // 2^7 slots: more than five for each type.
    private const int SlotBits = 7;

    // 2^64 divided by the golden ratio: addresses, which differ in a few bits, get slots far from each other.
    private const ulong Multiplier = 0x9E37_79B9_7F4A_7C15;

    // Each type in the slot of its address, or in the next free one.
    private static readonly KnownScalar?[] Slots = BuildSlots();

    // The scalar of a boxed value's type; null if that type is not a scalar.
    // Measured: with a frozen dictionary such a cell takes 1.1 to 1.4 times as long.
    public static ScalarType? Find(Type type)
    {
        KnownScalar?[] slots = Slots;
        for (int i = SlotOf(type); ; i = (i + 1) & (slots.Length - 1))
        {
            if (slots[i] is not { } known) return null;
            if (ReferenceEquals(known.Type, type)) return known.Scalar;
        }
    }

    private static int SlotOf(Type type) => (int)(((ulong)type.TypeHandle.Value * Multiplier) >> (64 - SlotBits));

    private static KnownScalar?[] BuildSlots()
    {
        var slots = new KnownScalar?[1 << SlotBits];
        foreach (KnownScalar scalar in ScalarTypes.All)
        {
            int i = SlotOf(scalar.Type);
            while (slots[i] is not null) i = (i + 1) & (slots.Length - 1);
            slots[i] = scalar;
        }
        return slots;
    }
}

// A value type whose writer is created when a value first needs it: compiling the writers of all types would take milliseconds.
// create: creates the writer. Two threads may each create one, and both are alike.
internal sealed class KnownScalar(Type type, Func<ScalarType> create)
{
    public Type Type => type;

    public ScalarType Scalar => field ??= create();
}

internal abstract class ScalarType(Type type)
{
    public Type Type { get; } = type;

    // System.Text.Json.Serialization.JsonNumberHandling applies to it.
    public bool IsNumber { get; init; }

    // It has values for which JSON has no number.
    public bool HasNonFinite { get; init; }

    // Its values are JSON text already, which may contain any value.
    public bool IsText { get; init; }

    // The serializer escapes its text as it does any string; our formatter does not.
    public bool IsEscapedText { get; init; }

    // Writes a value of this type where room for a scalar is reserved.
    public abstract int WriteBoxed(CellEncoder encoder, int position, object value, string? key, int depth);

    public abstract int WriteBoxedQuoted(CellEncoder encoder, int position, object value, int depth);

    // Calls code that is generic over the type.
    public abstract TResult Accept<TResult>(IScalarVisitor<TResult> visitor);
}

// Code that is generic over the type of a scalar, for callers that know only its Type.
internal interface IScalarVisitor<out TResult>
{
    TResult Visit<TValue>()
        where TValue : struct;
}

// Writes values of a type known at compile time where room for a scalar is reserved.
internal interface IScalarWriter<TValue>
{
    int Write(CellEncoder encoder, int position, TValue value, string? key, int depth);

    int WriteQuoted(CellEncoder encoder, int position, TValue value, int depth);
}

// The writer of a scalar or of its nullable form: a constant of code that is compiled for the type.
internal static class ScalarWriter<TValue>
{
    // Null if the type is not a scalar.
    public static readonly IScalarWriter<TValue>? Instance = (IScalarWriter<TValue>?)ScalarTypes.Of(typeof(TValue));
}

internal abstract class ScalarType<TValue>() : ScalarType(typeof(TValue)), IScalarWriter<TValue>, IScalarWriter<TValue?>
    where TValue : struct
{
    public abstract int Write(CellEncoder encoder, int position, TValue value, string? key, int depth);

    public virtual int WriteQuoted(CellEncoder encoder, int position, TValue value, int depth) =>
        encoder.WriteQuote(Write(encoder, encoder.WriteQuote(position), value, key: null, depth));

    // Writes a value that is not null.
    int IScalarWriter<TValue?>.Write(CellEncoder encoder, int position, TValue? value, string? key, int depth) =>
        Write(encoder, position, value.GetValueOrDefault(), key, depth);

    int IScalarWriter<TValue?>.WriteQuoted(CellEncoder encoder, int position, TValue? value, int depth) =>
        WriteQuoted(encoder, position, value.GetValueOrDefault(), depth);

    public sealed override int WriteBoxed(CellEncoder encoder, int position, object value, string? key, int depth) =>
        Write(encoder, position, (TValue)value, key, depth);

    public sealed override int WriteBoxedQuoted(CellEncoder encoder, int position, object value, int depth) =>
        WriteQuoted(encoder, position, (TValue)value, depth);

    public sealed override TResult Accept<TResult>(IScalarVisitor<TResult> visitor) => visitor.Visit<TValue>();
}

internal sealed class FormattedScalar<TValue, TFormatter> : ScalarType<TValue>
    where TValue : struct
    where TFormatter : struct, IScalarFormatter<TValue>
{
    public override int Write(CellEncoder encoder, int position, TValue value, string? key, int depth) =>
        encoder.Format<TValue, TFormatter>(position, value);
}

internal sealed class FloatingPointScalar<TValue, TFormatter> : ScalarType<TValue>
    where TValue : struct, System.Numerics.IFloatingPointIeee754<TValue>
    where TFormatter : struct, IScalarFormatter<TValue>
{
    public FloatingPointScalar() => IsNumber = HasNonFinite = true;

    public override int Write(CellEncoder encoder, int position, TValue value, string? key, int depth) =>
        TValue.IsFinite(value)
            ? encoder.Format<TValue, TFormatter>(position, value)
            : encoder.WriteNonFinite(position, double.CreateTruncating(value), key, depth);

    public override int WriteQuoted(CellEncoder encoder, int position, TValue value, int depth) =>
        TValue.IsFinite(value)
            ? base.WriteQuoted(encoder, position, value, depth)
            : encoder.WriteNonFinite(position, double.CreateTruncating(value), key: null, depth, isQuoted: true);
}

internal sealed class BooleanScalar : ScalarType<bool>
{
    public override int Write(CellEncoder encoder, int position, bool value, string? key, int depth) =>
        encoder.WriteBoolean(position, value);
}

// A type that a method of the encoder writes. That method takes encoder, position, value and depth.
internal sealed class WrittenScalar<TValue>(Func<CellEncoder, int, TValue, int, int> write) : ScalarType<TValue>
    where TValue : struct
{
    public override int Write(CellEncoder encoder, int position, TValue value, string? key, int depth) =>
        write(encoder, position, value, depth);
}

// Values in boxes whose type has been compared already.
internal static class Boxed
{
    // A cast compares the type once more, and does so by a call where the compiler considers the code rare, such as for a type that the
    // first rows did not have. A box has the layout of an object with one field.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref readonly TValue Read<TValue>(object box)
        where TValue : struct
    {
        Debug.Assert(box.GetType() == typeof(TValue));
        return ref Unsafe.As<StrongBox<TValue>>(box).Value;
    }
}
