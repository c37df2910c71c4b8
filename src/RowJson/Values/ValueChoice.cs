namespace RowJson;

// The kinds of writers of a type's values. Each is a ValueWriter<TValue>, or a kind of column.
internal enum WriterKind
{
    Serialized,

    // One of ScalarTypes, or its nullable form.
    Scalar,

    QuotedNumber,
    String,
    Bytes,
    Enumeration,

    // A class that is written as one string: an address or a version.
    Text,

    // A property that a user's converter writes.
    Converted,

    // A value that is declared as an object: its runtime type decides.
    Any,

    Nullable,

    // An F# option or value option.
    Option,
    Object,

    // An object whose runtime type decides about its columns, and which has a discriminator.
    Polymorphic,
    Array,
    Sequence,

    // A structure around an array: ReadOnlyMemory<T> or ImmutableArray<T>.
    Memory,

    Dictionary,
    ObjectDictionary,

    // A dictionary whose keys are integers, identifiers or dates.
    Keyed,

    // The dictionary of an object's additional properties: entries of that object.
    Extension,
}

// How values of one declared type are written, as ValueChoices has decided.
internal class ValueChoice(WriterKind kind, Type type)
{
    public WriterKind Kind { get; } = kind;

    public Type Type { get; } = type;

    // How the elements of a list, the values of a dictionary, or a structure that may be missing are written.
    public ValueChoice? Item { get; init; }

    // The keys of WriterKind.Keyed.
    public Type? Key { get; init; }

    // The serializer checks the depth of each item.
    public bool ChecksItems { get; init; }

    // A list or a dictionary of scalars or strings.
    public bool HoldsScalars =>
        Kind >= WriterKind.Array && Item is { Kind: WriterKind.Scalar or WriterKind.QuotedNumber or WriterKind.String };

    // The serializer checks the depth of each such value in a list or a dictionary; false for values that it writes as it writes numbers.
    public bool ChecksDepth => Kind is WriterKind.Nullable or WriterKind.Option
        ? Item!.ChecksDepth
        : Kind is not (WriterKind.Scalar or WriterKind.String or WriterKind.Bytes or WriterKind.Enumeration or WriterKind.Text);

    // A value without parts, which its writer writes as it does in a cell. Scalars need none.
    public bool IsSingle => Kind is WriterKind.QuotedNumber or WriterKind.Bytes or WriterKind.Enumeration or WriterKind.Text;

    // The text of a value that is not null may be null.
    public bool MayWriteNull => Kind is WriterKind.Any or WriterKind.Option or WriterKind.Converted
        || (Kind == WriterKind.Scalar && ScalarTypes.Of(Type)!.IsText)
        || (Kind == WriterKind.Nullable && Item!.MayWriteNull);

    // Such values are written faster than by the serializer.
    public virtual bool Gains => Kind != WriterKind.Serialized && Item is not { Gains: false };

    // Such values are objects with properties, or lists: a list of them is written faster than by the serializer.
    public virtual bool GainsAsRow =>
        Gains && Kind is WriterKind.Array or WriterKind.Sequence or WriterKind.Memory
            or WriterKind.Dictionary or WriterKind.ObjectDictionary or WriterKind.Keyed;
}

internal sealed class ObjectChoice(JsonTypeInfo info) : ValueChoice(WriterKind.Object, info.Type)
{
    private bool? _gains;

    public JsonTypeInfo Info => info;

    // The properties that are written, in order; set once.
    public PropertyChoice[] Properties { get; private set; } = [];

    // While its properties are examined, a type that holds its own kind is assumed to gain.
    public override bool Gains => _gains ?? (IsPresumed = true);

    // Another type has found this one while its properties were being examined, and relies on the gain.
    public bool IsPresumed { get; private set; }

    public override bool GainsAsRow => Gains && Properties.Length > 0;

    public void Set(PropertyChoice[] properties, bool gains) => (Properties, _gains) = (properties, gains);
}

// An object of one of several types, of which each has a discriminator.
// own: the declared type itself, by which values of types that the contract does not name are written; null if the serializer does that.
// cases: the discriminator is a string or an integer, or null if there is none.
internal sealed class PolymorphicChoice(JsonTypeInfo info, (ObjectChoice Object, object? Discriminator)[] cases, ObjectChoice? own)
    : ValueChoice(WriterKind.Polymorphic, info.Type)
{
    public JsonTypeInfo Info => info;

    public (ObjectChoice Object, object? Discriminator)[] Cases => cases;

    public ObjectChoice? Own => own;

    // An abstract type has no values of its own.
    public override bool Gains =>
        (own is null or { Gains: true } || info.Type.IsAbstract) && Array.TrueForAll(cases, it => it.Object.Gains);

    public override bool GainsAsRow => Gains;
}

// How one property of an object is written.
// Member: the member that holds its values; null if the serializer reads and writes them.
// Converter: the user's converter that writes the values; null if there is none.
internal sealed record PropertyChoice(
    JsonPropertyInfo Property, MemberInfo? Member, OmitCondition Omit, ValueChoice Value, JsonConverter? Converter = null)
{
    // The getter of generated code, if there is one.
    public Delegate? Getter { get; init; }

    // One cell, whose name is written by RowJson: so the cell can be renamed and left out.
    public bool IsOneCell => Member is not null && Value.Kind != WriterKind.Extension;
}
