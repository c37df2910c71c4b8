namespace RowJson;

/// <summary>A sequence of rows, for which a converter of the options may be.</summary>
internal abstract class SequenceSource : RowSource
{
    /// <summary>What the sequence is declared as, which a converter may be for; null if none is asked.</summary>
    public virtual Type? SequenceType => null;

    /// <summary>A collection has its rows; other sequences may make them, or read them from elsewhere.</summary>
    protected static bool IsCollection<T>(IEnumerable<T> rows) =>
        rows is ICollection<T> or IReadOnlyCollection<T> or System.Collections.ICollection;

    public override RowSource For(JsonRowOptions options) =>
        SequenceType is null || options.SerializerOptions.Converters.Count == 0 ? this : SerializedSequence.For(this, options);
}
