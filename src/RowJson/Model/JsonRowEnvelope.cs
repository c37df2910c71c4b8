namespace RowJson;

/// <summary>
/// An object around rows, such as <c>{"total":5,"rows":[…],"next":"…"}</c>: properties before the rows, and properties after them that may
/// depend on what was written. Immutable: make one for each write whose values differ.
/// </summary>
/// <remarks>
/// Names and values are written as <see cref="JsonSerializer"/> writes the properties of an object, by
/// <see cref="JsonRowOptions.SerializerOptions"/>: its <c>PropertyNamingPolicy</c>, converters, metadata and <c>DefaultIgnoreCondition</c>.
/// The rows are streamed with the same memory as without an envelope. After a failure neither the array nor the object is closed. Two
/// properties whose names are equal in the output are refused, with an <see cref="InvalidOperationException"/>.
/// </remarks>
/// <example>
/// <code>
/// JsonRowEnvelope page = new JsonRowEnvelope("orders")
///     .Before("total", 5)
///     .After("next", written => written.Rows == 100 ? "/orders?page=2" : null);
///
/// await JsonRows.From(orders).InEnvelope(page).WriteToAsync(stream);
/// </code>
/// </example>
[DebuggerDisplay("{ToString(),nq}")]
public sealed class JsonRowEnvelope
{
    private readonly string _rowsName;
    private readonly Property[] _before;
    private readonly Property[] _after;

    /// <summary>Initializes a new instance with no properties other than the rows.</summary>
    /// <param name="rowsName">The name of the property that holds the rows, before any naming policy.</param>
    /// <exception cref="ArgumentNullException"><paramref name="rowsName"/> is null.</exception>
    public JsonRowEnvelope(string rowsName)
        : this(rowsName, [], [])
    {
    }

    private JsonRowEnvelope(string rowsName, Property[] before, Property[] after)
    {
        ArgumentNullException.ThrowIfNull(rowsName);
        (_rowsName, _before, _after) = (rowsName, before, after);
    }

    /// <summary>Adds a property before the rows.</summary>
    /// <typeparam name="T">The type by whose metadata the value is written.</typeparam>
    /// <param name="name">The property's name, before any naming policy.</param>
    /// <param name="value">The property's value.</param>
    /// <returns>A new envelope.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="name"/> is null.</exception>
    public JsonRowEnvelope Before<T>(string name, T value)
    {
        ArgumentNullException.ThrowIfNull(name);
        return new JsonRowEnvelope(
            _rowsName, [.. _before, new Property(name, (style, depth, options, _) => TextOf(value, style, depth, options))], _after);
    }

    /// <summary>Adds a property after the rows.</summary>
    /// <typeparam name="T">The type by whose metadata the value is written.</typeparam>
    /// <param name="name">The property's name, before any naming policy.</param>
    /// <param name="value">
    /// Returns the value for what has been written: all rows, and the bytes from the beginning of the envelope to the end of the last row,
    /// or to the array's bracket if there are no rows. Called once per write, after the last row.
    /// </param>
    /// <returns>A new envelope.</returns>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    public JsonRowEnvelope After<T>(string name, Func<JsonRowProgress, T> value)
    {
        ArgumentNullException.ThrowIfNull(name);
        ArgumentNullException.ThrowIfNull(value);
        return new JsonRowEnvelope(
            _rowsName, _before,
            [.. _after, new Property(name, (style, depth, options, written) => TextOf(value(written), style, depth, options))]);
    }

    // Refuses two properties whose converted names are the same, as the serializer does for the properties of a type.
    internal void RequireUniqueNames(JsonRowOptions options)
    {
        string[] columns = options.Framing == JsonRowFormat.CompactColumns ? [options.ColumnsPropertyName] : [];
        string? repeated = columns.Concat(_before.Select(it => it.Name)).Append(_rowsName).Concat(_after.Select(it => it.Name))
            .GroupBy(name => Convert(name, options.SerializerOptions)).FirstOrDefault(it => it.Count() > 1)?.Key;
        if (repeated is not null) throw new InvalidOperationException($"The envelope has two properties named '{repeated}'. Rename one.");
    }

    // Writes everything before the rows' name; returns how many bytes the writer had before that.
    internal long WriteBefore(Utf8JsonWriter writer, JsonSerializerOptions options)
    {
        writer.WriteStartObject();
        long start = writer.BytesCommitted + writer.BytesPending - "{".Length;
        Write(_before, writer, options, default, closes: false);
        return start;
    }

    // Writes the name of the rows, and before it the names of their columns, unless these are null.
    internal void WriteRowsName(Utf8JsonWriter writer, JsonRowOptions options, byte[]? columnNames)
    {
        if (columnNames is not null)
        {
            writer.WritePropertyName(Convert(options.ColumnsPropertyName, options.SerializerOptions));
            writer.WriteRawValue(columnNames, skipInputValidation: true);
        }
        writer.WritePropertyName(Convert(_rowsName, options.SerializerOptions));
    }

    // Writes everything from the end of the rows on, or nothing if a property fails.
    internal void WriteAfter(Utf8JsonWriter writer, JsonSerializerOptions options, JsonRowProgress written, bool isValue)
    {
        Write(_after, writer, options, written, closes: !isValue);
        writer.WriteEndObject();
    }

    /// <summary>The names of the properties, in their order, for a debugger.</summary>
    /// <returns>Such as <c>{total, rows: […], next}</c>.</returns>
    public override string ToString() =>
        $"{{{string.Join(", ", [.. _before.Select(it => it.Name), _rowsName + ": […]", .. _after.Select(it => it.Name)])}}}";

    private static string Convert(string name, JsonSerializerOptions options) => options.PropertyNamingPolicy?.ConvertName(name) ?? name;

    // Writes all properties, or none if one fails. closes: whether to end the array of the rows before them.
    private static void Write(Property[] items, Utf8JsonWriter writer, JsonSerializerOptions options, JsonRowProgress written, bool closes)
    {
        int depth = closes ? writer.CurrentDepth - 1 : writer.CurrentDepth;
        byte[]?[] texts = new byte[items.Length][];
        for (int i = 0; i < texts.Length; i++)
        {
            try
            {
                texts[i] = items[i].TextOf(writer.Options, depth, options, written);
            }
            catch (Exception exception)
            {
                throw new EnvelopeFailedException(items[i].Name, exception);
            }
        }
        if (closes) writer.WriteEndArray();
        for (int i = 0; i < texts.Length; i++)
        {
            if (texts[i] is null) continue;
            writer.WritePropertyName(Convert(items[i].Name, options));
            writer.WriteRawValue(texts[i], skipInputValidation: true);
        }
    }

    private static byte[]? TextOf<T>(T value, JsonWriterOptions style, int depth, JsonSerializerOptions options)
    {
        bool isIgnored = options.DefaultIgnoreCondition switch
        {
            JsonIgnoreCondition.WhenWritingNull => value is null,
            JsonIgnoreCondition.WhenWritingDefault => EqualityComparer<T>.Default.Equals(default, value),
            _ => false,
        };
        if (isIgnored) return null;
        // The serializer flushes the writer that it is given, which may be the caller's: so it gets another one at the same depth.
        var text = new ArrayBufferWriter<byte>();
        using var aside = new Utf8JsonWriter(text, style with { SkipValidation = true });
        for (int i = 1; i < depth; i++) aside.WriteStartArray();
        aside.WriteStartObject();
        aside.WritePropertyName(""u8);
        aside.Flush();
        int start = text.WrittenCount;
        JsonSerializer.Serialize(aside, value, (JsonTypeInfo<T>)options.GetTypeInfo(typeof(T)));
        return text.WrittenCount > start ? text.WrittenSpan[start..].ToArray() : throw new InvalidOperationException(ExceptionText.NoValue);
    }

    // TextOf: the text of the value, or null if the property is ignored.
    private sealed record Property(string Name, Func<JsonWriterOptions, int, JsonSerializerOptions, JsonRowProgress, byte[]?> TextOf);
}

internal sealed class EnvelopeFailedException(string propertyName, Exception cause) : Exception(message: null, cause)
{
    public string PropertyName { get; } = propertyName;
}
