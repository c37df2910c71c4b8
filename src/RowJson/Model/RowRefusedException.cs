namespace RowJson;

// Rows, or what was set for them, that RowJson itself refuses. The message says what to do.
[SuppressMessage("Design", "CA1064", Justification = "Seen as the inner exception, an InvalidOperationException.")]
[SuppressMessage("Design", "CA1032", Justification = "Made in few places, each with a message.")]
internal class RowRefusedException(string message) : InvalidOperationException(message)
{
    // The rows can be written in another format.
    public bool IsOfFormat { get; init; }
}

// A column was asked for that the rows do not have.
[SuppressMessage("Design", "CA1064", Justification = "Seen as the inner exception, an InvalidOperationException.")]
[SuppressMessage("Design", "CA1032", Justification = "Made in one place, with a message.")]
internal sealed class UnknownColumnException(string column, string message) : RowRefusedException(message)
{
    // Its name.
    public string Column => column;
}
