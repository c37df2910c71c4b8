namespace RowJson;

// How the elements of a list or the values of a dictionary are written.
// ChecksDepth: the serializer checks the depth of each: those that it writes with number handling, and a sequence's.
// IsQuoted: they are numbers that are written as strings.
internal readonly record struct ListFormat(bool ChecksDepth, bool IsQuoted);
