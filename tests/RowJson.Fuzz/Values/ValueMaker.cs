using System.Collections;
using System.Collections.Immutable;
using System.Reflection;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace RowJson.Fuzz;

/// <summary>Makes values of a declared type. One in some is one that has been made before, which may lead back to itself.</summary>
/// <param name="draw">Everything random.</param>
/// <param name="repeats">Values may be there more than once.</param>
internal sealed class ValueMaker(Draw draw, bool repeats)
{
    /// <summary>Values that one value may consist of: what lies deeper is null or empty.</summary>
    private const int MostValues = 400;

    private const int MostNesting = 7;

    private static readonly Dictionary<Type, ValueKind> Scalars = ValueKind.Typed.ToDictionary(kind => kind.Type);

    private readonly List<object> _made = [];
    private int _values;
    private bool _hasCircle;

    /// <summary>A value that a variable of the type may hold; null among them.</summary>
    public object? Next(Type type, int nesting = 0)
    {
        if (Nullable.GetUnderlyingType(type) is { } underlying) return draw.Chance(3) ? null : Next(underlying, nesting);
        if (Scalars.TryGetValue(type, out ValueKind? kind)) return kind.Next(draw);
        if (!type.IsValueType && draw.Chance(12)) return null;
        if (repeats && !type.IsValueType && draw.Chance(4) && _made.FindAll(it => MayRepeat(it, type)) is { Count: > 0 } found)
            return found[draw.Below(found.Count)];
        bool isEnough = ++_values > MostValues || nesting > MostNesting;
        if (isEnough && !type.IsValueType) return null;
        if (type == typeof(object)) return Next(AnyType(), nesting + 1);
        if (type == typeof(JsonElement)) return JsonTexts.Element(draw);
        if (type == typeof(JsonDocument)) return JsonDocument.Parse(JsonTexts.Element(draw).GetRawText());
        if (type == typeof(JsonNode)) return JsonNode.Parse(JsonTexts.Element(draw).GetRawText());
        if (type == typeof(RawJson)) return new RawJson(JsonTexts.Element(draw).GetRawText());
        if (type == typeof(Tag)) return new Tag((int)draw.Bits());
        if (type.IsArray) return Keep(Items(type.GetElementType()!, nesting, isEnough));
        if (type.IsGenericType && Collection(type, nesting, isEnough) is { } collection) return Keep(collection);
        return Object(type, nesting);
    }

    private Type AnyType() => draw.Below(8) switch
    {
        0 => typeof(Node),
        1 => typeof(List<object>),
        2 => typeof(Dictionary<string, object>),
        // One in a value: in a list or a dictionary .NET 10 writes the discriminator of the first alone (docs/limits.md).
        3 when !_hasCircle => OneCircle(),
        4 => draw.Pick<Type>([typeof(int[]), typeof(List<string>), typeof(Leaf), typeof(Extended), typeof(Spot), typeof(List<Node>)]),
        _ => draw.Pick<ValueKind>([.. ValueKind.Typed]).Type,
    };

    /// <summary>Not one with a discriminator where it is declared as an object: see <see cref="OneCircle"/>.</summary>
    private static bool MayRepeat(object value, Type type) => type.IsInstanceOfType(value) && !(type == typeof(object) && value is Figure);

    private Type OneCircle()
    {
        _hasCircle = true;
        return typeof(Circle);
    }

    private Array Items(Type item, int nesting, bool isEmpty)
    {
        int count = isEmpty ? 0 : draw.Chance(20) ? draw.Below(60) : draw.Below(4);
        var items = Array.CreateInstance(item, count);
        for (int i = 0; i < count; i++)
            if (Next(item, nesting + 1) is { } value) items.SetValue(value, i);
        return items;
    }

    /// <summary>Null for what is no collection.</summary>
    private object? Collection(Type type, int nesting, bool isEmpty)
    {
        Type definition = type.GetGenericTypeDefinition();
        if (definition == typeof(Holder<>) || definition == typeof(Slot<>)) return null;
        Type[] arguments = type.GetGenericArguments();
        if (arguments.Length == 2) return Dictionary(definition, arguments, nesting, isEmpty);
        Array items = Items(arguments[0], nesting, isEmpty);
        if (definition == typeof(ImmutableArray<>) || definition == typeof(ImmutableList<>))
        {
            Type factory = definition == typeof(ImmutableArray<>) ? typeof(ImmutableArray) : typeof(ImmutableList);
            MethodInfo create = factory.GetMethods().Single(method => method.Name == "CreateRange" && method.GetParameters().Length == 1
                && method.GetParameters()[0].ParameterType.GetGenericTypeDefinition() == typeof(IEnumerable<>));
            return create.MakeGenericMethod(arguments[0]).Invoke(null, [items]);
        }
        if (type.IsInterface && draw.Chance(2)) return items;
        return Activator.CreateInstance(type.IsInterface ? typeof(List<>).MakeGenericType(arguments[0]) : type, items);
    }

    private object Dictionary(Type definition, Type[] arguments, int nesting, bool isEmpty)
    {
        Type type = definition.IsInterface ? typeof(Dictionary<,>) : definition;
        var entries = (IDictionary)Activator.CreateInstance(type.MakeGenericType(arguments))!;
        for (int i = isEmpty ? 0 : draw.Below(5); i > 0; i--)
            entries[arguments[0] == typeof(int) ? (int)draw.Magnitude() : FuzzText.Next(draw)] = Next(arguments[1], nesting + 1);
        return entries;
    }

    private object Object(Type type, int nesting)
    {
        if (type == typeof(Figure)) type = draw.Pick<Type>([typeof(Figure), typeof(Circle), typeof(Square)]);
        object value = Keep(Activator.CreateInstance(type)!);
        foreach (PropertyInfo property in type.GetProperties())
            if (property.SetMethod is { IsPublic: true } && !draw.Chance(6)) property.SetValue(value, Next(property.PropertyType, nesting + 1));
        return value;
    }

    private object Keep(object value)
    {
        if (!value.GetType().IsValueType) _made.Add(value);
        return value;
    }
}
