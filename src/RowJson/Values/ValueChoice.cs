using System.Reflection;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace RowJson;

/// <summary>What writes values of a type. Each kind is a <see cref="ValueWriter{TValue}"/>, or cells of their own.</summary>
internal enum WriterKind
{
    /// <summary>The serializer.</summary>
    Serialized,

    /// <summary>One of <see cref="ScalarTypes"/>, or its nullable form.</summary>
    Scalar,

    /// <summary>A number that is written as a string, or its nullable form.</summary>
    QuotedNumber,
    String,
    Bytes,
    Enumeration,

    /// <summary>A property that a user's converter writes.</summary>
    Converted,

    /// <summary>A value that is declared as an object: its runtime type decides.</summary>
    Any,

    /// <summary>A structure that may be missing.</summary>
    Nullable,

    /// <summary>A value of F#'s that may be missing.</summary>
    Option,
    Object,

    /// <summary>An object whose runtime type decides about its columns, and which has a discriminator.</summary>
    Polymorphic,
    Array,
    List,
    Sequence,
    Memory,

    /// <summary>A <see cref="Dictionary{TKey, TValue}"/>, or a class derived from it.</summary>
    Dictionary,

    /// <summary>Any other dictionary.</summary>
    Pairs,

    /// <summary>A dictionary of values of any type.</summary>
    ObjectDictionary,

    /// <summary>A <see cref="Dictionary{TKey, TValue}"/> whose keys are integers, or a class derived from it.</summary>
    Numbered,

    /// <summary>The dictionary of an object's additional properties: entries of that object.</summary>
    Extension,
}

/// <summary>What writes values of one declared type, as <see cref="ValueChoices"/> has decided.</summary>
/// <param name="kind">The kind of writer.</param>
/// <param name="type">The declared type.</param>
internal class ValueChoice(WriterKind kind, Type type)
{
    public WriterKind Kind { get; } = kind;

    public Type Type { get; } = type;

    /// <summary>What writes the elements of a list, the values of a dictionary, or a structure that may be missing.</summary>
    public ValueChoice? Item { get; init; }

    /// <summary>How items are written that are scalars or strings; null where they are something else.</summary>
    public ListFormat? ItemFormat { get; init; }

    /// <summary>Such values are written faster than by the serializer.</summary>
    public virtual bool Gains => Kind != WriterKind.Serialized && Item is not { Gains: false };

    /// <summary>Such values are objects with properties, or lists: a list of them is written faster than by the serializer.</summary>
    public virtual bool GainsAsRow =>
        Gains && Kind is WriterKind.Array or WriterKind.List or WriterKind.Sequence or WriterKind.Memory
            or WriterKind.Dictionary or WriterKind.Pairs or WriterKind.ObjectDictionary or WriterKind.Numbered;
}

/// <summary>An object, written by columns.</summary>
internal sealed class ObjectChoice(JsonTypeInfo info) : ValueChoice(WriterKind.Object, info.Type)
{
    private bool? _gains;

    public JsonTypeInfo Info => info;

    /// <summary>The properties that are written, in order; set once.</summary>
    public PropertyChoice[] Properties { get; private set; } = [];

    /// <summary>A member of the structure may change it: it is read from a copy, as the serializer does.</summary>
    public bool ReadsCopy { get; private set; }

    /// <summary>While the properties are looked at, a type that holds its own kind is taken to gain.</summary>
    public override bool Gains
    {
        get
        {
            if (_gains is null) IsPresumed = true;
            return _gains ?? true;
        }
    }

    /// <summary>Another type has found this one while its properties were looked at, and relies on the gain.</summary>
    public bool IsPresumed { get; set; }

    public override bool GainsAsRow => Gains && Properties.Length > 0;

    public void Set(PropertyChoice[] properties, bool readsCopy, bool gains) =>
        (Properties, ReadsCopy, _gains) = (properties, readsCopy, gains);
}

/// <summary>An object of one of several types, of which each has a discriminator.</summary>
internal sealed class PolymorphicChoice(JsonTypeInfo info, PolymorphicChoice.Case[] cases) : ValueChoice(WriterKind.Polymorphic, info.Type)
{
    public JsonTypeInfo Info => info;

    public Case[] Cases => cases;

    public override bool Gains => Array.TrueForAll(cases, it => it.Object.Gains);

    public override bool GainsAsRow => Gains;

    /// <summary>One of the types.</summary>
    /// <param name="Object">What writes its values.</param>
    /// <param name="Discriminator">A string or an integer; null if there is none.</param>
    internal readonly record struct Case(ObjectChoice Object, object? Discriminator);
}

/// <summary>What writes one property of an object.</summary>
/// <param name="Property">The property of the contract.</param>
/// <param name="Member">Where its values are read; null if the serializer reads and writes them.</param>
/// <param name="Omit">Which values are left out.</param>
/// <param name="Value">What writes the values.</param>
internal sealed record PropertyChoice(JsonPropertyInfo Property, MemberInfo? Member, OmitCondition Omit, ValueChoice Value)
{
    /// <summary>The user's converter that writes the values; null if there is none.</summary>
    public JsonConverter? Converter { get; init; }
}
