using Newtonsoft.Json.Converters;
using Newtonsoft.Json.Linq;
using JsonConvert = Newtonsoft.Json.JsonConvert;

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
}
