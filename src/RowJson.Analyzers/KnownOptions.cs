using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace RowJson.Analyzers;

/// <summary>The options of a write, where the code says all that is in them.</summary>
internal sealed class KnownOptions
{
    private readonly Dictionary<string, IOperation> _ofRows = [], _ofSerializer = [];

    private KnownOptions()
    {
    }

    /// <summary>The options of the serializer are those for the web: names are camel case.</summary>
    public bool AreForWeb { get; private set; }

    /// <summary>Types are described by reflection.</summary>
    public bool Reflect => OfSerializer("TypeInfoResolver") is null && OfSerializer("TypeInfoResolverChain") is null;

    /// <summary>What is known of options of rows; null if they come from elsewhere, or something may be added to them later.</summary>
    public static KnownOptions? Of(IOperation? options)
    {
        var known = new KnownOptions();
        return known.AddRows(options) ? known : null;
    }

    /// <summary>What is known of options of the serializer; null if they come from elsewhere.</summary>
    public static KnownOptions? OfSerializerOptions(IOperation? options)
    {
        var known = new KnownOptions();
        return known.AddSerializer(options) ? known : null;
    }

    /// <summary>What a property of <c>JsonRowOptions</c> is set to; null if it is not set.</summary>
    public IOperation? OfRows(string property) => _ofRows.TryGetValue(property, out IOperation? value) ? value : null;

    /// <summary>What a property of <c>JsonSerializerOptions</c> is set to; null if it is not set.</summary>
    public IOperation? OfSerializer(string property) => _ofSerializer.TryGetValue(property, out IOperation? value) ? value : null;

    private bool AddRows(IOperation? options)
    {
        // The serializer's options convert to those of rows.
        if (options is IConversionOperation { Operand: { Type.Name: "JsonSerializerOptions" } ofSerializer })
            return AddSerializer(ofSerializer);
        return KeptValues.Of(options) switch
        {
            null => true,
            { } value when IsNull(value) => true,
            IPropertyReferenceOperation { Property: { IsStatic: true, ContainingType.Name: "JsonRowOptions" } kept } => AddNamed(kept),
            IObjectCreationOperation { Type.Name: "JsonRowOptions" } made => AddMade(made),
            IConversionOperation { Operand: { Type.Name: "JsonSerializerOptions" } converted } => AddSerializer(converted),
            { Type.Name: "JsonSerializerOptions" } converted => AddSerializer(converted),
            _ => false,
        };
    }

    private bool AddMade(IObjectCreationOperation made)
    {
        Add(made, _ofRows);
        if (OfRows("SerializerOptions") is { } set) return AddSerializer(set);
        if (made.Arguments.Length == 0) return true;
        IArgumentOperation argument = made.Arguments[0];
        return argument.Parameter?.Type.Name == "JsonRowOptions" ? AddRows(argument.Value) : AddSerializer(argument.Value);
    }

    /// <summary>Adds the serializer's own options, which nobody changes, and new ones. Those in a variable may be changed later.</summary>
    private bool AddSerializer(IOperation? options)
    {
        switch (options is null ? null : InnerValues.Of(options))
        {
            case null:
                return true;
            case { } value when IsNull(value):
                return true;
            case IPropertyReferenceOperation { Property: { IsStatic: true, ContainingType.Name: "JsonSerializerOptions" } kept }:
                return AddNamed(kept);
            case IObjectCreationOperation { Type.Name: "JsonSerializerOptions" } made:
                Add(made, _ofSerializer);
                return made.Arguments.All(AddArgument);
            default:
                return false;
        }
    }

    private bool AddArgument(IArgumentOperation argument)
    {
        if (argument.Parameter?.Type.Name == "JsonSerializerOptions") return AddSerializer(argument.Value);
        // JsonSerializerDefaults.Web. Any value that is not a constant may be that.
        AreForWeb = argument.Value.ConstantValue is not { HasValue: true, Value: 0 };
        return true;
    }

    private bool AddNamed(IPropertySymbol kept)
    {
        AreForWeb |= kept.Name == "Web";
        return kept.Name is "Default" or "Web" or "Strict";
    }

    private static bool IsNull(IOperation value) =>
        value.Kind == OperationKind.DefaultValue || value.ConstantValue is { HasValue: true, Value: null };

    /// <summary>Adds what an initializer sets properties to, or fills them with. The outermost options are added first.</summary>
    private static void Add(IObjectCreationOperation made, Dictionary<string, IOperation> settings)
    {
        if (made.Initializer is not { } initializer) return;
        foreach (IOperation part in initializer.Initializers)
        {
            (IOperation? target, IOperation? value) = part switch
            {
                ISimpleAssignmentOperation set => (set.Target, set.Value),
                IMemberInitializerOperation filled => (filled.InitializedMember, filled),
                _ => (null, null),
            };
            if (target is IPropertyReferenceOperation { Property.Name: var name } && !settings.ContainsKey(name))
                settings.Add(name, value!);
        }
    }
}
