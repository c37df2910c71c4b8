using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using Microsoft.FSharp.Collections;
using Microsoft.FSharp.Core;

namespace RowJson.Tests;

/// <summary>Members that are options of F#'s, and members that are nodes.</summary>
public class OptionTests
{
    private static JsonSerializerOptions[] All =>
    [
        new(), new(JsonSerializerDefaults.Web),
        new() { DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull },
        new() { DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingDefault },
        new() { NumberHandling = JsonNumberHandling.WriteAsString },
        new() { NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals },
        new() { ReferenceHandler = ReferenceHandler.IgnoreCycles },
        new() { Converters = { new JsonStringEnumConverter() }, Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping },
        new() { MaxDepth = 3 }, new() { MaxDepth = 4 },
    ];

    [Fact]
    public void WriteTo_options_equalsSerializer()
    {
        Row[] rows =
        [
            new(1),
            new(2)
            {
                Text = FSharpOption<string>.Some("é<"), Number = FSharpOption<int>.Some(5), Day = FSharpOption<DayOfWeek>.Some(DayOfWeek.Friday),
                Inner = FSharpOption<Inner>.Some(new Inner(1, "a")), List = FSharpOption<List<int>>.Some([1, 2]),
                Weight = FSharpValueOption<double>.NewValueSome(1.5), Name = FSharpValueOption<string>.NewValueSome("x"),
                Other = FSharpValueOption<Inner>.NewValueSome(new Inner(2, "b")), Numbers = ListModule.OfSeq([1, 2]),
                Nested = FSharpOption<FSharpOption<string>>.Some(FSharpOption<string>.Some("deep")),
            },
            new(3) { Text = FSharpOption<string>.Some(null!), Name = FSharpValueOption<string>.NewValueSome(null!), Nested = FSharpOption<FSharpOption<string>>.Some(null!) },
        ];
        Check(rows, isDirect: true);
    }

    [Fact]
    public void WriteTo_nullsOmitted_leavesOutWhatIsMissing()
    {
        Row[] rows = [new(1) { Numbers = ListModule.Empty<int>() }, new(2) { Weight = FSharpValueOption<double>.NewValueSome(1.5) }];
        JsonRows.From(rows).ToJsonString(new JsonRowOptions(new JsonSerializerOptions()) { OmitNulls = true })
            .Should().Be("""[{"Id":1,"Numbers":[]},{"Id":2,"Weight":1.5,"Numbers":[]}]""");
    }

    /// <summary>An option is an object, which may hold itself.</summary>
    [Fact]
    public void Serialize_optionThatLeadsBackToItself_equalsSerializer()
    {
        foreach (JsonIgnoreCondition condition in new[] { JsonIgnoreCondition.Never, JsonIgnoreCondition.WhenWritingNull, JsonIgnoreCondition.WhenWritingDefault })
        {
            var options = new JsonSerializerOptions { ReferenceHandler = ReferenceHandler.IgnoreCycles, DefaultIgnoreCondition = condition };
            var node = new Node();
            node.Next = FSharpOption<Node>.Some(node);
            List<Node> nodes = [new Node()];
            nodes[0].Others = FSharpOption<List<Node>>.Some(nodes);
            var comparison = new DropInComparison(options, new JsonRowOptions { ObjectAccess = ObjectAccess.Compiled }, condition.ToString());
            comparison.Check(node, "the object");
            comparison.Check(new List<FSharpOption<Node>?> { node.Next, null }, "a list of options");
            comparison.Check(new Node { Next = node.Next }, "around the option");
            comparison.Check(new List<Node> { new() { Next = node.Next }, node }, "a list");
            comparison.Check(new Node { Others = nodes[0].Others }, "around a list");
            comparison.Written.Should().Be(comparison.Count);
        }
    }

    [Fact]
    public void WriteTo_nodes_equalsSerializer()
    {
        NodeRow[] rows =
        [
            new(1, "a", null, null, null, null),
            new(2, "b", JsonNode.Parse("""{ "a": [1, "\u00e9<"] }"""), [1, null, "x"], new JsonObject { ["b"] = JsonValue.Create(DayOfWeek.Friday) }, JsonValue.Create(5)),
            new(3, "c", JsonValue.Create("é"), [], [], JsonValue.Create(new Inner(1, "a"))),
        ];
        Check(rows, isDirect: true);
        Check([new NodeRow(4, "d", JsonValue.Create(double.NaN), null, null, null)], isDirect: true);
    }

    private static void Check<T>(T[] rows, bool isDirect)
    {
        JsonSerializerOptions[] all = All;
        foreach (JsonSerializerOptions options in all)
        {
            foreach (ObjectAccess access in new[] { ObjectAccess.Compiled, ObjectAccess.Serializer })
            {
                string? expected = Try(() => JsonSerializer.Serialize(rows, options));
                string? actual = Try(() => JsonRows.From(rows).ToJsonString(new JsonRowOptions(options) { ObjectAccess = access }));
                actual.Should().Be(expected, "{0}, {1}", access, System.Array.IndexOf(all, options));
            }
        }
        RowContext context = new JsonRowOptions(new JsonSerializerOptions()).Context;
        if (System.Runtime.CompilerServices.RuntimeFeature.IsDynamicCodeSupported)
            new ValueChoices(context, context.Traits, compiles: true, isForced: false).Of(typeof(T)).GainsAsRow.Should().Be(isDirect);
    }

    private static string? Try(Func<string> write)
    {
        try
        {
            return write();
        }
        catch (Exception exception) when (exception is JsonException or JsonRowException or ArgumentException)
        {
            return null;
        }
    }

    private sealed record Inner(int Id, string Name);

    private sealed class Node
    {
        public int Id { get; set; } = 1;

        public double Weight { get; set; } = 2;

        public double Height { get; set; } = 3;

        public FSharpOption<Node>? Next { get; set; }

        public FSharpOption<List<Node>>? Others { get; set; }
    }

    private sealed record Row(int Id)
    {
        public FSharpOption<string>? Text { get; init; }

        public FSharpOption<int>? Number { get; init; }

        public FSharpOption<DayOfWeek>? Day { get; init; }

        public FSharpOption<Inner>? Inner { get; init; }

        public FSharpOption<List<int>>? List { get; init; }

        public FSharpOption<FSharpOption<string>>? Nested { get; init; }

        public FSharpValueOption<double> Weight { get; init; }

        public FSharpValueOption<string> Name { get; init; }

        public FSharpValueOption<Inner> Other { get; init; }

        public FSharpList<int> Numbers { get; init; } = ListModule.Empty<int>();
    }

    private sealed record NodeRow(int Id, string Name, JsonNode? Node, JsonArray? Array, JsonObject? Object, JsonValue? Value)
    {
        public int A { get; init; }

        public int B { get; init; }

        public int C { get; init; }
    }
}
