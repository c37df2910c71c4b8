using System.Diagnostics.CodeAnalysis;

namespace RowJson;

/// <summary>Rows, or what was set for them, that RowJson itself refuses. The message says what to do.</summary>
[SuppressMessage("Design", "CA1064", Justification = "Seen as the inner exception, an InvalidOperationException.")]
[SuppressMessage("Design", "CA1032", Justification = "Made in few places, each with a message.")]
internal class RowRefusedException(string message) : InvalidOperationException(message)
{
    /// <summary>The rows can be written in another format.</summary>
    public bool IsOfFormat { get; init; }
}

/// <summary>A column was asked for that the rows do not have.</summary>
[SuppressMessage("Design", "CA1064", Justification = "Seen as the inner exception, an InvalidOperationException.")]
[SuppressMessage("Design", "CA1032", Justification = "Made in one place, with a message.")]
internal sealed class UnknownColumnException(string column, string message) : RowRefusedException(message)
{
    /// <summary>Its name.</summary>
    public string Column => column;
}
