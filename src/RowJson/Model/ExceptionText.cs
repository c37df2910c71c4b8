namespace RowJson;

/// <summary>What our messages quote of other exceptions.</summary>
internal static class ExceptionText
{
    /// <summary>The message of an exception, with the full stop that lets another sentence follow.</summary>
    public static string Sentence(Exception exception)
    {
        string message = exception.Message.TrimEnd();
        if (message.Length == 0) return $"{exception.GetType().Name}.";
        return message[^1] is '.' or '!' or '?' ? message : $"{message}.";
    }
}
