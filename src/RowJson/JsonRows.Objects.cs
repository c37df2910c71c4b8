using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace RowJson;

/// <content>Rows that are objects.</content>
public abstract partial class JsonRows
{
    /// <summary>Rows that are objects, written through their serialization metadata, source-generated or not.</summary>
    /// <typeparam name="T">The type of the rows.</typeparam>
    /// <param name="rows">The rows; a row that is null is written as <c>null</c>.</param>
    /// <param name="typeInfo">
    /// The metadata. Names, converters and conditions are those of the metadata's own options; indentation and encoder belong
    /// to the output and so come from <see cref="JsonRowOptions.SerializerOptions"/>. References are preserved within one row only.
    /// </param>
    /// <returns>The rows, not yet read.</returns>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    public static JsonRows From<T>(IEnumerable<T> rows, JsonTypeInfo<T> typeInfo)
    {
        ArgumentNullException.ThrowIfNull(rows);
        ArgumentNullException.ThrowIfNull(typeInfo);
        return new ObjectRows<T>(rows, typeInfo);
    }

    /// <summary>Rows that are objects, written column by column: the fastest way to write them.</summary>
    /// <typeparam name="T">The type of the rows.</typeparam>
    /// <param name="rows">The rows; a row that is null is written as <c>null</c>.</param>
    /// <param name="shape">The columns.</param>
    /// <returns>The rows, not yet read.</returns>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    public static JsonRows From<T>(IEnumerable<T> rows, JsonRowShape<T> shape)
    {
        ArgumentNullException.ThrowIfNull(rows);
        ArgumentNullException.ThrowIfNull(shape);
        return new ShapedRows<T>(rows, shape);
    }

    /// <summary>Rows of pairs that come one after the other.</summary>
    /// <param name="rows">
    /// The rows; a row that is null is written as <c>null</c>. The sequence receives the write's cancellation token.
    /// </param>
    /// <returns>The rows, not yet read.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="rows"/> is null.</exception>
    public static AsyncJsonRows From(IAsyncEnumerable<IEnumerable<KeyValuePair<string, object?>>?> rows)
    {
        ArgumentNullException.ThrowIfNull(rows);
        return new AsyncSequenceRows<IEnumerable<KeyValuePair<string, object?>>?>(rows, DictionaryRows.Encode);
    }

    /// <summary>Rows of mixed or dynamic types that come one after the other; see the synchronous overload.</summary>
    /// <param name="rows">
    /// The rows; a row that is null is written as <c>null</c>. The sequence receives the write's cancellation token.
    /// </param>
    /// <returns>The rows, not yet read.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="rows"/> is null.</exception>
    public static AsyncJsonRows From(IAsyncEnumerable<object?> rows)
    {
        ArgumentNullException.ThrowIfNull(rows);
        return new AsyncSequenceRows<object?>(rows, MixedRows.Encode);
    }

    /// <summary>Rows that are JSON elements and come one after the other.</summary>
    /// <param name="rows">The rows. The sequence receives the write's cancellation token.</param>
    /// <returns>The rows, not yet read.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="rows"/> is null.</exception>
    public static AsyncJsonRows From(IAsyncEnumerable<JsonElement> rows)
    {
        ArgumentNullException.ThrowIfNull(rows);
        return new AsyncSequenceRows<JsonElement>(rows, static (encoder, row) => encoder.WriteElementRow(row));
    }

    /// <summary>Objects that come one after the other, written through their serialization metadata.</summary>
    /// <typeparam name="T">The type of the rows.</typeparam>
    /// <param name="rows">
    /// The rows; a row that is null is written as <c>null</c>. The sequence receives the write's cancellation token.
    /// </param>
    /// <param name="typeInfo">The metadata; see the synchronous overload for what comes from where.</param>
    /// <returns>The rows, not yet read.</returns>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    public static AsyncJsonRows From<T>(IAsyncEnumerable<T> rows, JsonTypeInfo<T> typeInfo)
    {
        ArgumentNullException.ThrowIfNull(rows);
        ArgumentNullException.ThrowIfNull(typeInfo);
        var plans = new ObjectPlans<T>(typeInfo);
        return new AsyncSequenceRows<T>(rows, (encoder, row) => plans.For(encoder).Write(encoder, row));
    }

    /// <summary>Objects that come one after the other, written column by column.</summary>
    /// <typeparam name="T">The type of the rows.</typeparam>
    /// <param name="rows">
    /// The rows; a row that is null is written as <c>null</c>. The sequence receives the write's cancellation token.
    /// </param>
    /// <param name="shape">The columns.</param>
    /// <returns>The rows, not yet read.</returns>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    public static AsyncJsonRows From<T>(IAsyncEnumerable<T> rows, JsonRowShape<T> shape)
    {
        ArgumentNullException.ThrowIfNull(rows);
        ArgumentNullException.ThrowIfNull(shape);
        return new AsyncSequenceRows<T>(rows, (encoder, row) => shape.PlanFor(encoder).Encode(encoder, row), shape.RequireColumns);
    }
}
