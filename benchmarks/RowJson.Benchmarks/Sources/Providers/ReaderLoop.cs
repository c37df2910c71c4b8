using System.Text.Json;

namespace RowJson.Benchmarks;

/// <summary>What one writes by hand for the reader of a query whose columns one knows; each method does one row.</summary>
/// <typeparam name="TReader">The reader.</typeparam>
/// <typeparam name="T">A class with a property for each column.</typeparam>
internal abstract class ReaderLoop<TReader, T>
{
    /// <summary>An object of the row.</summary>
    public abstract T Create(TReader reader);

    /// <summary>Reads every value, and adds something of each up.</summary>
    public abstract long Read(TReader reader);

    /// <summary>Writes the row by typed getters and encoded names.</summary>
    public abstract void Write(Utf8JsonWriter writer, TReader reader);
}
