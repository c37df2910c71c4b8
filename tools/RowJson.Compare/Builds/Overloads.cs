using System.Linq.Expressions;
using System.Reflection;

namespace RowJson.Compare;

/// <summary>Chooses among a type's overloads as C# does, as far as RowJson's methods need it.</summary>
internal static class Overloads
{
    /// <summary>The most specific public method that takes the arguments; whatever further parameters it has are optional.</summary>
    /// <returns>Null where there is none, or where there are several of which none is the best.</returns>
    public static MethodInfo? Find(Type type, string name, BindingFlags kind, Type[] arguments)
    {
        MethodInfo[] applicable =
        [
            .. type.GetMethods(BindingFlags.Public | BindingFlags.FlattenHierarchy | kind)
                .Where(method => method.Name == name)
                .Select(method => Close(method, arguments))
                .OfType<MethodInfo>(),
        ];
        return Array.Find(applicable, method => applicable.All(other => other == method || IsBetter(method, other, arguments.Length)));
    }

    /// <summary>The arguments, converted, and the default values of the parameters after them.</summary>
    public static Expression[] Arguments(MethodInfo method, Expression[] given) =>
    [
        .. method.GetParameters().Select((parameter, index) =>
            index < given.Length ? Expression.Convert(given[index], parameter.ParameterType)
            : parameter.DefaultValue is { } value ? Expression.Constant(value, parameter.ParameterType)
            : (Expression)Expression.Default(parameter.ParameterType)),
    ];

    /// <summary>The method with its type arguments inferred; null where it does not take the arguments.</summary>
    private static MethodInfo? Close(MethodInfo method, Type[] arguments)
    {
        ParameterInfo[] parameters = method.GetParameters();
        if (parameters.Length < arguments.Length || !parameters.Skip(arguments.Length).All(parameter => parameter.IsOptional)) return null;
        MethodInfo? closed = method.IsGenericMethodDefinition ? Infer(method, arguments) : method;
        bool applies = closed is not null
            && closed.GetParameters().Zip(arguments).All(pair => pair.First.ParameterType.IsAssignableFrom(pair.Second));
        return applies ? closed : null;
    }

    private static MethodInfo? Infer(MethodInfo method, Type[] arguments)
    {
        var inferred = new Dictionary<Type, Type>();
        foreach ((ParameterInfo parameter, Type argument) in method.GetParameters().Zip(arguments))
            Infer(parameter.ParameterType, argument, inferred);
        Type[] open = method.GetGenericArguments();
        if (!open.All(inferred.ContainsKey)) return null;
        try
        {
            return method.MakeGenericMethod([.. open.Select(parameter => inferred[parameter])]);
        }
        catch (ArgumentException)
        {
            // A constraint is not met.
            return null;
        }
    }

    private static void Infer(Type parameter, Type argument, Dictionary<Type, Type> inferred)
    {
        if (parameter.IsGenericParameter)
        {
            inferred.TryAdd(parameter, argument);
        }
        else if (parameter.IsGenericType && FindSame(parameter.GetGenericTypeDefinition(), argument) is { } same)
        {
            foreach ((Type inner, Type actual) in parameter.GetGenericArguments().Zip(same.GetGenericArguments()))
                Infer(inner, actual, inferred);
        }
    }

    /// <summary>The instance of a generic definition that the type is, derives from or implements.</summary>
    private static Type? FindSame(Type definition, Type type)
    {
        for (Type? ancestor = type; ancestor is not null; ancestor = ancestor.BaseType)
        {
            if (IsOf(ancestor)) return ancestor;
        }
        return Array.Find(type.GetInterfaces(), IsOf);

        bool IsOf(Type candidate) => candidate.IsGenericType && candidate.GetGenericTypeDefinition() == definition;
    }

    // The narrower types win; where they are the same, the method that is not generic, then the one that says more about its types,
    // then the one with fewer parameters.
    private static bool IsBetter(MethodInfo left, MethodInfo right, int count)
    {
        Type[] lefts = Types(left, count), rights = Types(right, count);
        if (!lefts.SequenceEqual(rights)) return lefts.Zip(rights).All(pair => pair.Second.IsAssignableFrom(pair.First));
        if (left.IsGenericMethod != right.IsGenericMethod) return right.IsGenericMethod;
        int leftDetail = Detail(left, count), rightDetail = Detail(right, count);
        return leftDetail != rightDetail ? leftDetail > rightDetail : left.GetParameters().Length < right.GetParameters().Length;
    }

    private static int Detail(MethodInfo method, int count) =>
        Types(method.IsGenericMethod ? method.GetGenericMethodDefinition() : method, count).Sum(CountNames);

    private static int CountNames(Type type) => type.IsGenericParameter ? 0 : 1 + type.GetGenericArguments().Sum(CountNames);

    private static Type[] Types(MethodInfo method, int count) =>
        [.. method.GetParameters().Take(count).Select(parameter => parameter.ParameterType)];
}
