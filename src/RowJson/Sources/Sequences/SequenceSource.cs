namespace RowJson;

// A sequence of rows, for which a converter of the options may be.
internal abstract class SequenceSource : RowSource
{
    // What the sequence is declared as, which a converter may be for; null if none is asked.
    public virtual Type? SequenceType => null;

    // A collection has its rows; other sequences may make them, or read them from elsewhere.
    protected static bool IsCollection<T>(IEnumerable<T> rows) =>
        rows is ICollection<T> or IReadOnlyCollection<T> or System.Collections.ICollection;

    public override RowSource For(JsonRowOptions options) =>
        SequenceType is null || options.SerializerOptions.Converters.Count == 0 ? this : SerializedSequence.For(this, options);
}
