using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace RowJson.Analyzers;

/// <summary>The methods of RowJson that take rows, and those that write them.</summary>
internal sealed class RowLibrary(IAssemblySymbol assembly)
{
    private const string Writer = "JsonRowWriter", Serializer = "JsonRowSerializer";

    /// <summary>The rows that a call writes by their declared type, and its options; null if they have a contract or columns.</summary>
    public RowWrite? WriteOf(IInvocationOperation call)
    {
        if (!IsOurs(call.TargetMethod.ContainingType)) return null;
        return call.TargetMethod.ContainingType.Name switch
        {
            Writer => WrittenByWriter(call),
            Serializer => WrittenBySerializer(call),
            _ => WrittenByRows(call),
        };
    }

    /// <summary>What <c>JsonSerializer</c> writes with options from <c>WithRowJson</c>; else null.</summary>
    public RowWrite? ValueWrittenBySerializer(IInvocationOperation call)
    {
        if (call.TargetMethod is not { ContainingType.Name: "JsonSerializer", TypeArguments: { Length: 1 } written } method) return null;
        if (!method.Name.StartsWith("Serialize", StringComparison.Ordinal)) return null;
        if (ArgumentOf(call.Arguments, "JsonSerializerOptions") is not { } options) return null;
        return KeptValues.Of(options.Value) is IInvocationOperation { TargetMethod: { Name: "WithRowJson" } with } made
            && IsOurs(with.ContainingType) && OurPackages.ExtendedBy(made) is { } plain
                ? new RowWrite(written[0], KnownOptions.OfSerializerOptions(plain))
                : null;
    }

    private RowWrite? WrittenByRows(IInvocationOperation call) =>
        ArgumentOf(call.Arguments, "JsonRowOptions") is { } options && call.Instance is not null && DeclaredRows(call.Instance) is { } type
            ? new RowWrite(type, KnownOptions.Of(options.Value))
            : null;

    /// <summary>A single row by its declared type. The options are those of the writer.</summary>
    private static RowWrite? WrittenByWriter(IInvocationOperation call)
    {
        bool isRow = call.TargetMethod is { Name: "WriteRow" or "WriteRowAsync", TypeArguments.Length: 1 };
        if (!isRow || HasContractOfItsOwn(call.TargetMethod)) return null;
        KnownOptions? options = LocalValues.Of(call.Instance) is IObjectCreationOperation writer
            && ArgumentOf(writer.Arguments, "JsonRowOptions") is { } argument ? KnownOptions.Of(argument.Value) : null;
        return new RowWrite(call.TargetMethod.TypeArguments[0], options);
    }

    /// <summary>A value that holds rows. The options are the serializer's.</summary>
    private static RowWrite? WrittenBySerializer(IInvocationOperation call)
    {
        bool isValue = call.TargetMethod is { Name: "Serialize" or "SerializeAsync", TypeArguments.Length: 1 };
        return isValue && ArgumentOf(call.Arguments, "JsonSerializerOptions") is { } options
            ? new RowWrite(call.TargetMethod.TypeArguments[0], KnownOptions.OfSerializerOptions(options.Value))
            : null;
    }

    /// <summary>The call of <c>From</c> whose rows a call writes, with options that are known and name no row reader; else null.</summary>
    public IInvocationOperation? SourceWrittenBy(IInvocationOperation call) =>
        IsOurs(call.TargetMethod.ContainingType) && call.Instance is not null
        && ArgumentOf(call.Arguments, "JsonRowOptions") is { } options
        && KnownOptions.Of(options.Value) is { } known && known.OfRows("RowReaders") is null
            ? SourceOf(call.Instance)
            : null;

    /// <summary>The declared type of the rows; null where they have a contract or columns, or come from elsewhere.</summary>
    private ITypeSymbol? DeclaredRows(IOperation rows) =>
        SourceOf(rows)?.TargetMethod is { TypeArguments: { Length: 1 } arguments, Parameters.Length: 1 } ? arguments[0] : null;

    /// <summary>The call of <c>From</c> that rows come from.</summary>
    private IInvocationOperation? SourceOf(IOperation rows)
    {
        if (LocalValues.Of(rows) is not IInvocationOperation call || !IsOurs(call.TargetMethod.ContainingType)) return null;
        return call.TargetMethod.Name switch
        {
            "From" => call,
            "InEnvelope" when call.Instance is not null => SourceOf(call.Instance),
            _ => null,
        };
    }

    private bool IsOurs(ITypeSymbol? type) => SymbolEqualityComparer.Default.Equals(type?.ContainingAssembly, assembly);

    private static bool HasContractOfItsOwn(IMethodSymbol method) =>
        method.Parameters.Any(static parameter => parameter.Type.Name is "JsonTypeInfo" or "JsonRowShape");

    private static IArgumentOperation? ArgumentOf(IEnumerable<IArgumentOperation> arguments, string type) =>
        arguments.FirstOrDefault(argument => argument.Parameter?.Type.Name == type);
}
