using System.Collections.Concurrent;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;

namespace RowJson.Fuzz;

/// <summary>Draws types: some that are to be emitted, with members of all kinds and the serializer's attributes, and one made of them.</summary>
internal sealed class TypeMaker
{
    private const int MostTypes = 4;
    private const int MostMembers = 8;
    private const int MostNesting = 3;

    private static readonly Type[] Scalars = [.. ValueKind.Typed.Select(kind => kind.Type), typeof(int), typeof(int), typeof(string), typeof(double)];

    private static readonly Type[] Others =
    [
        typeof(object), typeof(object), typeof(object), typeof(JsonNode), typeof(JsonElement), typeof(JsonElement), typeof(JsonDocument), typeof(RawJson),
        typeof(Node), typeof(Tag), typeof(Asymmetric), typeof(ListOfSelf), typeof(ListOfOthers), typeof(MapOfSelf), typeof(OddMap), typeof(JsonObject),
        typeof(Asymmetric),
    ];

    private static readonly Type[] Sequences =
    [
        typeof(Array), typeof(Array), typeof(Array), typeof(List<>), typeof(List<>), typeof(List<>), typeof(HashSet<>), typeof(Queue<>), typeof(Stack<>),
        typeof(LinkedList<>), typeof(ObservableCollection<>), typeof(ReadOnlyCollection<>), typeof(ConcurrentQueue<>), typeof(OddList<>),
        typeof(Counted<>), typeof(IEnumerable<>), typeof(IList<>), typeof(ICollection<>), typeof(ISet<>), typeof(IReadOnlyList<>),
        typeof(IReadOnlyCollection<>), typeof(ImmutableList<>), typeof(ImmutableArray<>), typeof(ReadOnlyMemory<>), typeof(Memory<>),
    ];

    private static readonly Type[] Populated =
        [typeof(List<>), typeof(HashSet<>), typeof(IList<>), typeof(ICollection<>), typeof(Dictionary<,>), typeof(IDictionary<,>)];

    private static readonly Type[] Dictionaries =
    [
        typeof(Dictionary<,>), typeof(Dictionary<,>), typeof(IDictionary<,>), typeof(IReadOnlyDictionary<,>), typeof(SortedDictionary<,>),
        typeof(ConcurrentDictionary<,>), typeof(ImmutableDictionary<,>), typeof(ImmutableSortedDictionary<,>),
    ];

    private static readonly Type[] Keys = [typeof(int), typeof(Guid), typeof(DayOfWeek), typeof(long), typeof(bool), typeof(DateTime), typeof(DateOnly)];

    private static readonly Type[] Pairs = [typeof(ValueTuple<,>), typeof(Tuple<,>), typeof(KeyValuePair<,>)];

    private static readonly Type[] Extensions =
    [
        typeof(Dictionary<string, object>), typeof(Dictionary<string, JsonElement>), typeof(IDictionary<string, object>),
        typeof(IDictionary<string, JsonElement>), typeof(JsonObject), typeof(OddMap), typeof(OddElements),
    ];

    private static readonly Type[] Callbacks =
        [typeof(IJsonOnSerializing), typeof(IJsonOnSerialized), typeof(IJsonOnDeserializing), typeof(IJsonOnDeserialized)];

    private static readonly JsonNumberHandling[] Handlings =
    [
        JsonNumberHandling.WriteAsString, JsonNumberHandling.WriteAsString, JsonNumberHandling.Strict, JsonNumberHandling.AllowReadingFromString,
        JsonNumberHandling.AllowNamedFloatingPointLiterals,
    ];

    private readonly Draw _draw;
    private readonly TypeModel[] _types;

    private TypeMaker(Draw draw)
    {
        _draw = draw;
        _types = [.. Enumerable.Range(0, 1 + draw.Below(MostTypes)).Select(NextForm)];
    }

    public static TypeFamily Next(Draw draw)
    {
        var maker = new TypeMaker(draw);
        for (int i = 0; i < maker._types.Length; i++) maker._types[i] = maker.Fill(maker._types[i]);
        TypeRef root = draw.Chance(3) ? maker.Next(MostNesting, null) : new TypeRef.Emitted(draw.Below(maker._types.Length));
        return new TypeFamily(maker._types, root);
    }

    private TypeModel NextForm(int index) => new(index)
    {
        Form = _draw.Below(12) switch { 0 => TypeForm.Struct, 1 => TypeForm.Interface, _ => TypeForm.Class },
        Base = index > 0 && _draw.Chance(2) ? _draw.Below(index) : null,
    };

    private TypeModel Fill(TypeModel type)
    {
        if (type.Base is { } index && (type.Form == TypeForm.Struct || !MayDerive(type, _types[index]))) type = type with { Base = null };
        _types[type.Index] = type;
        TypeModel[] derived = [.. _types.Where(it => it.Index > type.Index && it.Base == type.Index && MayDerive(it, type))];
        MemberModel[] members = Members(type, hasDerived: derived.Length > 0);
        return type with
        {
            Members = members,
            Attributes = TypeAttributes(type with { Members = members }, derived.Length > 0 && _draw.Chance(3)),
            Derived = derived.Length == 0 || _draw.Chance(3) ? [] : Discriminators(derived),
            Callbacks = type.Form == TypeForm.Interface || !_draw.Chance(3) ? [] : [.. Callbacks.Where(_ => _draw.Chance(2))],
        };
    }

    private static bool MayDerive(TypeModel type, TypeModel parent) =>
        parent.Form == TypeForm.Interface ? type.Form != TypeForm.Struct : parent.Form == TypeForm.Class && type.Form == TypeForm.Class;

    private (int Index, object? Discriminator)[] Discriminators(TypeModel[] derived)
    {
        int kind = _draw.Below(3);
        // A type that has none there is written as its nearest base.
        return [.. derived.Where(_ => !_draw.Chance(4)).Select(it => (it.Index, kind switch { 0 => (object?)$"d{it.Index}", 1 => it.Index, _ => null }))];
    }

    private AttributeModel[] TypeAttributes(TypeModel type, bool isPolymorphic)
    {
        var attributes = new List<AttributeModel>();
        if (_draw.Chance(6) && type.Form != TypeForm.Interface) attributes.Add(Numbers());
        if (_draw.Chance(25) && type.Form == TypeForm.Class && !type.Parameters.Any())
            attributes.Add(new AttributeModel(typeof(JsonObjectCreationHandlingAttribute), [JsonObjectCreationHandling.Populate]));
        if (_draw.Chance(20) && !Bases(type).Append(type).Any(it => it.Members.Any(IsExtension)))
            attributes.Add(new AttributeModel(typeof(JsonUnmappedMemberHandlingAttribute), [JsonUnmappedMemberHandling.Disallow]));
        if (isPolymorphic)
        {
            attributes.Add(new AttributeModel(
                typeof(JsonPolymorphicAttribute),
                [],
                (nameof(JsonPolymorphicAttribute.UnknownDerivedTypeHandling), (JsonUnknownDerivedTypeHandling)_draw.Below(3)),
                (nameof(JsonPolymorphicAttribute.IgnoreUnrecognizedTypeDiscriminators), _draw.Chance(2)),
                (nameof(JsonPolymorphicAttribute.TypeDiscriminatorPropertyName), _draw.Pick(["$type", "kind"]))));
        }
        return [.. attributes];
    }

    private MemberModel[] Members(TypeModel type, bool hasDerived)
    {
        var members = new List<MemberModel>();
        // Many types of users are flat.
        int nesting = _draw.Chance(3) ? 0 : MostNesting;
        for (int i = 1 + _draw.Below(MostMembers); i > 0; i--)
            members.Add(Member(type, $"{(char)('A' + type.Index)}{i}", _draw.Below(nesting + 1), hasDerived));
        if (_draw.Chance(10)) members.Add(new MemberModel($"Boom{type.Index}", TypeRef.Of(typeof(int))) { Form = MemberForm.Failing });
        if (type.Form != TypeForm.Interface && _draw.Chance(4) && !Bases(type).Any(it => it.Members.Any(IsExtension)))
        {
            members.Add(new MemberModel($"More{type.Index}", TypeRef.Of(_draw.Pick<Type>(Extensions)))
            {
                Attributes = [new AttributeModel(typeof(JsonExtensionDataAttribute), [])],
            });
        }
        return [.. members];
    }

    private static bool IsExtension(MemberModel member) => member.Attributes.Any(it => it.Type == typeof(JsonExtensionDataAttribute));

    private IEnumerable<TypeModel> Bases(TypeModel type)
    {
        for (int? index = type.Base; index is { } known; index = _types[known].Base) yield return _types[known];
    }

    private MemberModel Member(TypeModel type, string name, int nesting, bool hasDerived)
    {
        TypeRef declared = Next(nesting, type);
        var member = new MemberModel(name, declared);
        if (type.Form == TypeForm.Interface) return member;
        member = member with
        {
            Form = _draw.Below(24) switch
            {
                0 => MemberForm.ReadOnly,
                1 => MemberForm.Field,
                2 => MemberForm.Hidden,
                3 or 4 when !hasDerived => MemberForm.Parameter,
                _ => MemberForm.Property,
            },
        };
        return member with { Attributes = [.. MemberAttributes(member, declared is TypeRef.Known known ? known.Type : null)] };
    }

    private IEnumerable<AttributeModel> MemberAttributes(MemberModel member, Type? type)
    {
        if (member.Form is MemberForm.Hidden or MemberForm.Field) yield return new AttributeModel(typeof(JsonIncludeAttribute), []);
        if (_draw.Chance(type == typeof(Asymmetric) ? 2 : 10)) yield return Ignore(member.Type);
        if (_draw.Chance(20)) yield return new AttributeModel(typeof(JsonPropertyNameAttribute), [$"<\u00E9> {member.Name}"]);
        if (_draw.Chance(20)) yield return new AttributeModel(typeof(JsonPropertyOrderAttribute), [_draw.Below(3) - 1]);
        if (IsSettable(member) && _draw.Chance(25)) yield return new AttributeModel(typeof(JsonRequiredAttribute), []);
        if (member.Type is TypeRef.Generic { Definition: var definition } && Populated.Contains(definition) && member.Form == MemberForm.Property
            && _draw.Chance(12))
            yield return new AttributeModel(typeof(JsonObjectCreationHandlingAttribute), [JsonObjectCreationHandling.Populate]);
        if (_draw.Chance(type == typeof(int) || type == typeof(string) || type == typeof(DayOfWeek) ? 8 : 1) && Converter(member.Type) is { } converter)
            yield return new AttributeModel(typeof(JsonConverterAttribute), [converter]);
        else if (TakesNumbers(member.Type) && _draw.Chance(6)) yield return Numbers();
    }

    private static bool IsSettable(MemberModel member) => member.Form is MemberForm.Property or MemberForm.Field;

    private AttributeModel Ignore(TypeRef type)
    {
        JsonIgnoreCondition condition = _draw.Pick(
        [
            JsonIgnoreCondition.WhenWritingDefault, JsonIgnoreCondition.WhenWritingDefault, JsonIgnoreCondition.WhenWritingNull,
            JsonIgnoreCondition.Never, JsonIgnoreCondition.Always, JsonIgnoreCondition.WhenWriting, JsonIgnoreCondition.WhenReading,
        ]);
        // A value that cannot be null refuses that.
        bool isNullable = type is TypeRef.Known { Type.IsValueType: false } or TypeRef.Generic { Definition.IsValueType: false };
        if (condition == JsonIgnoreCondition.WhenWritingNull && !isNullable) condition = JsonIgnoreCondition.WhenWritingDefault;
        return new AttributeModel(typeof(JsonIgnoreAttribute), [], (nameof(JsonIgnoreAttribute.Condition), condition));
    }

    private Type? Converter(TypeRef type) => type switch
    {
        TypeRef.Known { Type: var known } when known == typeof(int) => _draw.Pick<Type>([typeof(HashConverter), typeof(SilentConverter), typeof(FailingConverter)]),
        TypeRef.Known { Type: var known } when known == typeof(string) => typeof(CommentConverter),
        TypeRef.Known { Type: var known } when known == typeof(DayOfWeek) => _draw.Pick<Type>([typeof(DayConverter), typeof(JsonStringEnumConverter)]),
        TypeRef.Known { Type: var known } when known == typeof(object) && _draw.Chance(8) => typeof(NameConverter),
        TypeRef.Generic { Definition: var definition, Arguments: [TypeRef.Known { Type: var item }] } when definition == typeof(List<>) && item == typeof(int)
            && _draw.Chance(4) => typeof(LengthConverter),
        _ => null,
    };

    /// <summary>Numbers, collections of them, and values of any type.</summary>
    private static bool TakesNumbers(TypeRef type) => type switch
    {
        TypeRef.Known { Type: var known } => known == typeof(object) || IsNumber(known),
        TypeRef.Generic { Arguments: [.., TypeRef.Known { Type: var item }], Definition: var definition } =>
            !Pairs.Contains(definition) && definition != typeof(Holder<>) && definition != typeof(Slot<>) && (item == typeof(object) || IsNumber(item)),
        _ => false,
    };

    private static bool IsNumber(Type type) => Type.GetTypeCode(Nullable.GetUnderlyingType(type) ?? type) is >= TypeCode.SByte and <= TypeCode.Decimal
        && !(Nullable.GetUnderlyingType(type) ?? type).IsEnum;

    private AttributeModel Numbers() => new(typeof(JsonNumberHandlingAttribute), [_draw.Pick(Handlings)]);

    /// <param name="nesting">How many types may be inside each other.</param>
    /// <param name="holder">The type that holds the value, and has to be made after what it holds by value; null for the root.</param>
    /// <param name="isByValue">Inside a structure.</param>
    private TypeRef Next(int nesting, TypeModel? holder, bool isByValue = false) => _draw.Below(nesting == 0 ? 6 : 12) switch
    {
        0 or 1 or 2 => TypeRef.Of(_draw.Pick<Type>(Scalars)),
        3 or 4 => Emitted(holder, isByValue),
        5 => TypeRef.Of(_draw.Pick<Type>(Others)),
        6 or 7 or 8 => Sequence(nesting, holder, isByValue),
        9 or 10 => new TypeRef.Generic(_draw.Pick<Type>(Dictionaries), Key(), Next(nesting - 1, holder, isByValue)),
        _ when _draw.Chance(3) => new TypeRef.Generic(_draw.Pick<Type>(Pairs), Next(0, holder, true), Next(nesting - 1, holder, true)),
        _ => new TypeRef.Generic(_draw.Pick<Type>([typeof(Holder<>), typeof(Slot<>)]), Next(nesting - 1, holder, true)),
    };

    private TypeRef.Known Key() => TypeRef.Of(_draw.Chance(3) ? _draw.Pick<Type>(Keys) : typeof(string));

    private TypeRef.Generic Sequence(int nesting, TypeModel? holder, bool isByValue)
    {
        Type definition = _draw.Pick<Type>(Sequences);
        return new TypeRef.Generic(definition, Next(nesting - 1, holder, isByValue || definition.IsValueType));
    }

    private TypeRef Emitted(TypeModel? holder, bool isByValue)
    {
        TypeModel type = _types[_draw.Below(_types.Length)];
        if (holder is null || !(isByValue || type.Form == TypeForm.Struct) || TypeEmitter.RankOf(type) < TypeEmitter.RankOf(holder))
        {
            return type.Form == TypeForm.Struct && _draw.Chance(3)
                ? new TypeRef.Generic(typeof(Nullable<>), new TypeRef.Emitted(type.Index))
                : new TypeRef.Emitted(type.Index);
        }
        return TypeRef.Of(_draw.Pick<Type>(Scalars));
    }
}
