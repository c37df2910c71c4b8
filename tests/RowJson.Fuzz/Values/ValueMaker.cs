using System.Collections;
using System.Collections.Immutable;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;

namespace RowJson.Fuzz;

/// <summary>Makes values of a declared type. One in some is one that has been made before, which may lead back to itself.</summary>
/// <param name="emitted">The emitted types that values declared as objects, base classes or interfaces may have.</param>
/// <param name="settings">How large values are, and where they begin.</param>
/// <param name="hasDiscriminators">What is declared as an object may have a discriminator.</param>
internal sealed class ValueMaker(IReadOnlyList<Type> emitted, ValueSettings settings, bool hasDiscriminators)
{
    private const int MostNesting = 7;
    private const BindingFlags Own = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

    private static readonly Dictionary<Type, ValueKind> Scalars = ValueKind.Typed.ToDictionary(kind => kind.Type);

    private static readonly Type[] AnyTypes =
    [
        typeof(int[]), typeof(int[][]), typeof(List<string>), typeof(List<List<double>>), typeof(Dictionary<string, int[]>),
        typeof(List<Dictionary<string, object>>), typeof(Holder<object>), typeof(Slot<int>), typeof(List<Node>), typeof(Counted<int>),
    ];

    private readonly List<object> _made = [];
    private Draw _draw = new(settings.Seed);
    private int _values;
    private bool _hasDiscriminator = !hasDiscriminators;

    /// <summary>A value that a variable of the type may hold; null among them.</summary>
    public object? Next(Type type, int nesting = 0)
    {
        if (Nullable.GetUnderlyingType(type) is { } underlying) return _draw.Chance(3) ? null : Next(underlying, nesting);
        if (settings.IsSimple && type == typeof(string)) return "x";
        if (settings.IsSimple && type == typeof(int)) return _draw.Below(8);
        if (Scalars.TryGetValue(type, out ValueKind? kind)) return kind.Next(_draw);
        if (!type.IsValueType && _draw.Chance(12)) return null;
        if (settings.Repeats && !type.IsValueType && _draw.Chance(4) && _made.FindAll(it => MayRepeat(it, type)) is { Count: > 0 } found)
            return found[_draw.Below(found.Count)];
        bool isEnough = ++_values > settings.MostValues || nesting > MostNesting;
        if (isEnough && !type.IsValueType) return null;
        if (type == typeof(object)) return Next(AnyType(), nesting + 1);
        if (type == typeof(JsonElement)) return JsonTexts.Element(_draw);
        if (type == typeof(JsonDocument)) return JsonDocument.Parse(JsonTexts.Element(_draw).GetRawText());
        if (type == typeof(JsonNode)) return JsonNode.Parse(JsonTexts.Element(_draw).GetRawText());
        if (type == typeof(JsonObject)) return new JsonObject { [Text()] = JsonNode.Parse(JsonTexts.Element(_draw).GetRawText()) };
        if (type == typeof(RawJson)) return new RawJson(JsonTexts.Element(_draw).GetRawText());
        if (type == typeof(Tag)) return new Tag((int)_draw.Bits());
        if (type.IsArray) return Keep(Items(type.GetElementType()!, nesting, isEnough));
        if (Dictionary(type, nesting, isEnough) is { } dictionary) return dictionary;
        if (Sequence(type, nesting, isEnough) is { } sequence) return sequence;
        return Object(type, nesting);
    }

    private string Text() => (string?)Next(typeof(string)) ?? "";

    private Type AnyType() => _draw.Below(10) switch
    {
        0 => typeof(Node),
        1 => typeof(List<object>),
        2 => typeof(Dictionary<string, object>),
        3 or 4 or 5 => _draw.Pick<Type>(AnyTypes),
        6 or 7 when AnyEmitted() is { } type => type,
        _ => _draw.Pick<ValueKind>([.. ValueKind.Typed]).Type,
    };

    /// <summary>One with a discriminator in a value: in a list or a dictionary .NET 10 writes that of the first alone (docs/limits.md).</summary>
    private Type? AnyEmitted()
    {
        Type[] types = [.. emitted.Where(type => !type.IsInterface && !(_hasDiscriminator && IsPolymorphic(type)))];
        if (types.Length == 0) return null;
        Type found = _draw.Pick<Type>(types);
        _hasDiscriminator |= IsPolymorphic(found);
        return found;
    }

    /// <summary>Not one with a discriminator where it is declared as an object: see <see cref="AnyEmitted"/>.</summary>
    private static bool MayRepeat(object value, Type type) => type.IsInstanceOfType(value) && !(type == typeof(object) && IsPolymorphic(value.GetType()));

    public static bool IsPolymorphic(Type type) => type.Assembly.IsDynamic
        && (type.IsDefined(typeof(JsonDerivedTypeAttribute), inherit: false)
            || (type.BaseType is { } parent && IsPolymorphic(parent))
            || type.GetInterfaces().Any(IsPolymorphic));

    private Array Items(Type item, int nesting, bool isEmpty)
    {
        int count = isEmpty ? 0 : _draw.Chance(20) && !settings.IsSimple ? _draw.Below(60) : _draw.Below(4);
        var items = Array.CreateInstance(item, count);
        for (int i = 0; i < count; i++)
            if (Next(item, nesting + 1) is { } value) items.SetValue(value, i);
        return items;
    }

    /// <summary>Null for what is no sequence.</summary>
    private object? Sequence(Type type, int nesting, bool isEmpty)
    {
        Type? item = type.IsGenericType ? type.GetGenericArguments()[0] : InterfaceOf(type, typeof(ICollection<>))?.GetGenericArguments()[0];
        bool isMemory = type.IsGenericType && type.GetGenericTypeDefinition() is var it && (it == typeof(Memory<>) || it == typeof(ReadOnlyMemory<>));
        if (item is null || !(isMemory || type.IsAssignableTo(typeof(IEnumerable)))) return null;
        Array items = Items(item, nesting, isEmpty);
        if (!type.IsGenericType)
        {
            var list = (IList)Activator.CreateInstance(type)!;
            foreach (object? value in items) list.Add(value);
            return Keep(list);
        }
        Type definition = type.GetGenericTypeDefinition();
        if (ImmutableOf(type, items) is { } immutable) return immutable;
        if (definition == typeof(ISet<>)) return Keep(Activator.CreateInstance(typeof(HashSet<>).MakeGenericType(item), items)!);
        if (type.IsInterface && _draw.Chance(2)) return Keep(items);
        return Keep(Activator.CreateInstance(type.IsInterface ? typeof(List<>).MakeGenericType(item) : type, items)!);
    }

    /// <summary>Null for types whose values can be changed.</summary>
    private static object? ImmutableOf(Type type, object items)
    {
        // ImmutableList<T> has ImmutableList.CreateRange<T>.
        if (!type.IsGenericType || type.Namespace != typeof(ImmutableArray).Namespace) return null;
        Type factory = type.Assembly.GetType(type.FullName![..type.FullName!.IndexOf('`', StringComparison.Ordinal)])!;
        MethodInfo create = factory.GetMethods().Single(method => method.Name == "CreateRange" && method.GetParameters() is [var parameter]
            && parameter.ParameterType.IsGenericType && parameter.ParameterType.GetGenericTypeDefinition() == typeof(IEnumerable<>));
        return create.MakeGenericMethod(type.GetGenericArguments()).Invoke(null, [items]);
    }

    /// <summary>Null for what is no dictionary.</summary>
    private object? Dictionary(Type type, int nesting, bool isEmpty)
    {
        if ((InterfaceOf(type, typeof(IDictionary<,>)) ?? InterfaceOf(type, typeof(IReadOnlyDictionary<,>))) is not { } face) return null;
        Type[] arguments = face.GetGenericArguments();
        bool isImmutable = !type.IsInterface && type.Namespace == typeof(ImmutableArray).Namespace;
        var entries = (IDictionary)Activator.CreateInstance(
            type.IsInterface || isImmutable ? typeof(Dictionary<,>).MakeGenericType(arguments) : type)!;
        for (int i = isEmpty ? 0 : _draw.Below(5); i > 0; i--) entries[Next(arguments[0]) ?? ""] = Next(arguments[1], nesting + 1);
        return Keep(ImmutableOf(type, entries) ?? entries);
    }

    private static Type? InterfaceOf(Type type, Type definition) =>
        type.GetInterfaces().Append(type).FirstOrDefault(it => it.IsGenericType && it.GetGenericTypeDefinition() == definition);

    private object? Object(Type type, int nesting)
    {
        if (type.Assembly.IsDynamic)
        {
            Type[] types = [.. emitted.Where(it => !it.IsInterface && type.IsAssignableFrom(it))];
            return types.Length == 0 ? null : Emitted(_draw.Pick<Type>(types), nesting);
        }
        ConstructorInfo? constructor = type.GetConstructors().MaxBy(it => it.GetParameters().Length);
        object value = Keep(constructor is null
            ? Activator.CreateInstance(type)!
            : constructor.Invoke([.. constructor.GetParameters().Select(it => Next(it.ParameterType, nesting + 1))]));
        foreach (PropertyInfo property in type.GetProperties())
            if (property.SetMethod is { IsPublic: true } && !_draw.Chance(6)) property.SetValue(value, Next(property.PropertyType, nesting + 1));
        return value;
    }

    /// <summary>
    /// Every field, each from a sequence of its own: a smaller type has the same values.
    /// </summary>
    private object Emitted(Type type, int nesting)
    {
        object value = Keep(RuntimeHelpers.GetUninitializedObject(type));
        Draw draw = _draw;
        ulong seed = draw.Bits();
        for (Type? declaring = type; declaring is { Assembly.IsDynamic: true }; declaring = declaring.BaseType)
        {
            foreach (FieldInfo field in declaring.GetFields(Own))
            {
                _draw = new Draw(field.Name.Aggregate(seed, (hash, letter) => (hash ^ letter) * 0x100000001B3));
                if (!_draw.Chance(20)) field.SetValue(value, Next(field.FieldType, nesting + 1));
            }
        }
        _draw = draw;
        return value;
    }

    private object Keep(object value)
    {
        if (!value.GetType().IsValueType) _made.Add(value);
        return value;
    }
}
