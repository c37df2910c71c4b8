namespace RowJson;

/// <summary>How the elements of a list or the values of a dictionary are written.</summary>
/// <param name="ChecksDepth">The serializer checks the depth of each: those that it writes with number handling, and a sequence's.</param>
/// <param name="IsQuoted">They are numbers that are written as strings.</param>
internal readonly record struct ListFormat(bool ChecksDepth, bool IsQuoted);
