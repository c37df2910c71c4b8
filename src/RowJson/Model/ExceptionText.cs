namespace RowJson;

// What our messages quote.
internal static class ExceptionText
{
    // More names are not listed.
    private const int MostNames = 32;

    // Names, the first ones if there are many.
    public static string List(IReadOnlyCollection<string> names) =>
        names.Count == 0 ? "there are none"
        : names.Count <= MostNames ? string.Join(", ", names)
        : $"{string.Join(", ", names.Take(MostNames))} and {names.Count - MostNames} more";

    // The message of an exception, with the full stop that lets another sentence follow.
    public static string Sentence(Exception exception)
    {
        string message = exception.Message.TrimEnd();
        if (message.Length == 0) return $"{exception.GetType().Name}.";
        return message[^1] is '.' or '!' or '?' ? message : $"{message}.";
    }
}
