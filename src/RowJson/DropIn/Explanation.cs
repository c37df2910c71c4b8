namespace RowJson;

// Says what writes values of a type with the options that are made of an application's.
internal static class Explanation
{
    public static string Of(Type type, DropInOptions options)
    {
        if (type.IsAssignableTo(typeof(DataSet))) return $"value: {type.Name}, refused: write its tables\n";
        bool isTable = RootConverters.IsTable(type);
        var lines = new ChoiceText(options.Plain);
        if (options.Obstacle is { } obstacle) lines.AddLine(0, "value", type, $"JsonSerializer: {obstacle}");
        else
        {
            // What is wrong with a type, the serializer says.
            options.Plain.TryGetTypeInfo(type, out _);
            IRootConverter? root = options.RootOf(type);
            ValueChoice choice = options.Converters.Factory.ChoiceOf(type);
            lines.AddLine(0, "value", type, HowOf(type, choice, root, options.Plain));
            if (!isTable) lines.AddParts(choice, 1);
        }
        var text = new StringBuilder(lines.ToString());
        if (!isTable) UnseenMembers.AddLines(text, type, options.Plain);
        return text.ToString();
    }

    private static string HowOf(Type type, ValueChoice choice, IRootConverter? root, JsonSerializerOptions plain) => root switch
    {
        { IsTaken: true } when choice is ObjectChoice or PolymorphicChoice => "RowJson, by columns",
        { SendsParts: true } => "RowJson, as rows",
        { IsTaken: true } => "RowJson",
        _ when choice.Kind == WriterKind.Serialized => $"JsonSerializer: {ChoiceReasons.OfType(type, plain)}",
        _ when choice.GainsAsRow => "JsonSerializer; RowJson where it is a row of a list or of JsonRows",
        _ => choice is ObjectChoice
            ? $"JsonSerializer, also where it is a row: {ChoiceReasons.NoGain}"
            : "JsonSerializer: a value on its own gains nothing",
    };
}
