using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;
using Newtonsoft.Json.Converters;
using Newtonsoft.Json.Linq;
using JsonConvert = Newtonsoft.Json.JsonConvert;
using NewtonsoftSettings = Newtonsoft.Json.JsonSerializerSettings;

namespace RowJson.Tests;

#pragma warning disable CA1822 // Properties are what is written.

/// <summary>What docs/coming-from-newtonsoft.md says about classes, beside what Newtonsoft.Json writes.</summary>
public class NewtonsoftClassesTests
{
    private const string Heading = "| a class has | Newtonsoft.Json 13 | RowJson | write instead |";

    private static readonly string[] Document = ["docs", "coming-from-newtonsoft.md"];

    /// <summary>A case for each row of the table: a list, as each library writes it.</summary>
    private static readonly Dictionary<string, (string Newtonsoft, string RowJson)> Cases = new()
    {
        ["`[JsonIgnore]` of Newtonsoft.Json"] = Both(new Ignored()),
        ["`[JsonProperty(\"name\")]`"] = Both(new Renamed()),
        ["`[JsonConverter(typeof(StringEnumConverter))]`"] = Both(new Converted()),
        ["`ShouldSerializeNote()`"] = Both(new Conditional()),
        ["`[JsonProperty(NullValueHandling = …)]`"] = Both(new WithoutNulls()),
        ["a public field"] = Both(new Fields()),
        ["a tuple"] = Both((1, "x")),
        ["`JObject` rows"] = Both(JObject.Parse("""{"a":{"b":[1,2]}}""")),
    };

    public static TheoryData<string, string, string> Rows
    {
        get
        {
            var data = new TheoryData<string, string, string>();
            foreach (string[] row in CodeExamples.Table(Heading, Document)) data.Add(row[0], row[1], row[2]);
            return data;
        }
    }

    [Fact]
    public void Document_classes_areAllCases() => Rows.Select(row => row[0]).Should().Equal(Cases.Keys);

    [Theory]
    [MemberData(nameof(Rows))]
    public void Document_class_isWhatBothWrite(string name, string newtonsoft, string rowJson) =>
        Cases[name].Should().Be((newtonsoft, rowJson));

    [Fact]
    public void Settings_nullsOfObjects_areLeftOutByAnIgnoreCondition()
    {
        List<Outer> rows = [new() { Inner = new() }, new()];

        string before = JsonConvert.SerializeObject(rows, new NewtonsoftSettings { NullValueHandling = Newtonsoft.Json.NullValueHandling.Ignore });

        before.Should().Be("""[{"Inner":{}},{}]""");
        var options = new JsonSerializerOptions { DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull };
        JsonRows.From(rows).ToJsonString(new JsonRowOptions(options)).Should().Be(before);
        JsonRows.From(rows).ToJsonString(new JsonRowOptions { OmitNulls = true }).Should().Be("""[{"Inner":{"Note":null}},{}]""");
    }

    [Fact]
    public void Settings_referenceLoops_areNullInsteadOfLeftOut()
    {
        var node = new Loop();
        node.Self = node;
        List<Loop> rows = [node];

        JsonConvert.SerializeObject(rows, new NewtonsoftSettings { ReferenceLoopHandling = Newtonsoft.Json.ReferenceLoopHandling.Ignore })
            .Should().Be("""[{"Id":1}]""");
        var options = new JsonSerializerOptions { ReferenceHandler = ReferenceHandler.IgnoreCycles };
        JsonRows.From(rows).ToJsonString(new JsonRowOptions(options)).Should().Be("""[{"Id":1,"Self":null}]""");
    }

    [Fact]
    public void Converters_ofThePage_writeAsNewtonsoft()
    {
        List<JObject> rows = [JObject.Parse("""{"a":{"b":[1,2.50]},"c":"é"}"""), JObject.Parse("""{"a":null}""")];
        List<DateTime> times = [new DateTime(2024, 2, 29, 12, 30, 0, DateTimeKind.Utc)];
        var options = new JsonRowOptions(new JsonSerializerOptions { Converters = { new JTokenConverter(), new UtcTime() } });

        JsonRows.From(rows).ToJsonString(options).Should().Be(JsonConvert.SerializeObject(rows));
        JsonSerializer.Serialize(rows, options.SerializerOptions.WithRowJson()).Should().Be(JsonConvert.SerializeObject(rows));
        JsonRows.From(times).ToJsonString(options).Should().Be(JsonConvert.SerializeObject(
            times,
            new NewtonsoftSettings
            {
                DateFormatString = "yyyy-MM-dd HH:mm:ss'Z'",
                DateTimeZoneHandling = Newtonsoft.Json.DateTimeZoneHandling.Utc,
            }));
    }

    internal static CodeExamples Examples { get; } = new("tests", "RowJson.Tests", "Documentation", "NewtonsoftClassesTests.cs");

    // <converters>
    // JObject, JArray and all other tokens.
    private sealed class JTokenConverter : JsonConverter<JToken>
    {
        public override bool CanConvert(Type typeToConvert) => typeToConvert.IsAssignableTo(typeof(JToken));

        public override JToken Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            JToken.Parse(JsonElement.ParseValue(ref reader).GetRawText());

        public override void Write(Utf8JsonWriter writer, JToken value, JsonSerializerOptions options) =>
            writer.WriteRawValue(value.ToString(Newtonsoft.Json.Formatting.None));
    }

    // DateFormatString = "yyyy-MM-dd HH:mm:ss'Z'" with DateTimeZoneHandling.Utc.
    private sealed class UtcTime : JsonConverter<DateTime>
    {
        private const string Format = "yyyy-MM-dd HH:mm:ss'Z'";

        public override DateTime Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            DateTime.ParseExact(reader.GetString()!, Format, CultureInfo.InvariantCulture, DateTimeStyles.AdjustToUniversal);

        public override void Write(Utf8JsonWriter writer, DateTime value, JsonSerializerOptions options) =>
            writer.WriteStringValue(value.ToUniversalTime().ToString(Format, CultureInfo.InvariantCulture));
    }
    // </converters>

    private static (string Newtonsoft, string RowJson) Both<T>(T row)
    {
        List<T> rows = [row];
        return ($"`{JsonConvert.SerializeObject(rows)}`", $"`{JsonRows.From(rows).ToJsonString()}`");
    }

    private sealed class Ignored
    {
        public int Id => 1;

        [Newtonsoft.Json.JsonIgnore]
        public string Password => "secret";
    }

    private sealed class Renamed
    {
        [Newtonsoft.Json.JsonProperty("id")]
        public int Number => 1;
    }

    private sealed class Converted
    {
        [Newtonsoft.Json.JsonConverter(typeof(StringEnumConverter))]
        public DayOfWeek Day => DayOfWeek.Friday;
    }

    private sealed class Conditional
    {
        public int Id => 1;

        public string Note => "internal";

        public bool ShouldSerializeNote() => false;
    }

    private sealed class WithoutNulls
    {
        public int Id => 1;

        [Newtonsoft.Json.JsonProperty(NullValueHandling = Newtonsoft.Json.NullValueHandling.Ignore)]
        public string? Note => null;
    }

    private sealed class Fields
    {
        public int Id = 1;
    }

    private sealed class Outer
    {
        public Inner? Inner { get; init; }
    }

    private sealed class Inner
    {
        public string? Note { get; init; }
    }

    private sealed class Loop
    {
        public int Id => 1;

        public Loop? Self { get; set; }
    }
}
