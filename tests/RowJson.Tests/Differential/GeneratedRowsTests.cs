using System.Text.Json;
using System.Text.Json.Serialization;
using FsCheck;
using FsCheck.Fluent;

namespace RowJson.Tests;

/// <summary>Generated rows of every type: every source and sink writes the bytes of <see cref="JsonSerializer"/>.</summary>
public class GeneratedRowsTests
{
#if DEBUG
    /// <summary>Assertions take their time; Release has the rounds.</summary>
    private const int MaxTest = 20;
#else
    private const int MaxTest = 40;
#endif

    private static readonly Config Rounds = Config.QuickThrowOnFailure.WithMaxTest(MaxTest);

    private static readonly Dictionary<string, Action<string>> TypedChecks = new()
    {
        ["object"] = encoder => CheckTyped(encoder, RowGenerators.Value),
        ["string"] = encoder => CheckTyped<string?>(encoder, RowGenerators.AnyText!),
        ["int"] = encoder => CheckTyped(encoder, Gen.Choose(int.MinValue, int.MaxValue)),
        ["long"] = encoder => CheckTyped(encoder, ArbMap.Default.GeneratorFor<long>()),
        ["ulong"] = encoder => CheckTyped(encoder, ArbMap.Default.GeneratorFor<ulong>()),
        ["double"] = encoder => CheckTyped(encoder, RowGenerators.FiniteDouble),
        ["double?"] = encoder => CheckTyped(encoder, RowGenerators.FiniteDouble.Select(value => value > 0 ? value : (double?)null)),
        ["float"] = encoder => CheckTyped(encoder, RowGenerators.FiniteSingle),
        ["Half"] = encoder => CheckTyped(encoder, RowGenerators.FiniteHalf),
        ["bool"] = encoder => CheckTyped(encoder, Gen.Elements(true, false)),
        ["decimal"] = encoder => CheckTyped(encoder, RowGenerators.Decimal),
        ["DateTime"] = encoder => CheckTyped(encoder, RowGenerators.Date),
        ["DateTimeOffset"] = encoder => CheckTyped(encoder, RowGenerators.DateOffset),
        ["TimeSpan"] = encoder => CheckTyped(encoder, RowGenerators.Span),
        ["Guid"] = encoder => CheckTyped(encoder, RowGenerators.Identifier),
        ["Int128"] = encoder => CheckTyped(encoder, RowGenerators.Integer128),
        ["char"] = encoder => CheckTyped(encoder, Gen.Choose(0, ushort.MaxValue).Select(value => (char)value)),
        ["byte[]"] = encoder => CheckTyped<byte[]?>(encoder, RowGenerators.Bytes!),
        ["enum"] = encoder => CheckTyped(encoder, Gen.Choose(-1, 8).Select(value => (DayOfWeek)value)),
        ["JsonElement"] = encoder => CheckTyped(encoder, RowGenerators.Value.Select(value => JsonSerializer.SerializeToElement(value))),
        ["nested"] = encoder => CheckTyped(encoder, RowGenerators.Scalar.Select(value => new Dictionary<string, object?> { ["é"] = value, ["b"] = 1 })),
        ["record"] = encoder => CheckTyped(encoder, RowGenerators.Text.Select(value => new Point(1.5, value))),
        ["interface"] = encoder => CheckTyped<IEnumerable<int>>(encoder, Gen.Choose(0, 9).Select(value => Enumerable.Range(0, value))),
    };

    public static TheoryData<string> Encoders => [.. Matrix.Encoders];

    public static TheoryData<string, string> TypesAndEncoders
    {
        get
        {
            var data = new TheoryData<string, string>();
            foreach (string type in TypedChecks.Keys)
                foreach (string encoder in Matrix.Encoders)
                    data.Add(type, encoder);
            return data;
        }
    }

    [Theory]
    [MemberData(nameof(Encoders))]
    public void Write_dictionaries_matchJsonSerializer(string encoder)
    {
        var options = new JsonRowOptions { SerializerOptions = Matrix.Options(encoder), MaxCachedNames = 500 };
        Check(rows => Check(new RowSource("dictionaries", JsonRows.From(rows), rows, rows), options));
    }

    [Theory]
    [MemberData(nameof(Encoders))]
    public void Write_objects_matchJsonSerializer(string encoder)
    {
        var options = new JsonRowOptions { SerializerOptions = Matrix.Options(encoder) };
        Prop.ForAll(RowGenerators.Value.ListOf().Select(list => list.ToList()).ToArbitrary(), rows =>
            Check(new RowSource("objects", JsonRows.From(rows), rows, rows), options)).Check(Rounds);
    }

    [Theory]
    [MemberData(nameof(Encoders))]
    public void Write_documents_matchJsonSerializer(string encoder)
    {
        JsonSerializerOptions serializer = Matrix.Options(encoder);
        var options = new JsonRowOptions { SerializerOptions = serializer };
        JsonSerializerOptions[] styles =
            [.. Matrix.Encoders.SelectMany(name => new[] { Matrix.Options(name), new(Matrix.Options(name)) { WriteIndented = true } })];
        int round = 0;
        Check(rows =>
        {
            // Written by each encoder, compact and indented: text that is right already, and text that is not.
            using JsonDocument document = JsonDocument.Parse(JsonSerializer.SerializeToUtf8Bytes(rows, styles[round++ % styles.Length]));
            foreach (RowSource rowsOf in RowSource.Of(document)) Check(rowsOf, options);
        });
    }

    [Theory]
    [MemberData(nameof(Encoders))]
    public void Write_otherFormats_matchJsonSerializerRowByRow(string encoder)
    {
        JsonSerializerOptions serializer = Matrix.Options(encoder);
        Check(rows =>
        {
            var source = new RowSource("dictionaries", JsonRows.From(rows), rows, rows);
            Matrix.CheckFormatAsync(source, serializer, JsonRowFormat.Lines).GetAwaiter().GetResult();
            Matrix.CheckFormatAsync(source, serializer, JsonRowFormat.ArrayWithLineBreaks).GetAwaiter().GetResult();
        });
    }

    [Theory]
    [MemberData(nameof(TypesAndEncoders))]
    public void Write_typedDictionaries_matchJsonSerializer(string type, string encoder) => TypedChecks[type](encoder);

    public static TheoryData<string> OptionNames => [.. SerializerOptions().Keys];

    [Theory]
    [MemberData(nameof(OptionNames))]
    public void Write_serializerOptions_matchJsonSerializer(string name)
    {
        var options = new JsonRowOptions { SerializerOptions = SerializerOptions()[name] };
        Check(rows =>
        {
            Check(new RowSource("dictionaries", JsonRows.From(rows), rows, rows), options, RowTarget.Bytes);
            using JsonDocument document = JsonSerializer.SerializeToDocument(rows);
            foreach (RowSource source in RowSource.Of(document))
            {
                // Pairs have no identity that could be compared.
                if (source.IsPairs && options.SerializerOptions.ReferenceHandler == ReferenceHandler.Preserve) continue;
                Check(source, options, RowTarget.Bytes);
            }
        });
    }

    private static Dictionary<string, JsonSerializerOptions> SerializerOptions() => new()
    {
        ["indented"] = new() { WriteIndented = true },
        ["indented with tabs and CRLF"] = new() { WriteIndented = true, IndentCharacter = '\t', IndentSize = 1, NewLine = "\r\n" },
        ["camel case keys"] = new() { DictionaryKeyPolicy = JsonNamingPolicy.CamelCase },
        ["snake case keys"] = new() { DictionaryKeyPolicy = JsonNamingPolicy.SnakeCaseLower, PropertyNamingPolicy = JsonNamingPolicy.KebabCaseUpper },
        ["numbers as strings"] = new() { NumberHandling = JsonNumberHandling.WriteAsString },
        ["named literals"] = new() { NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals },
        ["enum names"] = new() { Converters = { new JsonStringEnumConverter() } },
        ["ignore nulls"] = new() { DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull },
        ["ignore defaults"] = new() { DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingDefault },
        ["ignore cycles"] = new() { ReferenceHandler = ReferenceHandler.IgnoreCycles },
        ["preserve"] = new() { ReferenceHandler = ReferenceHandler.Preserve },
        ["preserve, indented"] = new() { ReferenceHandler = ReferenceHandler.Preserve, WriteIndented = true },
        ["fields"] = new() { IncludeFields = true },
        ["web"] = new(JsonSerializerDefaults.Web),
        ["strict"] = new(JsonSerializerDefaults.Strict),
    };

    private static void CheckTyped<TValue>(string encoder, Gen<TValue> value)
    {
        var options = new JsonRowOptions { SerializerOptions = Matrix.Options(encoder) };
        Gen<List<Dictionary<string, TValue>>> rows = RowGenerators.RowsOf(value);
        Prop.ForAll(rows.ToArbitrary(), list =>
        {
            Check(new RowSource("list", JsonRows.From(list), list, list), options, RowTarget.All);
            Check(new RowSource("lazy", JsonRows.From(list.Where(_ => true)), list, list), options, RowTarget.Bytes);
        }).Check(Config.QuickThrowOnFailure.WithMaxTest(25));
    }

    private static void Check(Action<List<Dictionary<string, object?>>> check) =>
        Prop.ForAll(RowGenerators.Rows.ToArbitrary(), check).Check(Rounds);

    private static void Check(RowSource source, JsonRowOptions options, IReadOnlyList<RowTarget>? targets = null) =>
        Matrix.CheckAsync(source, options, targets ?? RowTarget.All).GetAwaiter().GetResult();

    private sealed record Point(double X, string Label);
}
