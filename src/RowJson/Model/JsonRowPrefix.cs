namespace RowJson;

/// <summary>
/// A line before each row with <see cref="JsonRowFormat.Lines"/>, such as the action that the <c>_bulk</c> interface of Elasticsearch and
/// OpenSearch expects: <c>{"index":{"_id":"7"}}</c>. Immutable and thread-safe.
/// </summary>
/// <example>
/// <code>
/// var bulk = new JsonRowOptions
/// {
///     Format = JsonRowFormat.Lines,
///     RowPrefix = JsonRowPrefix.FromColumn("""{"index":{"_id":""", "id", "}}"),
/// };
/// </code>
/// </example>
public abstract class JsonRowPrefix
{
    private protected JsonRowPrefix()
    {
    }

    /// <summary>A constant line before each row.</summary>
    /// <param name="line">The line, without a line break. Whether it is JSON is not checked.</param>
    /// <returns>The prefix.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="line"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="line"/> has a line break.</exception>
    public static JsonRowPrefix Constant(string line) => new ColumnPrefix(Utf8(line, nameof(line)), column: null, after: []);

    /// <summary>A line with the value of one of the row's columns, as a JSON string: 7 becomes <c>"7"</c>.</summary>
    /// <param name="before">The part of the line before the value, without a line break.</param>
    /// <param name="column">The name of the column in the output. The first column is found fastest.</param>
    /// <param name="after">The part of the line after the value, without a line break.</param>
    /// <returns>The prefix. A row where the column is missing, null, an object or an array ends the write with a failure.</returns>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="before"/> or <paramref name="after"/> has a line break.</exception>
    public static JsonRowPrefix FromColumn(string before, string column, string after)
    {
        ArgumentNullException.ThrowIfNull(column);
        return new ColumnPrefix(Utf8(before, nameof(before)), column, Utf8(after, nameof(after)));
    }

    /// <summary>A line that a function writes.</summary>
    /// <param name="write">Receives a writer for one value, and the row as UTF-8 JSON.</param>
    /// <returns>
    /// The prefix. An exception of the function is a failure of the row, and so is a value that is missing, incomplete or has a line break.
    /// </returns>
    /// <exception cref="ArgumentNullException"><paramref name="write"/> is null.</exception>
    public static JsonRowPrefix FromFunction(Action<Utf8JsonWriter, ReadOnlySpan<byte>> write)
    {
        ArgumentNullException.ThrowIfNull(write);
        return new FunctionPrefix(write);
    }

    // Writes the line for a row, without its line break; returns the column that makes this impossible, or null.
    internal abstract string? Write(PrefixBuffer line, ReadOnlySpan<byte> row);

    private static byte[] Utf8(string text, string parameter)
    {
        ArgumentNullException.ThrowIfNull(text, parameter);
        if (text.AsSpan().ContainsAny('\n', '\r'))
            throw new ArgumentException("The prefix of a row must be a single line. Remove the line break.", parameter);
        return Encoding.UTF8.GetBytes(text);
    }

    // column: null if the line is constant.
    private sealed class ColumnPrefix(byte[] before, string? column, byte[] after) : JsonRowPrefix
    {
        internal override string? Write(PrefixBuffer line, ReadOnlySpan<byte> row)
        {
            line.Write(before);
            if (column is not null && !TryWriteValue(line, row)) return column;
            line.Write(after);
            return null;
        }

        private bool TryWriteValue(PrefixBuffer line, ReadOnlySpan<byte> row)
        {
            // The writer of the row has kept to its own limit of depth.
            var reader = new Utf8JsonReader(row, new JsonReaderOptions { MaxDepth = int.MaxValue });
            if (!reader.Read() || reader.TokenType != JsonTokenType.StartObject) return false;
            while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
            {
                if (!reader.ValueTextEquals(column))
                {
                    reader.Skip();
                    continue;
                }
                reader.Read();
                if (reader.TokenType is JsonTokenType.Null or JsonTokenType.StartObject or JsonTokenType.StartArray) return false;
                line.Write("\""u8);
                line.Write(reader.ValueSpan); // escaped as it is in the row
                line.Write("\""u8);
                return true;
            }
            return false;
        }
    }

    private sealed class FunctionPrefix(Action<Utf8JsonWriter, ReadOnlySpan<byte>> write) : JsonRowPrefix
    {
        internal override string? Write(PrefixBuffer line, ReadOnlySpan<byte> row)
        {
            write(line.Writer, row);
            bool isWhole = line.Writer.CurrentDepth == 0;
            line.Writer.Flush();
            if (!isWhole || line.Text.IsEmpty) throw Refuse("no whole value");
            if (line.Text.ContainsAny((byte)'\n', (byte)'\r')) throw Refuse("a line break");
            return null;
        }

        private static RowRefusedException Refuse(string written) => new(
            $"The function of JsonRowPrefix.FromFunction has written {written}. Write one value without line breaks for each row.");
    }
}

// Holds the line before a row, for one row after another.
[SuppressMessage("Design", "CA1001", Justification = "Pooled with its encoder; it holds nothing between two rows.")]
internal sealed class PrefixBuffer(JsonSerializerOptions options)
{
    private readonly ArrayBufferWriter<byte> _text = new();
    private Utf8JsonWriter? _writer;

    public ReadOnlySpan<byte> Text => _text.WrittenSpan;

    public Utf8JsonWriter Writer => _writer ??= new Utf8JsonWriter(_text, new JsonWriterOptions { Encoder = options.Encoder });

    public void Write(ReadOnlySpan<byte> text) => _text.Write(text);

    public void Clear()
    {
        _text.ResetWrittenCount();
        _writer?.Reset();
    }
}
