namespace RowJson;

// Says what writes values of a type with the options that are made of an application's.
internal static class Explanation
{
    public static string Of(Type type, DropInOptions options)
    {
        var text = new ChoiceText(options.Plain);
        if (options.Obstacle is { } obstacle)
        {
            text.AddLine(0, "value", type, $"JsonSerializer: {obstacle}");
            return text.ToString();
        }
        var choices = new ValueChoices(
            options.Rows.Context, options.Rows.Context.Traits, RuntimeFeature.IsDynamicCodeSupported, isForced: false);
        ValueChoice choice = choices.Of(type);
        text.AddLine(0, "value", type, HowOf(type, choice, options));
        text.AddParts(choice, 1);
        return text.ToString();
    }

    private static string HowOf(Type type, ValueChoice choice, DropInOptions options)
    {
        if (options.Find(type) is not null || options.FindWholeList(type) is not null || AsyncRowTypes.Takes(type, options))
            return "RowJson, as rows";
        if (options.FindValue(type) is not null) return "RowJson";
        if (CycleResolver.CanTakeOver(options.Plain) ? options.WriterOfWhole(type) == WholeWriter.Columns : options.TakesObject(type))
            return "RowJson, by columns";
        string lists = options.HoldsRows(type) ? ", which leaves the lists of rows in it to RowJson" : "";
        if (choice.Kind == WriterKind.Serialized) return $"JsonSerializer{lists}: {ChoiceReasons.OfType(type, options.Plain)}";
        if (choice.GainsAsRow) return $"JsonSerializer{lists}; RowJson where it is a row of a list or of JsonRows";
        return choice is ObjectChoice
            ? $"JsonSerializer{lists}, also where it is a row: {ChoiceReasons.NoGain}"
            : $"JsonSerializer{lists}: a value on its own gains nothing";
    }
}
