namespace RowJson;

// Says what writes values of a type with the options that are derived from an application's: a line for the value, and one for each
// property and each element, indented by its depth.
internal sealed class Explanation(JsonSerializerOptions options)
{
    private readonly StringBuilder _text = new();

    private readonly HashSet<Type> _listed = [];

    public static string Of(Type type, DropInOptions dropIn)
    {
        if (type.IsAssignableTo(typeof(DataSet))) return $"value: {type.Name}, refused: write its tables\n";
        bool isTable = RowTypes.IsTable(type);
        var lines = new Explanation(dropIn.Plain);
        if (dropIn.Obstacle is { } obstacle) lines.AddLine(0, "value", type, $"JsonSerializer: {obstacle}");
        else
        {
            // If something is wrong with a type, the serializer throws here.
            dropIn.Plain.TryGetTypeInfo(type, out _);
            IRootConverter? root = dropIn.RootOf(type);
            ValueChoice choice = dropIn.Converters.Factory.ChoiceOf(type);
            lines.AddLine(0, "value", type, lines.HowOf(choice, root));
            if (!isTable) lines.AddParts(choice, 1);
        }
        if (!isTable) UnseenMembers.AddLines(lines._text, type, dropIn.Plain);
        return lines._text.ToString();
    }

    private string HowOf(ValueChoice choice, IRootConverter? root) => root switch
    {
        { IsTaken: true } when choice is ObjectChoice or PolymorphicChoice => "RowJson, by columns",
        { SendsParts: true } => "RowJson, as rows",
        { IsTaken: true } => "RowJson",
        _ when choice.Kind == WriterKind.Serialized => $"JsonSerializer: {ChoiceReasons.OfType(choice.Type, options)}",
        _ when choice.GainsAsRow => "JsonSerializer; RowJson where it is a row of a list or of JsonRows",
        _ when choice is ObjectChoice => $"JsonSerializer, also where it is a row: {ChoiceReasons.NoGain}",
        _ => "JsonSerializer: a value on its own gains nothing",
    };

    // property: the property whose value this is; null if it is not a property's.
    private void AddLine(int depth, string name, Type type, string how, ICustomAttributeProvider? property = null) =>
        _text.Append(' ', 2 * depth).Append(CultureInfo.InvariantCulture, $"{name}: {TypeName.Of(type)}, {how}")
            .Append(ChoiceReasons.OfAttributes(property)).Append(ChoiceReasons.OfAttributes(type)).Append('\n');

    private void AddParts(ValueChoice choice, int depth)
    {
        switch (choice)
        {
            case ObjectChoice row:
                AddProperties(row, depth);
                break;
            case PolymorphicChoice polymorphic:
                foreach ((ObjectChoice derived, object? discriminator) in polymorphic.Cases)
                    AddValue(discriminator?.ToString() ?? TypeName.Of(derived.Type), derived, depth);
                break;
            case { Kind: WriterKind.Nullable, Item: { } value }:
                AddParts(value, depth);
                break;
            case { Item: { } item, Kind: not WriterKind.Serialized }:
                AddValue("each", item, depth);
                break;
        }
    }

    private void AddValue(string name, ValueChoice choice, int depth, ICustomAttributeProvider? property = null)
    {
        string how = choice.Kind == WriterKind.Serialized ? $"JsonSerializer: {ChoiceReasons.OfType(choice.Type, options)}"
            : !choice.Gains ? $"JsonSerializer: {ChoiceReasons.NoGain}"
            : choice.Kind == WriterKind.Any ? "directly, by the type that each value has"
            : choice is ObjectChoice or PolymorphicChoice ? "by columns"
            : "directly";
        AddLine(depth, name, choice.Type, how, property);
        if (choice.Kind != WriterKind.Serialized) AddParts(choice, depth + 1);
    }

    private void AddProperties(ObjectChoice row, int depth)
    {
        if (!_listed.Add(row.Type)) return;
        foreach (PropertyChoice property in row.Properties)
        {
            string name = property.Property.Name;
            Type type = property.Property.PropertyType;
            ICustomAttributeProvider? member = property.Property.AttributeProvider;
            if (property.Member is null)
                AddLine(depth, name, type, $"JsonSerializer: {ChoiceReasons.OfProperty(property.Property, row.Info)}", member);
            else if (property.Converter is { } converter)
                AddLine(depth, name, type, $"{TypeName.Of(converter.GetType())}, called directly", member);
            else
                AddValue(name, property.Value, depth, member);
        }
    }
}
