namespace RowJson;

/// <summary>What a source's rows are in the output.</summary>
internal enum RowRoot
{
    /// <summary>The elements of an array, or lines.</summary>
    Rows,

    /// <summary>The source is one value, which is no array of rows.</summary>
    SingleValue,
}

/// <summary>What the encoder has to know about a source before its first row.</summary>
/// <param name="Root">What the rows are in the output.</param>
/// <param name="Identity">The object whose identity the rows' array has, where references are kept; null if it has none.</param>
/// <param name="Envelope">The object that the rows are a property of; null if they are the output.</param>
internal readonly record struct RowOutline(RowRoot Root, object? Identity, JsonRowEnvelope? Envelope);
