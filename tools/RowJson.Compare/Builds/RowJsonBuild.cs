using System.Buffers;
using System.Diagnostics;
using System.Linq.Expressions;
using System.Reflection;
using System.Runtime.Loader;
using RowJson.Benchmarks;

namespace RowJson.Compare;

/// <summary>A build of RowJson in a load context of its own. Everything is bound by reflection and by name, so that builds whose
/// signatures differ can be compared.</summary>
internal sealed class RowJsonBuild
{
    private readonly Assembly _assembly;
    private readonly Type _rows;

    private RowJsonBuild(string label, Assembly assembly)
    {
        Label = label;
        _assembly = assembly;
        _rows = FindType("JsonRows");
    }

    /// <summary>What the build is called in the report.</summary>
    public string Label { get; }

    public static RowJsonBuild Load(BuildImage image)
    {
        // Not collectible: access to static fields is slower in collectible contexts.
        var context = new AssemblyLoadContext(image.Label);
        Assembly assembly = context.LoadFromStream(new MemoryStream(image.Bytes));
        if (assembly.GetCustomAttribute<DebuggableAttribute>() is { IsJITOptimizerDisabled: true })
            throw new BenchmarkException($"{image.Label}: this is a Debug build. Build it with -c Release.");
        return new RowJsonBuild(image.Label, assembly);
    }

    /// <summary>A public type of the build.</summary>
    public Type FindType(string name) =>
        _assembly.GetType($"RowJson.{name}") ?? throw new BenchmarkException($"{Label}: there is no type RowJson.{name}");

    /// <summary>Compiles <c>buffer => JsonRows.From(arguments).WriteTo(buffer, null)</c>, with the overloads that a C# compiler would take.</summary>
    /// <exception cref="MissingMethodException">The build has no such overload.</exception>
    public Action<IBufferWriter<byte>> Bind(params object[] arguments)
    {
        MethodInfo from = Find(_rows, "From", BindingFlags.Static, [.. arguments.Select(argument => argument.GetType())]);
        MethodInfo writeTo = Find(from.ReturnType, "WriteTo", BindingFlags.Instance, [typeof(IBufferWriter<byte>)]);
        ParameterExpression buffer = Expression.Parameter(typeof(IBufferWriter<byte>), "buffer");
        Expression rows = Expression.Call(from, Overloads.Arguments(from, [.. arguments.Select(Expression.Constant)]));
        Expression write = Expression.Call(rows, writeTo, Overloads.Arguments(writeTo, [buffer]));
        return Expression.Lambda<Action<IBufferWriter<byte>>>(write, buffer).Compile();
    }

    /// <summary>The method of one of the build's types that a C# compiler would take.</summary>
    /// <exception cref="MissingMethodException">The build has no such overload.</exception>
    public MethodInfo Find(Type type, string name, BindingFlags kind, params Type[] arguments) =>
        Overloads.Find(type, name, kind, arguments) ?? throw new MissingMethodException(
            $"{Label} has no {type.Name}.{name}({string.Join(", ", arguments.Select(argument => argument.ToString()))}), "
            + "or several of which none is the best");
}
