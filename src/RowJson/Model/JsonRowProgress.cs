namespace RowJson;

/// <summary>How far a write has come.</summary>
/// <param name="Rows">
/// The rows that are complete in the output. Rows of a document are copied as text and counted at its end: until then this is an estimate,
/// in proportion to the text that has been read.
/// </param>
/// <param name="Bytes">The bytes handed to the sink.</param>
public readonly record struct JsonRowProgress(long Rows, long Bytes);
