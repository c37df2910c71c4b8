namespace RowJson;

/// <content>Rows that are .NET values.</content>
public sealed partial class JsonRows
{
    /// <summary>
    /// Rows of any type, written by their declared type: objects, dictionaries, JSON elements and nodes, <see cref="RawJson"/>, numbers,
    /// strings. The output is that of <c>JsonSerializer.Serialize&lt;IEnumerable&lt;T&gt;&gt;</c> with the same
    /// <see cref="JsonRowOptions.SerializerOptions"/>: their metadata, converters and policies apply.
    /// </summary>
    /// <typeparam name="T">
    /// The type of the rows. It decides what is written, as in the serializer: properties of derived types are left out. Rows that are
    /// declared as <see cref="object"/> (or <c>dynamic</c>) are written by their runtime types.
    /// </typeparam>
    /// <param name="rows">
    /// The rows; a row that is null is written as <c>null</c>. A sequence that is also an <see cref="IAsyncEnumerable{T}"/>, such as a
    /// query of Entity Framework Core, is read asynchronously by asynchronous writes.
    /// </param>
    /// <returns>The rows, not yet read.</returns>
    /// <remarks>
    /// <para>
    /// Rows that are sequences of <see cref="KeyValuePair{TKey, TValue}"/> with <see cref="string"/> keys but not dictionaries are written
    /// as objects, where the serializer writes arrays. Names keep their order, and repeated names are kept. Rows that are
    /// <see cref="System.Data.DataRow"/> or <see cref="System.Data.IDataRecord"/> are written by their columns.
    /// </para>
    /// <para>
    /// In a trimmed application, rows of a type that needs reflection are refused with a <see cref="NotSupportedException"/> when they are
    /// written, unless the options have a <see cref="System.Text.Json.Serialization.JsonSerializerContext"/> that describes the type.
    /// </para>
    /// </remarks>
    /// <exception cref="ArgumentNullException"><paramref name="rows"/> is null.</exception>
    /// <example><c>JsonRows.From(people).WriteTo(stream);</c></example>
    public static JsonRows From<T>(IEnumerable<T> rows)
    {
        ArgumentNullException.ThrowIfNull(rows);
        return new JsonRows(RowType<T>.Rows(rows));
    }

    /// <summary>Rows of an asynchronous sequence, written by their declared type as the synchronous overload does.</summary>
    /// <typeparam name="T">The type of the rows.</typeparam>
    /// <param name="rows">The rows; one that is null is written as <c>null</c>. The sequence gets the write's cancellation token.</param>
    /// <returns>The rows, not yet read.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="rows"/> is null.</exception>
    /// <example><c>await JsonRows.From(channel.Reader.ReadAllAsync()).WriteToAsync(stream);</c></example>
    public static AsyncJsonRows From<T>(IAsyncEnumerable<T> rows)
    {
        ArgumentNullException.ThrowIfNull(rows);
        return new AsyncJsonRows(new AsyncSequenceRows<T>(rows, RowType<T>.Encoding));
    }

    /// <summary>Rows written by the given serialization metadata, source-generated or not, instead of that of the options.</summary>
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
        return new JsonRows(new SequenceRows<T>(rows, new ObjectRowEncoding<T>(typeInfo)));
    }

    /// <summary>Rows that are objects, written by the columns of a shape.</summary>
    /// <remarks>A write of a shape without columns is refused with an <see cref="InvalidOperationException"/>.</remarks>
    /// <typeparam name="T">The type of the rows.</typeparam>
    /// <param name="rows">
    /// The rows; a row that is null is written as <c>null</c>. A sequence that is also an <see cref="IAsyncEnumerable{T}"/> is read
    /// asynchronously by asynchronous writes.
    /// </param>
    /// <param name="shape">The columns.</param>
    /// <returns>The rows, not yet read.</returns>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    public static JsonRows From<T>(IEnumerable<T> rows, JsonRowShape<T> shape)
    {
        ArgumentNullException.ThrowIfNull(rows);
        ArgumentNullException.ThrowIfNull(shape);
        return new JsonRows(new SequenceRows<T>(rows, EncodingOf(shape)));
    }

    /// <summary>Rows that depend on the options of the write: each write calls the function once, before anything is written.</summary>
    /// <param name="rows">Returns the rows to write with the options.</param>
    /// <returns>The rows, not yet read.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="rows"/> is null.</exception>
    public static JsonRows From(Func<JsonRowOptions, JsonRows> rows)
    {
        ArgumentNullException.ThrowIfNull(rows);
        return new JsonRows(new DeferredRows(options => rows(options)?.Source
            ?? throw new InvalidOperationException("The function given to JsonRows.From returned null. It must return rows.")));
    }

    /// <inheritdoc cref="From{T}(IEnumerable{T}, JsonTypeInfo{T})"/>
    public static AsyncJsonRows From<T>(IAsyncEnumerable<T> rows, JsonTypeInfo<T> typeInfo)
    {
        ArgumentNullException.ThrowIfNull(rows);
        ArgumentNullException.ThrowIfNull(typeInfo);
        return new AsyncJsonRows(new AsyncSequenceRows<T>(rows, new ObjectRowEncoding<T>(typeInfo)));
    }

    /// <inheritdoc cref="From{T}(IEnumerable{T}, JsonRowShape{T})"/>
    public static AsyncJsonRows From<T>(IAsyncEnumerable<T> rows, JsonRowShape<T> shape)
    {
        ArgumentNullException.ThrowIfNull(rows);
        ArgumentNullException.ThrowIfNull(shape);
        return new AsyncJsonRows(new AsyncSequenceRows<T>(rows, EncodingOf(shape)));
    }

    private static RowEncoding<T> EncodingOf<T>(JsonRowShape<T> shape) => shape is JsonRowShape<DbDataReader> ofReaders
        ? (RowEncoding<T>)(object)new ShapedReaderItems(ofReaders)
        : new ShapedRowEncoding<T>(shape);
}
