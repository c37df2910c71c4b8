namespace RowJson.Benchmarks;

/// <summary>Makes rows of up to eight kinds of columns from a seed.</summary>
internal sealed class RowGenerator
{
    private static readonly DateTime Noon2000 = new(2000, 1, 1, 12, 0, 0, DateTimeKind.Utc);

    // 50 years of 365.25 days of 86,400 seconds.
    private const long FiftyYearsInSeconds = 1_577_880_000;
    private readonly GeneratorOptions _options;
    private readonly Random _random;
    private readonly Vocabulary _vocabulary;
    private readonly (JsonEncodedText Name, ColumnKind Kind)[] _columns;

    private RowGenerator(GeneratorOptions options)
    {
        _options = options;
        _random = new Random(options.Seed);
        _vocabulary = new Vocabulary(_random);
        int kinds = Enum.GetValues<ColumnKind>().Length;
        _columns =
        [
            .. _vocabulary.UniqueNames(options.Columns).Select(name => (JsonEncodedText.Encode(name), (ColumnKind)_random.Next(kinds))),
        ];
    }

    public static Sample Generate(string name, GeneratorOptions options) => Sample.Parse(name, new RowGenerator(options).WriteRows());

    private ReadOnlyMemory<byte> WriteRows()
    {
        var output = new ArrayBufferWriter<byte>();
        // Relaxed, as most producers write: what the encoders under test have to escape is not escaped in their input.
        using var writer = new Utf8JsonWriter(output, new JsonWriterOptions { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping });
        writer.WriteStartArray();
        for (int i = 0; i < _options.Rows; i++) WriteRow(writer);
        writer.WriteEndArray();
        writer.Flush();
        return output.WrittenMemory;
    }

    private void WriteRow(Utf8JsonWriter writer)
    {
        if (_options.Shuffled) _random.Shuffle(_columns);
        writer.WriteStartObject();
        foreach ((JsonEncodedText name, ColumnKind kind) in _columns)
        {
            writer.WritePropertyName(name);
            if (Chance(_options.Nulls)) writer.WriteNullValue();
            else WriteValue(writer, kind);
        }
        writer.WriteEndObject();
    }

    private void WriteValue(Utf8JsonWriter writer, ColumnKind kind)
    {
        switch (kind)
        {
            case ColumnKind.Int32: writer.WriteNumberValue(unchecked((int)_random.NextInt64(int.MinValue, 1L + int.MaxValue))); break;
            case ColumnKind.Single:
                // A float keeps one decimal of a million: 2^24 / 10 = 1.6 million.
                writer.WriteNumberValue(_random.Next(-10_000_000, 10_000_001) / 10f);
                break;
            case ColumnKind.Boolean: writer.WriteBooleanValue(_random.Next(2) == 0); break;
            case ColumnKind.Time: writer.WriteStringValue(Time()); break;
            case ColumnKind.UInt16: writer.WriteNumberValue(_random.Next(1 + ushort.MaxValue)); break;
            case ColumnKind.Sentences: writer.WriteStringValue(Season(_vocabulary.Sentences())); break;
            case ColumnKind.Words: writer.WriteStringValue(Season(_vocabulary.Words(1, 10))); break;
            default: writer.WriteStringValue(Season(_vocabulary.Word())); break;
        }
    }

    private string Time()
    {
        DateTime time = Noon2000.AddSeconds(_random.NextInt64(-FiftyYearsInSeconds, FiftyYearsInSeconds));
        return time.AddTicks(_random.Next(10_000_000)).ToString("yyyy-MM-dd'T'HH:mm:ss.FFFFFFF'Z'", CultureInfo.InvariantCulture);
    }

    // Adds characters that are hard to encode to the given share of the texts.
    private string Season(string text)
    {
        if (Chance(_options.NonAscii)) text = $"{text} {_vocabulary.NonAsciiWord()}";
        if (Chance(_options.Escaped)) text = $"{_vocabulary.EscapedWord()} {text}";
        return text;
    }

    private bool Chance(double share) => share > 0 && _random.NextDouble() < share;
}

/// <summary>Options of generated rows; the same options give the same rows each time.</summary>
internal sealed record GeneratorOptions
{
    public int Rows { get; init; } = 10_000;
    public int Columns { get; init; } = 10;
    /// <summary>The share of cells that are null.</summary>
    public double Nulls { get; init; } = 0.01;
    public int Seed { get; init; } = 1;
    /// <summary>The share of text cells that hold a word of non-ASCII characters.</summary>
    public double NonAscii { get; init; }
    /// <summary>The share of text cells that hold something JSON or its default encoder escapes.</summary>
    public double Escaped { get; init; }
    /// <summary>Whether each row has its columns in another order.</summary>
    public bool Shuffled { get; init; }
}

/// <summary>What a generated column holds; each kind has the same chance.</summary>
internal enum ColumnKind { Sentences, Int32, Single, Boolean, Time, Words, UInt16, Word }
