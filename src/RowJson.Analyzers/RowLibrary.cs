using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace RowJson.Analyzers;

/// <summary>The methods of RowJson that take rows, and those that write them.</summary>
internal sealed class RowLibrary(IAssemblySymbol assembly)
{
    private const string Writer = "JsonRowWriter", Serializer = "JsonRowSerializer";

    /// <summary>The type of the rows that a call writes, where that and the lack of a contract are plain; else null.</summary>
    public ITypeSymbol? RowsWrittenBy(IInvocationOperation call)
    {
        if (!IsOurs(call.TargetMethod.ContainingType)) return null;
        if (call.TargetMethod.ContainingType.Name == Writer) return WrittenByWriter(call);
        if (call.TargetMethod.ContainingType.Name == Serializer) return WrittenBySerializer(call);
        IArgumentOperation? options = ArgumentOf(call.Arguments, "JsonRowOptions");
        return options is not null && call.Instance is not null && HasNoContracts(options.Value) ? DeclaredRows(call.Instance) : null;
    }

    /// <summary>A single row by its declared type. The options are those of the writer.</summary>
    private static ITypeSymbol? WrittenByWriter(IInvocationOperation call)
    {
        bool isRow = call.TargetMethod is { Name: "WriteRow" or "WriteRowAsync", TypeArguments.Length: 1 };
        if (!isRow || HasContractOfItsOwn(call.TargetMethod)) return null;
        return LocalValues.Of(call.Instance) is IObjectCreationOperation writer
            && ArgumentOf(writer.Arguments, "JsonRowOptions") is { } options && HasNoContracts(options.Value)
            ? call.TargetMethod.TypeArguments[0]
            : null;
    }

    /// <summary>A value that holds rows. The options are the serializer's.</summary>
    private static ITypeSymbol? WrittenBySerializer(IInvocationOperation call)
    {
        bool isValue = call.TargetMethod is { Name: "Serialize" or "SerializeAsync", TypeArguments.Length: 1 };
        return isValue && ArgumentOf(call.Arguments, "JsonSerializerOptions") is { } options && IsWithoutResolver(options.Value)
            ? call.TargetMethod.TypeArguments[0]
            : null;
    }

    /// <summary>The type for which the rows were declared; null where they have a contract or columns, or come from elsewhere.</summary>
    private ITypeSymbol? DeclaredRows(IOperation rows)
    {
        if (LocalValues.Of(rows) is not IInvocationOperation call || !IsOurs(call.TargetMethod.ContainingType)) return null;
        return call.TargetMethod switch
        {
            { Name: "From", TypeArguments.Length: 1, Parameters.Length: 1 } => call.TargetMethod.TypeArguments[0],
            { Name: "InEnvelope" } when call.Instance is not null => DeclaredRows(call.Instance),
            _ => null,
        };
    }

    private bool IsOurs(ITypeSymbol? type) => SymbolEqualityComparer.Default.Equals(type?.ContainingAssembly, assembly);

    private static bool HasContractOfItsOwn(IMethodSymbol method) =>
        method.Parameters.Any(static parameter => parameter.Type.Name is "JsonTypeInfo" or "JsonRowShape");

    private static IArgumentOperation? ArgumentOf(IEnumerable<IArgumentOperation> arguments, string type) =>
        arguments.FirstOrDefault(argument => argument.Parameter?.Type.Name == type);

    /// <summary>Options of a write that are left out, or made here without those of the serializer.</summary>
    private static bool HasNoContracts(IOperation options)
    {
        // The serializer's options convert to those of rows.
        if (options is IConversionOperation { Operand: { Type.Name: "JsonSerializerOptions" } ofSerializer })
            return IsWithoutResolver(ofSerializer);
        IOperation? value = LocalValues.Of(options);
        if (value is null || IsNull(value)) return true;
        if (value is not IObjectCreationOperation made) return false;
        if (Assigned(made, "SerializerOptions") is { } set) return IsWithoutResolver(set);
        return made.Arguments.Length == 0 || IsWithoutResolver(made.Arguments[0].Value);
    }

    private static bool IsNull(IOperation value) =>
        value.Kind == OperationKind.DefaultValue || value.ConstantValue is { HasValue: true, Value: null };

    /// <summary>
    /// Options of the serializer that reflect: its own sets of them, and new ones without a resolver. A variable's may get one later.
    /// </summary>
    private static bool IsWithoutResolver(IOperation options)
    {
        while (options is IConversionOperation conversion) options = conversion.Operand;
        return options switch
        {
            _ when IsNull(options) => true,
            IPropertyReferenceOperation { Property: { IsStatic: true, ContainingType.Name: "JsonSerializerOptions" } } => true,
            IObjectCreationOperation { Type.Name: "JsonSerializerOptions" } made => made.Arguments.All(TakesNoOptions)
                && Assigned(made, "TypeInfoResolver") is null && Assigned(made, "TypeInfoResolverChain") is null,
            _ => false,
        };
    }

    private static bool TakesNoOptions(IArgumentOperation argument) => argument.Parameter?.Type.Name != "JsonSerializerOptions";

    /// <summary>What an initializer gives a property.</summary>
    private static IOperation? Assigned(IObjectCreationOperation made, string property)
    {
        if (made.Initializer is not { } initializer) return null;
        foreach (IOperation part in initializer.Initializers)
        {
            if (part is ISimpleAssignmentOperation { Target: IPropertyReferenceOperation target } set && target.Property.Name == property)
                return set.Value;
            bool isFilled = part is IMemberInitializerOperation { InitializedMember: IPropertyReferenceOperation filled }
                && filled.Property.Name == property;
            if (isFilled) return part;
        }
        return null;
    }
}
