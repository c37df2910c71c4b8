namespace RowJson.Benchmarks;

/// <summary>What a generated column holds; each kind has the same chance.</summary>
internal enum ColumnKind
{
    Sentences,
    Int32,
    Single,
    Boolean,
    Time,
    Words,
    UInt16,
    Word,
}
