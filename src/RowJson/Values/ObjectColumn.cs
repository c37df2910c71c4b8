namespace RowJson;

// A column of rows that are objects of type T: reads a member and writes its cell.
// member: the member that compiled code reads; null if it leaves reading to the column.
internal abstract class ObjectColumn<T>(MemberInfo? member = null)
{
    public MemberInfo? Member { get; } = member;

    // For compiled code, the object that has WriteMethod, unless that is static.
    public virtual object Writer => this;

    // The method that compiled code calls: Write, or one that takes the value of Member instead of the row: int (ValueEncoder, int,
    // EncodedName, TValue). If it is to be inlined, it takes the length of the name before the value.
    public virtual MethodInfo WriteMethod(bool isInlined) => typeof(ObjectColumn<T>).GetMethod(nameof(Write))!;

    // Writes the row's cell, name and value, or nothing; returns the position after it.
    public abstract int Write(ValueEncoder encoder, int position, EncodedName name, ref T row);
}

// A column that a static method writes.
internal sealed class MemberColumn<T, TValue, [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicMethods)] TFormat>(
    PropertyChoice choice) : ObjectColumn<T>(choice.Member)
    where TFormat : ICellFormat<TValue>
{
    private readonly MemberGetter<T, TValue> _getter = new(choice.Member!, choice.Getter);

    public override MethodInfo WriteMethod(bool isInlined) =>
        (isInlined ? typeof(TFormat) : typeof(CellCall<TValue, TFormat>)).GetMethod(nameof(Write))!;

    public override int Write(ValueEncoder encoder, int position, EncodedName name, ref T row) =>
        TFormat.Write(encoder, position, name, name.Length, _getter.Get(ref row));
}

// One copy of the code for all columns of the type.
internal static class CellCall<TValue, TFormat>
    where TFormat : ICellFormat<TValue>
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int Write(ValueEncoder encoder, int position, EncodedName name, TValue value) =>
        TFormat.Write(encoder, position, name, name.Length, value);
}

// A column that an object with state writes: the columns of a nested object, the texts of an enumeration.
internal sealed class MemberColumn<T, TValue>(PropertyChoice choice, ValueWriter<TValue> writer) : ObjectColumn<T>(choice.Member)
{
    private readonly MemberGetter<T, TValue> _getter = new(choice.Member!, choice.Getter);
    private readonly ValueCell<TValue> _cell = new(writer, choice.Omit);

    public override object Writer => _cell;

    public override MethodInfo WriteMethod(bool isInlined) =>
        typeof(ValueCell<TValue>).GetMethod(isInlined ? nameof(ValueCell<TValue>.WriteInlined) : nameof(ValueCell<TValue>.Write))!;

    public override int Write(ValueEncoder encoder, int position, EncodedName name, ref T row) =>
        _cell.Write(encoder, position, name, _getter.Get(ref row));
}

// The additional properties of an object: entries after the last column instead of a cell.
internal sealed class ExtensionColumn<T, TValue>(PropertyChoice choice) : ObjectColumn<T>
{
    private readonly MemberGetter<T, IEnumerable<KeyValuePair<string, TValue>>?> _getter = new(choice.Member!, choice.Getter);

    // The property is declared as a dictionary, and not as an interface.
    private readonly bool _isDictionary = !choice.Value.Type.IsInterface;

    public override int Write(ValueEncoder encoder, int position, EncodedName name, ref T row) =>
        _getter.Get(ref row) is { } values ? encoder.WriteEntries(position, values, _isDictionary) : position;
}

// A column that the serializer writes: a custom converter, a getter that was replaced, a type that RowJson does not know. The serializer
// gets a contract with only this property, so that its own converter, number handling and conditions apply.
internal sealed class SerializedColumn<T>(JsonTypeInfo<T> contract) : ObjectColumn<T>
{
    public override int Write(ValueEncoder encoder, int position, EncodedName name, ref T row) =>
        encoder.WriteSerializedProperty(position, row, contract);
}

// A column whose values a user's converter writes, which is called without the serializer.
// contract: has only this property. With it the serializer makes its exceptions.
internal sealed class ConvertedColumn<T, TValue>(PropertyChoice choice, JsonConverter<TValue> converter, JsonTypeInfo<T> contract)
    : ObjectColumn<T>
{
    private readonly MemberGetter<T, TValue> _getter = new(choice.Member!, choice.Getter);
    private readonly bool _omitsDefault = choice.Omit == OmitCondition.WhenDefault && default(TValue) is not null;

    public override int Write(ValueEncoder encoder, int position, EncodedName name, ref T row)
    {
        TValue value = _getter.Get(ref row);
        if (value is null) return encoder.WriteNullCell(position, name, choice.Omit);
        if (_omitsDefault && EqualityComparer<TValue>.Default.Equals(default, value)) return position;
        position = encoder.BeginCell(position, name);
        try
        {
            return encoder.WriteConverted(position, value, converter, contract.Options);
        }
        catch (Exception exception) when (SerializerPath.IsGivenTo(exception))
        {
            encoder.ThrowAsSerializer(row, contract);
            throw;
        }
    }
}

// The values of a property that the contract leaves out.
internal enum OmitCondition
{
    // No values: null is written.
    Never,

    // Null.
    WhenNull,

    // Null, and the default of a value type.
    WhenDefault,

    // No values, and null is a failure: the contract checks nullable annotations.
    NullIsRefused,
}

// Reads a property by a typed delegate, of generated code or by reflection: nothing is boxed. Only compiled code reads a field.
// A class is passed by value and a structure by reference, as their getters require: the other field is null.
internal readonly struct MemberGetter<T, TValue>
{
    private readonly Func<T, TValue>? _ofClass;
    private readonly JsonRowGetter<T, TValue>? _ofStruct;

    public MemberGetter(MemberInfo member, Delegate? generated = null)
    {
        MethodInfo? getter = (member as PropertyInfo)?.GetMethod;
        if (typeof(T).IsValueType) _ofStruct = generated as JsonRowGetter<T, TValue> ?? getter?.CreateDelegate<JsonRowGetter<T, TValue>>();
        else _ofClass = generated as Func<T, TValue> ?? getter?.CreateDelegate<Func<T, TValue>>();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public TValue Get(ref T row) => typeof(T).IsValueType ? _ofStruct!(ref row) : _ofClass!(row);
}
