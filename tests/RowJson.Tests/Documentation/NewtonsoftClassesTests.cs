using System.Runtime.Serialization;
using System.Text.Json.Serialization;
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
        ["`[DataContract]` with `[DataMember(Name = \"no\")]`"] = Both(new Contract()),
        ["`[IgnoreDataMember]`"] = Both(new IgnoredMember()),
        ["`[EnumMember(Value = \"sent-out\")]`, as text"] = Both(new Shipment()),
        ["`[JsonObject(MemberSerialization.OptIn)]`"] = Both(new OptIn()),
        ["`[JsonProperty]` on a property that is not public"] = Both(new Hidden()),
        ["`[JsonExtensionData]` of Newtonsoft.Json"] = Both(new Extended()),
        ["`ShouldSerializeNote()`"] = Both(new Conditional()),
        ["`NoteSpecified`"] = Both(new Specified()),
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

    /// <summary>What the table says to write instead, for what the other tests do not show.</summary>
    [Fact]
    public void Counterparts_ofTheTable_writeWhatNewtonsoftWrote()
    {
        Both(new NewContract()).RowJson.Should().Be(Both(new Contract()).Newtonsoft);
        Both(new NewShipment()).RowJson.Should().Be(Both(new Shipment()).Newtonsoft);
        Both(new NewHidden()).RowJson.Should().Be(Both(new Hidden()).Newtonsoft);
        Both(new NewExtended()).RowJson.Should().Be(Both(new Extended()).Newtonsoft);
    }

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

    [DataContract]
    private sealed class Contract
    {
        [DataMember(Name = "no")]
        public int Number => 1;

        public string Hidden => "secret";
    }

    private sealed class NewContract
    {
        [JsonPropertyName("no")]
        public int Number => 1;

        [JsonIgnore]
        public string Hidden => "secret";
    }

    private sealed class IgnoredMember
    {
        public int Id => 1;

        [IgnoreDataMember]
        public string Password => "secret";
    }

    private enum OldState
    {
        [EnumMember(Value = "sent-out")]
        Sent,
    }

    private enum NewState
    {
        [JsonStringEnumMemberName("sent-out")]
        Sent,
    }

    private sealed class Shipment
    {
        [JsonConverter(typeof(JsonStringEnumConverter))]
        [Newtonsoft.Json.JsonConverter(typeof(StringEnumConverter))]
        public OldState State => OldState.Sent;
    }

    private sealed class NewShipment
    {
        [JsonConverter(typeof(JsonStringEnumConverter))]
        public NewState State => NewState.Sent;
    }

    [Newtonsoft.Json.JsonObject(Newtonsoft.Json.MemberSerialization.OptIn)]
    private sealed class OptIn
    {
        [Newtonsoft.Json.JsonProperty]
        public int Id => 1;

        public string Password => "secret";
    }

    private sealed class Hidden
    {
        [Newtonsoft.Json.JsonProperty]
        internal string Region { get; set; } = "eu";
    }

    private sealed class NewHidden
    {
        [JsonInclude]
        internal string Region { get; set; } = "eu";
    }

    private sealed class Extended
    {
        public int Id => 1;

        [Newtonsoft.Json.JsonExtensionData]
        public Dictionary<string, object> Extra { get; } = new() { ["zip"] = "1010" };
    }

    private sealed class NewExtended
    {
        public int Id => 1;

        [JsonExtensionData]
        public Dictionary<string, object> Extra { get; set; } = new() { ["zip"] = "1010" };
    }

    private sealed class Specified
    {
        public int Id => 1;

        public string Note => "internal";

        public bool NoteSpecified => false;
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
