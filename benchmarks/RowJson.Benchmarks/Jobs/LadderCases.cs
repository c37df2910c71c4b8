namespace RowJson.Benchmarks;

/// <summary>The techniques one by one, each step an encoder with what the one before has; numbered, for tables sort names.</summary>
internal static class LadderCases
{
    private const int Rows = 200, Columns = 1_000;

    private static readonly string[] Names =
    [
        "0 JsonSerializer", "1 unbuffered", "2 buffer of 4 KB", "3 growing buffer", "4 cached names", "5 predicted names", "6 vector values",
        "7 RowJson", "8 text copied",
    ];

    public static Job Job { get; } = new(
        "ladders",
        () => [new(["ladder"], () => Create(isToFile: false), () => Names)],
        "200 rows of 1,000 columns. A write to a stream is a cheap call here; the last step reads a document, the others dictionaries. spread:\n"
        + "how well the ratio is known (95 %). Times are the process's own. Each output was compared before.",
        new Layout(true, [
            Column.Way("step"), new(">ns a cell", line => Figures.Format(line.Own.TimePerUnit, "0.0")),
            new(">time ÷ JsonSerializer's", line => Figures.Format(line.Own.RatioTo(line.First).Median, "0.000")),
            new(">spread", line => line.IsFirst ? "-" : Figures.PlusMinus(line.Own.RatioTo(line.First)))]))
    { Schedule = new Schedule { CaseWarmUpTurns = 5 } };

    /// <summary>The same to a file that is opened and closed by each call: a write to the stream is one of the operating system.</summary>
    public static Job ToFile { get; } = Job with
    {
        Cases = () => [new(["ladder to a file"], () => Create(isToFile: true), () => Names)],
        Legend = "200 rows of 1,000 columns to a file, whose pages stay in memory: elapsed time. The last step reads a document, the others\n"
            + "dictionaries; steps 0 and from 3 on write once. spread: how well the ratio is known (95 %). Each output was compared before.\n"
            + "the original: of its own rows, in Go, by a draft of its post.",
        Tables = [new Layout(true, [
            .. Job.Tables[0].Columns, new(">ms", line => Figures.Format(line.Own.Time / 1e6, "F1")),
            new(">the original", line => line.Own.Way.Name[0] switch
            {
                '0' => "6.4 s", '1' => "48.9 s", '2' => "5.7 s", '3' => "5.2 s", '4' => "4.4 s", _ => "",
            })])],
    };

    public static BarChart Chart(IEnumerable<Measurement> steps, string machine) => new(
        "What each technique gains: nanoseconds a cell, 200 rows of 1,000 columns",
        machine, MarkName: "", Unit: "", Scale.Linear,
        [.. steps.Select(step => new Bar(step.Way.Name, step.Way.Name == Names[^1] ? "document" : "dictionary", step.TimePerUnit, Mark: null))]);

    private static Case Create(bool isToFile)
    {
        Sample sample = RowGenerator.Generate("ladder", new GeneratorOptions { Rows = Rows, Columns = Columns });
        List<Dictionary<string, object?>> rows = DictionaryRows.Parse(sample);
        JsonDocument document = JsonDocument.Parse(sample.Utf8Json);
        EncodingSettings settings = EncodingSettings.Default;
        var text = new TokenText();
        Action<Stream> unbuffered = Unbuffered(rows, text), smallBuffer = SmallBuffer(rows, text, new byte[4096]);
        EncodeRows[] steps =
        [
            Contenders.Baseline.Prepare(rows, settings)!,
            ToBuffer(unbuffered), ToBuffer(smallBuffer), GrowingBuffer(rows, text), CachedNames(rows, text, new NameText(text)),
            PredictedNames(rows, text, new PredictedNames(new NameText(text))), VectorValues(rows),
            Contenders.Buffer.Prepare(rows, settings)!,
            Contenders.Buffer.Prepare(document, settings)!,
        ];
        Way ToFile(string name, int step) =>
            FileCases.ToFile(name, FileCases.Path, step switch { 1 => unbuffered, 2 => smallBuffer, _ => ThroughBuffer(steps[step]) });
        return new Case
        {
            Ways = [.. isToFile ? Names.Select(ToFile) : Names.Zip(steps, Sink.ToBuffer)],
            Units = (int)sample.CellCount,
            Clock = isToFile ? Clock.Elapsed : Clock.Processor,
            Resource = new Ending(() =>
            {
                document.Dispose();
                File.Delete(FileCases.Path);
            }),
        };
    }

    private static EncodeRows ToBuffer(Action<Stream> write) => output =>
    {
        using var stream = new BufferWriterStream(output);
        write(stream);
    };

    private static Action<Stream> ThroughBuffer(EncodeRows encode) => stream =>
    {
        Sink.Buffer.ResetWrittenCount();
        encode(Sink.Buffer);
        stream.Write(Sink.Buffer.WrittenSpan);
    };

    /// <summary>A write to the stream for each brace, comma, name, colon and value.</summary>
    private static Action<Stream> Unbuffered(List<Dictionary<string, object?>> rows, TokenText text) =>
        stream => TokenEncoder<StreamSink>.Write(new StreamSink(stream), rows, text);

    /// <summary>Tokens are gathered in 4 KB, which go to the stream when they are full.</summary>
    private static Action<Stream> SmallBuffer(List<Dictionary<string, object?>> rows, TokenText text, byte[] buffer) =>
        stream => TokenEncoder<GatheringSink>.Write(new GatheringSink(stream, buffer), rows, text);

    /// <summary>Everything goes into one buffer that grows and is kept: no stream until the end.</summary>
    private static EncodeRows GrowingBuffer(List<Dictionary<string, object?>> rows, TokenText text) =>
        output => TokenEncoder<BufferSink>.Write(new BufferSink(output), rows, text);

    /// <summary>A name is escaped when it is first met, and looked up from then on; comma and colon come with it.</summary>
    private static EncodeRows CachedNames(List<Dictionary<string, object?>> rows, TokenText text, NameText names) =>
        output => WriteRows(output, rows, text, (_, name) => names.Find(name));

    /// <summary>A name is first compared, by reference, with the one at its position in the row before.</summary>
    private static EncodeRows PredictedNames(List<Dictionary<string, object?>> rows, TokenText text, PredictedNames names) =>
        output => WriteRows(output, rows, text, names.Find);

    private static void WriteRows(
        ArrayBufferWriter<byte> output, List<Dictionary<string, object?>> rows, TokenText text, Func<int, string, byte[]> findName)
    {
        ReadOnlySpan<byte> open = "[{"u8;
        foreach (Dictionary<string, object?> row in rows)
        {
            output.Write(open);
            open = "},{"u8;
            int position = 0;
            foreach ((string name, object? value) in row)
            {
                output.Write(findName(position, name).AsSpan(position == 0 ? 1 : 0));
                output.Write(text.Encode(value));
                position++;
            }
        }
        output.Write(rows.Count > 0 ? "}]"u8 : "[]"u8);
    }

    /// <summary>Texts and numbers are written by RowJson's own formatters, straight into its buffer.</summary>
    private static EncodeRows VectorValues(List<Dictionary<string, object?>> rows)
    {
        var names = new PredictedNames(new NameText(new TokenText()));
        var escapes = new EscapeTable(JavaScriptEncoder.Default);
        var buffer = new Utf8Output(System.Buffers.ArrayPool<byte>.Shared, 1, BufferSizes.Default);
        return output =>
        {
            int position = buffer.Open(output);
            ReadOnlySpan<byte> open = "[{"u8;
            foreach (Dictionary<string, object?> row in rows)
            {
                position = WriteText(buffer, position, open);
                open = "},{"u8;
                int column = 0;
                foreach ((string name, object? value) in row)
                {
                    position = WriteText(buffer, position, names.Find(column, name).AsSpan(column == 0 ? 1 : 0));
                    position = WriteValue(buffer, position, value, escapes);
                    column++;
                }
                buffer.EndRow(position);
            }
            position = WriteText(buffer, position, rows.Count > 0 ? "}]"u8 : "[]"u8);
            buffer.EndRow(position);
            buffer.Commit();
            buffer.Close();
        };
    }

    private static int WriteValue(Utf8Output buffer, int position, object? value, EscapeTable escapes)
    {
        if (value is string text) return StringEncoder.WriteQuoted(buffer, position, text, escapes);
        // The longest number or literal is a double.
        position = buffer.Reserve(position, DoubleFormatter.Room);
        return value switch
        {
            long integer => position + IntegerFormatter.Format(ref buffer.At(position), integer),
            double number => position + DoubleFormatter.Format(ref buffer.At(position), number),
            bool boolean => WriteText(buffer, position, boolean ? "true"u8 : "false"u8),
            null => WriteText(buffer, position, "null"u8),
            _ => throw new NotSupportedException($"no generated row holds a {value.GetType()}"),
        };
    }

    private static int WriteText(Utf8Output buffer, int position, ReadOnlySpan<byte> text)
    {
        position = buffer.Reserve(position, text.Length);
        text.CopyTo(buffer.Buffer.AsSpan(position));
        return position + text.Length;
    }
}
