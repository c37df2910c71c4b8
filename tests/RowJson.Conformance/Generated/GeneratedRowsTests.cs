using System.Text.Json;
using FsCheck;
using FsCheck.Fluent;

namespace RowJson.Conformance;

/// <summary>
/// Generated rows of what the fuzzer does not draw: every source and sink writes the bytes of <see cref="JsonSerializer"/>. Typed cells,
/// documents, formats and the other options are the fuzzer's.
/// </summary>
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
        Check(rows => Check(new ComparedRows("dictionaries", JsonRows.From(rows), rows, rows), options));
    }

    [Theory]
    [MemberData(nameof(Encoders))]
    public void Write_objects_matchJsonSerializer(string encoder)
    {
        var options = new JsonRowOptions { SerializerOptions = Matrix.Options(encoder) };
        Prop.ForAll(RowGenerators.Value.ListOf().Select(list => list.ToList()).ToArbitrary(), rows =>
            Check(new ComparedRows("objects", JsonRows.From(rows), rows, rows), options)).Check(Rounds);
    }

    [Theory]
    [MemberData(nameof(TypesAndEncoders))]
    public void Write_typedDictionaries_matchJsonSerializer(string type, string encoder) => TypedChecks[type](encoder);

    public static TheoryData<string> OptionNames => [.. SerializerOptions().Keys];

    [Theory]
    [MemberData(nameof(OptionNames))]
    [Trait("Speed", "Slow")]
    public void Write_serializerOptions_matchJsonSerializer(string name)
    {
        var options = new JsonRowOptions { SerializerOptions = SerializerOptions()[name] };
        Check(rows =>
        {
            Check(new ComparedRows("dictionaries", JsonRows.From(rows), rows, rows), options, RowTarget.Bytes);
            using JsonDocument document = JsonSerializer.SerializeToDocument(rows);
            foreach (ComparedRows source in ComparedRows.Of(document)) Check(source, options, RowTarget.Bytes);
        });
    }

    private static Dictionary<string, JsonSerializerOptions> SerializerOptions() => new()
    {
        ["web"] = new(JsonSerializerDefaults.Web),
        ["strict"] = new(JsonSerializerDefaults.Strict),
    };

    private static void CheckTyped<TValue>(string encoder, Gen<TValue> value)
    {
        var options = new JsonRowOptions { SerializerOptions = Matrix.Options(encoder) };
        Gen<List<Dictionary<string, TValue>>> rows = RowGenerators.RowsOf(value);
        Prop.ForAll(rows.ToArbitrary(), list =>
        {
            Check(new ComparedRows("list", JsonRows.From(list), list, list), options, RowTarget.All);
            Check(new ComparedRows("lazy", JsonRows.From(list.Where(_ => true)), list, list), options, RowTarget.Bytes);
        }).Check(Config.QuickThrowOnFailure.WithMaxTest(25));
    }

    private static void Check(Action<List<Dictionary<string, object?>>> check) =>
        Prop.ForAll(RowGenerators.Rows.ToArbitrary(), check).Check(Rounds);

    private static void Check(ComparedRows source, JsonRowOptions options, IReadOnlyList<RowTarget>? targets = null) =>
        Matrix.CheckAsync(source, options, targets ?? RowTarget.All).GetAwaiter().GetResult();

    private sealed record Point(double X, string Label);
}
