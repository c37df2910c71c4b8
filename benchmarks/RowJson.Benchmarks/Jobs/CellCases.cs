namespace RowJson.Benchmarks;

/// <summary>Cells of one kind as dictionaries, objects, a reader's rows and dictionaries of their type: by RowJson, by hand, by
/// <see cref="JsonSerializer"/>, and by the framework's formatter alone.</summary>
internal static class CellCases
{
    private const int Rows = 100;
    private const string RowJson = "RowJson", Hand = "hand", Serializer = "serializer", Formatter = "formatter";

    /// <summary>How many times faster than by hand a dictionary's cell is to be.</summary>
    private const double DictionaryTarget = 2.2;

    /// <summary>How many nanoseconds longer it may take than an object's.</summary>
    private const double OverClassLimit = 10;

    /// <summary>Where the formatter is the bound, an object's cell takes at most so many times as long.</summary>
    private const double FormatterLimit = 1.6;
    private static int Cells => Rows * CellRow<int>.Count;

    public static Job Job { get; } = new(
        "kinds",
        () => All,
        $"{Cells:N0} cells a call, ten to a row, in the processor's cache. formatter: the framework's into a span, without a name;\n"
        + $"of texts, UTF-8 alone. class: at most its limit, or {FormatterLimit} times the formatter. typed: dictionaries of the cells' type.\n"
        + "hand: a reused Utf8JsonWriter, names encoded once, for dictionaries a type switch. times faster: the median of the rounds'\n"
        + "ratios, and how well that is known (95 %). Times are the process's own. Each output was compared before.",
        new Layout(false, [
            Column.Label("ns a cell"), new(">formatter", line => line.Find(Formatter) is { } it ? Figures.Time(it.TimePerUnit) : "-"),
            Time("class"),
            .. Column.Target(
                ">limit", line => line.Case.Limit,
                (line, limit) => Nanoseconds(line, "class") <= limit
                    || Nanoseconds(line, "class") <= FormatterLimit * (line.Find(Formatter)?.TimePerUnit ?? 0), "0"),
            Time("dictionary"), new(">over class", line => Figures.Format(OverClass(line), "F1")),
            .. Column.Target(">limit", _ => OverClassLimit, (line, limit) => OverClass(line) <= limit, "0"),
            Time("reader"), Time("typed")]),
        new Layout(false, [
            Column.Label("times faster than"), Faster(">dictionary: hand", "dictionary", Hand),
            .. Column.Target(">target", _ => DictionaryTarget, (line, target) => Ratio(line, "dictionary", Hand).Median >= target, "0.#"),
            Faster(">serializer", "dictionary", Serializer), Faster(">class: hand", "class", Hand), Faster(">serializer", "class", Serializer),
            Faster(">reader: hand", "reader", Hand), Faster(">typed: hand", "typed", Hand), Faster(">serializer", "typed", Serializer)]))
    { Schedule = Schedule.OneByOne with { Rounds = 15 } };

    /// <summary>The kinds of cells, with the longest time of an object's cell on an AVX2 machine where one is set.</summary>
    private static IEnumerable<CaseMaker> All =>
    [
        Of<string?, TextCode>("null", _ => null, hasFormatter: false),
        Of<bool, BooleanCode>("bool", random => random.Next(2) == 0, hasFormatter: false),
        Of<int, Int32Code>("int, 3 digits", random => random.Next(100, 1_000)),
        Of<int, Int32Code>("int, 9 digits", random => random.Next(100_000_000, 1_000_000_000), classLimit: 13),
        Of<long, Int64Code>("long, 15 digits", random => random.NextInt64(100_000_000_000_000, 1_000_000_000_000_000)),
        Of<double, DoubleCode>("double, 2 decimals", random => random.Next(100, 100_000) / 100.0),
        Of<double, DoubleCode>("double, 16 digits", random => random.NextDouble() * 1_000),
        Of<double, DoubleCode>("double, in [0, 1)", random => random.NextDouble()),
        Of<float, SingleCode>("float, in [-1, 1)", random => random.NextSingle() * 2 - 1),
        Of<DateTime, DateTimeCode>("DateTime", random => new DateTime(2000, 1, 1).AddSeconds(random.Next()), classLimit: 14),
        Of<Guid, GuidCode>("Guid", RandomObjects.NewGuid, classLimit: 15),
        Of<decimal, DecimalCode>("decimal", random => random.Next(100, 10_000_000) / 100m, classLimit: 18),
        Of<string?, TextCode>("text of 12", random => Text(random, 12)),
        Of<string?, TextCode>("text of 36", random => Text(random, 36), classLimit: 18),
        Of<string?, TextCode>("text of 100", random => Text(random, 100)),
        Of<string?, TextCode>("text of 12, one escaped", random => Escaped(random, 12), hasFormatter: false),
    ];

    private static string Text(Random random, int length) => new(random.GetItems<char>("abcdefghijklmnopqrstuvwxyz ABCDEF012345", length));

    private static string Escaped(Random random, int length)
    {
        char[] text = Text(random, length).ToCharArray();
        text[random.Next(length)] = '"';
        return new string(text);
    }

    private static Column Time(string rows) => new($">{rows}", line => Figures.Time(Nanoseconds(line, rows)));

    private static Column Faster(string header, string rows, string than) => new(header, line =>
    {
        Ratio ratio = Ratio(line, rows, than);
        return $"{Figures.Format(ratio.Median, "F2")} {Figures.PlusMinus(ratio)}";
    });

    private static double Nanoseconds(Line line, string rows) => line[$"{rows}, {RowJson}"].TimePerUnit;
    private static double OverClass(Line line) => Nanoseconds(line, "dictionary") - Nanoseconds(line, "class");
    private static Ratio Ratio(Line line, string rows, string than) => line[$"{rows}, {RowJson}"].FasterThan(line[$"{rows}, {than}"]);

    private static CaseMaker Of<T, TCode>(string name, Func<Random, T> create, double? classLimit = null, bool hasFormatter = true)
        where TCode : struct, ICellCode<T> => new(name, () =>
        {
            var random = new Random(1);
            T[] values = [.. Enumerable.Range(0, Cells).Select(_ => create(random))];
            Way[] formatter = hasFormatter ? [FormatterOf<T, TCode>(values)] : [];
            return new Case
            {
                Ways = [.. Dictionaries(values), .. Objects<T, TCode>(values), .. Readers<T, TCode>(values), .. Typed<T, TCode>(values),
                    .. formatter],
                Units = Cells,
                Limit = classLimit,
                Repeats = 300,
            };
        });

    private static Way[] Dictionaries<T>(T[] values)
    {
        List<Dictionary<string, object?>> rows =
            [.. values.Chunk(CellRow<T>.Count).Select(row => CellRow<T>.Names.Zip(row).ToDictionary(cell => cell.First, cell =>
                (object?)cell.Second))];
        EncodeRows hand = RowLoops.WriteCached(rows, EncodingSettings.Default)!;
        return Ways("dictionary", rows, () => JsonRows.From(rows), Sink.ToBuffer($"dictionary, {Hand}", hand));
    }

    private static Way[] Objects<T, TCode>(T[] values) where TCode : struct, ICellCode<T>
    {
        List<CellRow<T>> rows = [.. values.Chunk(CellRow<T>.Count).Select(row => new CellRow<T>(row))];
        JsonEncodedText[] names = Names<T>();
        return Ways("class", rows, () => JsonRows.From(rows), writer =>
        {
            foreach (CellRow<T> row in rows)
            {
                writer.WriteStartObject();
                TCode.Write(writer, names[0], row.Alpha);
                TCode.Write(writer, names[1], row.Bravo);
                TCode.Write(writer, names[2], row.Charlie);
                TCode.Write(writer, names[3], row.Delta);
                TCode.Write(writer, names[4], row.Echo);
                TCode.Write(writer, names[5], row.Foxtrot);
                TCode.Write(writer, names[6], row.Golf);
                TCode.Write(writer, names[7], row.Hotel);
                TCode.Write(writer, names[8], row.India);
                TCode.Write(writer, names[9], row.Juliett);
                writer.WriteEndObject();
            }
        });
    }

    /// <summary>The serializer writes no readers.</summary>
    private static Way[] Readers<T, TCode>(T[] values) where TCode : struct, ICellCode<T>
    {
        var reader = new CellReader<T>(values);
        JsonEncodedText[] names = Names<T>();
        return Ways<object?>("reader", null, () => JsonRows.From(Rewound()), writer =>
        {
            Rewound();
            while (reader.Read())
            {
                writer.WriteStartObject();
                for (int i = 0; i < names.Length; i++)
                {
                    if (reader.IsDBNull(i)) writer.WriteNull(names[i]);
                    else TCode.Write(writer, names[i], TCode.Read(reader, i));
                }
                writer.WriteEndObject();
            }
        });

        CellReader<T> Rewound()
        {
            reader.Rewind();
            return reader;
        }
    }

    private static Way[] Typed<T, TCode>(T[] values) where TCode : struct, ICellCode<T>
    {
        List<Dictionary<string, T>> rows =
            [.. values.Chunk(CellRow<T>.Count).Select(row => CellRow<T>.Names.Zip(row).ToDictionary(cell => cell.First, cell => cell.Second))];
        var names = new EncodedNames(JavaScriptEncoder.Default);
        return Ways("typed", rows, () => JsonRows.From(rows), writer =>
        {
            foreach (Dictionary<string, T> row in rows)
            {
                writer.WriteStartObject();
                int position = 0;
                foreach ((string name, T value) in row) TCode.Write(writer, names.Get(position++, name), value);
                writer.WriteEndObject();
            }
        });
    }

    private static Way FormatterOf<T, TCode>(T[] values) where TCode : struct, ICellCode<T>
    {
        // No text of these values is longer.
        byte[] formatted = new byte[128];
        return new Way(Formatter, () =>
        {
            foreach (T value in values) TCode.Format(value, formatted);
        });
    }

    private static JsonEncodedText[] Names<T>() => Array.ConvertAll(CellRow<T>.Names, it => JsonEncodedText.Encode(it));

    private static Way[] Ways<TList>(string name, TList rows, Func<JsonRows> describe, Action<Utf8JsonWriter> writeRows) =>
        Ways(name, rows, describe, Sink.ToWriter($"{name}, {Hand}", writer =>
        {
            writer.WriteStartArray();
            writeRows(writer);
            writer.WriteEndArray();
        }));

    private static Way[] Ways<TList>(string name, TList rows, Func<JsonRows> describe, Way hand)
    {
        var options = new JsonRowOptions();
        Way[] serializer = rows is null ? [] : [Serialized.Way($"{name}, {Serializer}", rows, JsonSerializerOptions.Default)];
        return
        [
            .. serializer,
            hand,
            Sink.ToBuffer($"{name}, {RowJson}", output => describe().WriteTo(output, options)),
        ];
    }
}
