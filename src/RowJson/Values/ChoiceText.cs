namespace RowJson;

// Says what ValueChoices has decided: a line for each property and each element, indented by what it lies in.
internal sealed class ChoiceText(JsonSerializerOptions options)
{
    private readonly StringBuilder _text = new();

    private readonly HashSet<Type> _listed = [];

    public override string ToString() => _text.ToString();

    // The property that the value is of, if it is of one.
    public void AddLine(int depth, string name, Type type, string how, ICustomAttributeProvider? property = null) =>
        _text.Append(' ', 2 * depth).Append(CultureInfo.InvariantCulture, $"{name}: {TypeName.Of(type)}, {how}")
            .Append(ChoiceReasons.OfAttributes(property)).Append(ChoiceReasons.OfAttributes(type)).Append('\n');

    public void AddParts(ValueChoice choice, int depth)
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
