namespace RowJson;

/// <summary>What our messages quote.</summary>
internal static class ExceptionText
{
    /// <summary>More names are not listed.</summary>
    private const int MostNames = 32;

    /// <summary>Names, the first ones if there are many.</summary>
    public static string List(IReadOnlyCollection<string> names) =>
        names.Count == 0 ? "there are none"
        : names.Count <= MostNames ? string.Join(", ", names)
        : $"{string.Join(", ", names.Take(MostNames))} and {names.Count - MostNames} more";

    /// <summary>The message of an exception, with the full stop that lets another sentence follow.</summary>
    public static string Sentence(Exception exception)
    {
        string message = exception.Message.TrimEnd();
        if (message.Length == 0) return $"{exception.GetType().Name}.";
        return message[^1] is '.' or '!' or '?' ? message : $"{message}.";
    }
}
