using System.Data;
using System.Globalization;
using System.Reflection;
using System.Runtime.Serialization;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using Newtonsoft.Json.Linq;
using Newtonsoft.Json.Serialization;
using JsonConvert = Newtonsoft.Json.JsonConvert;
using NewtonsoftSettings = Newtonsoft.Json.JsonSerializerSettings;

namespace RowJson.Tests;

#pragma warning disable CA1024, CA1822 // Newtonsoft.Json looks for methods of these names.

/// <summary>What docs/coming-from-newtonsoft.md says to write for objects, beside what Newtonsoft.Json writes.</summary>
public class NewtonsoftSectionsTests
{
    internal static CodeExamples Examples { get; } = new("tests", "RowJson.Tests", "Documentation", "NewtonsoftSectionsTests.cs");

    [Fact]
    public void DataSet_asAnObjectOfTables_isThatOfNewtonsoft()
    {
        using var dataSet = new DataSet();
        using var stream = new MemoryStream();
        dataSet.Tables.Add("orders").Columns.Add("id", typeof(int));
        dataSet.Tables.Add("customers").Columns.Add("name", typeof(string));
        dataSet.Tables[0].Rows.Add(1);

        // <dataset>
        // {"orders":[...],"customers":[...]}
        Dictionary<string, JsonRows> tables = dataSet.Tables.Cast<DataTable>().ToDictionary(table => table.TableName, table => JsonRows.From(table));
        JsonRowSerializer.Serialize(stream, tables);
        // </dataset>

        Encoding.UTF8.GetString(stream.ToArray()).Should().Be("""{"orders":[{"id":1}],"customers":[]}""")
            .And.Be(JsonConvert.SerializeObject(dataSet));
        dataSet.Invoking(it => JsonSerializer.Serialize(it, Json.Fast)).Should().Throw<JsonException>();
        JsonRows.From(dataSet.Tables["Orders"]!).ToJsonString().Should().Be("""[{"id":1}]""");
    }

    [Fact]
    public void Attributes_ofNewtonsoft_areNotSeen()
    {
        List<OldAccount> accounts = [new() { Id = 1, Password = "secret", Mail = "ada@example.com" }];

        // <attributes-before>
        string json = JsonRows.From(accounts).ToJsonString(); // its classes have attributes of Newtonsoft.Json only
        // [{"Id":1,"Password":"secret","Mail":"ada@example.com"}]
        // </attributes-before>

        json.Should().Be(Examples.Output("attributes-before"));
        List<Account> moved = [new() { Id = 1, Password = "secret", Mail = "ada@example.com" }];
        JsonRows.From(moved).ToJsonString().Should().Be("""[{"Id":1,"mail":"ada@example.com"}]""")
            .And.Be(JsonConvert.SerializeObject(accounts));
    }

    // <attributes-after>
    public sealed class Account
    {
        public int Id { get; init; }

        [System.Text.Json.Serialization.JsonIgnore] // in full: the short name is Newtonsoft's in a file that uses its namespace
        public string? Password { get; init; }

        [JsonPropertyName("mail")]
        public string? Mail { get; init; }
    }
    // </attributes-after>

    [Fact]
    public void Attributes_thatAreLeft_areFoundByATest()
    {
        Type[] written = [typeof(List<Account>)];
        Action test = () =>
        {
            // <attributes-test>
            foreach (Type type in written) // the types that your application writes, each with the options that it is written with
                Assert.DoesNotContain("Newtonsoft", JsonRowSerializer.Explain(type, Json.Options), StringComparison.Ordinal);
            // </attributes-test>
        };

        test.Should().NotThrow();
        foreach (Type left in (Type[])[typeof(OldAccount), typeof(OldContract), typeof(OldField), typeof(OldHidden), typeof(Noted)])
        {
            written = [typeof(List<>).MakeGenericType(left)];
            test.Should().Throw<Xunit.Sdk.DoesNotContainException>(left.Name);
        }
        JsonRowSerializer.Explain(typeof(Noted), Conditional).Should().NotContain("Newtonsoft");
    }

    // <tokens-converter>
    // JObject, JArray and all other tokens.
    private sealed class JTokenConverter : JsonConverter<JToken>
    {
        public override bool CanConvert(Type typeToConvert) => typeToConvert.IsAssignableTo(typeof(JToken));

        public override JToken Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            JToken.Parse(JsonElement.ParseValue(ref reader).GetRawText());

        public override void Write(Utf8JsonWriter writer, JToken value, JsonSerializerOptions options) =>
            writer.WriteRawValue(value.ToString(Newtonsoft.Json.Formatting.None));
    }
    // </tokens-converter>

    [Fact]
    public void Tokens_ofRows_areWrittenByAConverterOrAsText()
    {
        List<JObject> rows = [JObject.Parse("""{"a":{"b":[1,2.5]},"c":"é"}"""), JObject.Parse("""{"a":null}""")];
        string before = JsonConvert.SerializeObject(rows);
        {
            // <tokens>
            var options = new JsonRowOptions(new JsonSerializerOptions { Converters = { new JTokenConverter() } }); // keep it
            string json = JsonRows.From(rows).ToJsonString(options);
            // [{"a":{"b":[1,2.5]},"c":"é"},{"a":null}]
            // </tokens>
            json.Should().Be(Examples.Output("tokens")).And.Be(before);
            JsonSerializer.Serialize(rows, options.SerializerOptions.WithRowJson()).Should().Be(before);
        }
        {
            // <tokens-text>
            IEnumerable<RawJson> texts = rows.Select(row => new RawJson(row.ToString(Newtonsoft.Json.Formatting.None)));
            string json = JsonRows.From(texts).ToJsonString();
            // </tokens-text>
            JToken.DeepEquals(JToken.Parse(json), JToken.Parse(before)).Should().BeTrue();
        }
    }

    // <converter>
    public readonly record struct Money(decimal Amount, string Currency);

    // Before: class MoneyConverter : Newtonsoft.Json.JsonConverter<Money>, which had WriteJson and ReadJson.
    public sealed class MoneyConverter : JsonConverter<Money>
    {
        public override void Write(Utf8JsonWriter writer, Money value, JsonSerializerOptions options) =>
            writer.WriteStringValue(string.Create(CultureInfo.InvariantCulture, $"{value.Amount} {value.Currency}"));

        public override Money Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
        {
            string[] parts = reader.GetString()!.Split(' ');
            return new Money(decimal.Parse(parts[0], CultureInfo.InvariantCulture), parts[1]);
        }
    }

    public sealed class Item
    {
        [JsonConverter(typeof(MoneyConverter))] // or in the Converters of the options
        public Money Price { get; init; }

        [JsonConverter(typeof(JsonStringEnumConverter))] // StringEnumConverter
        public DayOfWeek Day { get; init; }
    }
    // </converter>

    [Fact]
    public void Converters_ofTheSerializer_writeAsThoseOfNewtonsoft()
    {
        List<Item> items = [new() { Price = new Money(5.50m, "EUR"), Day = DayOfWeek.Friday }];

        string json = JsonRows.From(items).ToJsonString();

        json.Should().Be("""[{"Price":"5.50 EUR","Day":"Friday"}]""").And.Be(
            JsonConvert.SerializeObject(items, new OldMoneyConverter(), new Newtonsoft.Json.Converters.StringEnumConverter()));
        JsonSerializer.Deserialize<List<Item>>(json)![0].Price.Should().Be(new Money(5.50m, "EUR"));
    }

    // <should-serialize>
    private static void AskShouldSerialize(JsonTypeInfo type)
    {
        bool omitsNulls = type.Options.DefaultIgnoreCondition == JsonIgnoreCondition.WhenWritingNull;
        foreach (JsonPropertyInfo property in type.Properties)
        {
            string? name = (property.AttributeProvider as MemberInfo)?.Name;
            MethodInfo? method = type.Type.GetMethod("ShouldSerialize" + name, Type.EmptyTypes);
            if (method?.ReturnType != typeof(bool)) continue;
            // A function takes the place of the condition, which the property or the options may have.
            Func<object, object?, bool> condition = property.ShouldSerialize ?? ((_, value) => !(omitsNulls && value is null));
            property.ShouldSerialize = (row, value) => condition(row, value) && (bool)method.Invoke(row, null)!;
        }
    }

    private static readonly JsonSerializerOptions Conditional = new()
    {
        TypeInfoResolver = new DefaultJsonTypeInfoResolver { Modifiers = { AskShouldSerialize } },
    };
    // </should-serialize>

    [Fact]
    public void ShouldSerialize_byAModifier_isAsked()
    {
        List<Noted> rows = [new() { Id = 1, Note = "internal" }, new() { Id = 2, Note = "public" }];

        JsonRows.From(rows).ToJsonString(Conditional).Should().Be("""[{"Id":1},{"Id":2,"Note":"public"}]""")
            .And.Be(JsonConvert.SerializeObject(rows));
    }

    [Fact]
    public void ShouldSerialize_withANullHandling_leavesNullsOutToo()
    {
        List<Noted> rows = [new() { Id = 1 }, new() { Id = 2, Note = "public" }, new() { Id = 3, Note = "internal" }];
        var options = new JsonSerializerOptions(Conditional) { DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull };

        JsonRows.From(rows).ToJsonString(options).Should().Be("""[{"Id":1},{"Id":2,"Note":"public"},{"Id":3}]""").And.Be(JsonConvert.SerializeObject(
            rows, new NewtonsoftSettings { NullValueHandling = Newtonsoft.Json.NullValueHandling.Ignore }));
    }

    /// <summary>The condition of a property stays.</summary>
    [Fact]
    public void ShouldSerialize_ofAPropertyWithACondition_leavesNullsOutToo()
    {
        List<Mailed> rows = [new(), new() { Mail = "ada@example.com" }];

        JsonRows.From(rows).ToJsonString(Conditional).Should().Be("""[{},{"Mail":"ada@example.com"}]""").And.Be(JsonConvert.SerializeObject(rows));
    }

    [Fact]
    public void Nulls_ofObjects_areLeftOutByAnIgnoreCondition()
    {
        List<Outer> rows = [new() { Inner = new() }, new()];
        string before = JsonConvert.SerializeObject(rows, new NewtonsoftSettings { NullValueHandling = Newtonsoft.Json.NullValueHandling.Ignore });

        // <nulls>
        var withoutNulls = new JsonSerializerOptions { DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull };
        string json = JsonRows.From(rows).ToJsonString(withoutNulls);
        // [{"Inner":{}},{}]
        // </nulls>

        json.Should().Be(Examples.Output("nulls")).And.Be(before);
        JsonRows.From(rows).ToJsonString(new JsonRowOptions { OmitNulls = true }).Should().Be("""[{"Inner":{"Note":null}},{}]""");
    }

    [Fact]
    public void FieldsAndTuples_areWrittenWithFields()
    {
        List<(int, string)> tuples = [(1, "x")];

        // <fields>
        var withFields = new JsonSerializerOptions { IncludeFields = true };
        string json = JsonRows.From(tuples).ToJsonString(withFields);
        // [{"Item1":1,"Item2":"x"}]
        // </fields>

        json.Should().Be(Examples.Output("fields")).And.Be(JsonConvert.SerializeObject(tuples));
        List<Ordered> ordered = [new()];
        JsonRows.From(ordered).ToJsonString(withFields).Should().Be("""[{"Name":"x","Id":1}]""");
        JsonConvert.SerializeObject(ordered).Should().Be("""[{"Id":1,"Name":"x"}]""");
        List<Fields> fields = [new()];
        JsonRows.From(fields).ToJsonString(withFields).Should().Be("""[{"Id":1}]""").And.Be(JsonConvert.SerializeObject(fields));
    }

    [Fact]
    public void Loops_areNullInsteadOfLeftOut()
    {
        var employee = new Employee { Name = "Ada" };
        employee.Manager = employee;
        List<Employee> rows = [employee];

        // <loops>
        // ReferenceLoopHandling.Ignore writes [{"Name":"Ada"}]
        var withoutLoops = new JsonSerializerOptions { ReferenceHandler = ReferenceHandler.IgnoreCycles };
        string json = JsonRows.From(rows).ToJsonString(withoutLoops);
        // [{"Name":"Ada","Manager":null}]
        // </loops>

        json.Should().Be(Examples.Output("loops"));
        JsonConvert.SerializeObject(rows, new NewtonsoftSettings { ReferenceLoopHandling = Newtonsoft.Json.ReferenceLoopHandling.Ignore })
            .Should().Be("""[{"Name":"Ada"}]""");
        var ada = new Team();
        ada.Reports.Add(ada);
        JsonRows.From<Team>([ada]).ToJsonString(withoutLoops).Should().Be("""[{"Reports":[null]}]""");
        JsonConvert.SerializeObject(ada, new NewtonsoftSettings { ReferenceLoopHandling = Newtonsoft.Json.ReferenceLoopHandling.Ignore })
            .Should().Be("""{"Reports":[]}""");
        JsonRows.From(rows).Invoking(it => it.ToJsonString()).Should().Throw<JsonRowException>().WithInnerException<JsonException>();
        rows.Invoking(JsonConvert.SerializeObject).Should().Throw<Newtonsoft.Json.JsonSerializationException>();
    }

    // <dates>
    // DateFormatString = "yyyy-MM-dd HH:mm:ss'Z'" with DateTimeZoneHandling.Utc.
    private sealed class UtcTime : JsonConverter<DateTime>
    {
        private const string Format = "yyyy-MM-dd HH:mm:ss'Z'";
        private const DateTimeStyles Utc = DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal;

        public override DateTime Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            DateTime.ParseExact(reader.GetString()!, Format, CultureInfo.InvariantCulture, Utc);

        public override void Write(Utf8JsonWriter writer, DateTime value, JsonSerializerOptions options)
        {
            // Newtonsoft.Json takes a time without a zone for one of UTC; ToUniversalTime takes it for a local one.
            DateTime utc = value.Kind == DateTimeKind.Unspecified ? value : value.ToUniversalTime();
            writer.WriteStringValue(utc.ToString(Format, CultureInfo.InvariantCulture));
        }
    }

    // DateTimeZoneHandling.Utc without a format.
    private sealed class UtcZone : JsonConverter<DateTime>
    {
        public override DateTime Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => ToUtc(reader.GetDateTime());

        public override void Write(Utf8JsonWriter writer, DateTime value, JsonSerializerOptions options) => writer.WriteStringValue(ToUtc(value));

        private static DateTime ToUtc(DateTime value) =>
            value.Kind == DateTimeKind.Unspecified ? DateTime.SpecifyKind(value, DateTimeKind.Utc) : value.ToUniversalTime();
    }
    // </dates>

    [Theory]
    [InlineData(DateTimeKind.Utc)]
    [InlineData(DateTimeKind.Local)]
    [InlineData(DateTimeKind.Unspecified)]
    public void Dates_byAConverter_haveFormatAndZone(DateTimeKind kind)
    {
        List<DateTime?> times = [new DateTime(2024, 2, 29, 12, 30, 0, kind), null];

        string json = JsonRows.From(times).ToJsonString(InFormat);

        json.Should().Be(JsonConvert.SerializeObject(
            times,
            new NewtonsoftSettings
            {
                DateFormatString = "yyyy-MM-dd HH:mm:ss'Z'",
                DateTimeZoneHandling = Newtonsoft.Json.DateTimeZoneHandling.Utc,
            }));
    }

    [Theory]
    [InlineData(DateTimeKind.Utc)]
    [InlineData(DateTimeKind.Local)]
    [InlineData(DateTimeKind.Unspecified)]
    public void Dates_byAConverterOfTheZone_areThoseOfUtc(DateTimeKind kind)
    {
        List<DateTime> times = [new DateTime(2024, 2, 29, 12, 30, 0, 120, kind)];
        var settings = new NewtonsoftSettings { DateTimeZoneHandling = Newtonsoft.Json.DateTimeZoneHandling.Utc };

        string json = JsonRows.From(times).ToJsonString(InZone);

        json.Should().Be(JsonConvert.SerializeObject(times, settings)).And.EndWith("Z\"]");
        JsonSerializer.Deserialize<DateTime[]>(json, InZone)![0].Kind.Should().Be(DateTimeKind.Utc);
    }

    [Fact]
    public void Dates_readByAConverter_areOfUtc()
    {
        DateTime time = JsonSerializer.Deserialize<DateTime>("\"2024-02-29 12:30:00Z\"", InFormat);
        time.Should().Be(new DateTime(2024, 2, 29, 12, 30, 0, DateTimeKind.Utc));
        time.Kind.Should().Be(DateTimeKind.Utc);
    }

    [Theory]
    [InlineData("RoundtripKind", DateTimeKind.Utc)]
    [InlineData("RoundtripKind", DateTimeKind.Local)]
    [InlineData("RoundtripKind", DateTimeKind.Unspecified)]
    public void Dates_withoutAConverter_areThoseOfRoundtripKind(string handling, DateTimeKind kind)
    {
        List<DateTime> times = [new DateTime(2024, 2, 29, 12, 30, 0, kind)];
        var zone = Enum.Parse<Newtonsoft.Json.DateTimeZoneHandling>(handling);
        JsonRows.From(times).ToJsonString(LikeNewtonsoft).Should()
            .Be(JsonConvert.SerializeObject(times, new NewtonsoftSettings { DateTimeZoneHandling = zone }));
    }

    private static readonly JsonSerializerOptions InFormat = new() { Converters = { new UtcTime() } };

    private static readonly JsonSerializerOptions InZone = new() { Converters = { new UtcZone() } };

    private static readonly JsonSerializerOptions LikeNewtonsoft =
        new() { Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    // <defaults>
    // JsonConvert.DefaultSettings = () => new JsonSerializerSettings
    // {
    //     ContractResolver = new CamelCasePropertyNamesContractResolver(), NullValueHandling = NullValueHandling.Ignore,
    // };
    public static class Json
    {
        public static JsonSerializerOptions Options { get; } = new(JsonSerializerDefaults.Web)
        {
            DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
            DictionaryKeyPolicy = JsonNamingPolicy.CamelCase, // CamelCasePropertyNamesContractResolver changes keys too
        };

        // For tables, readers and objects, but not for rows that are dictionaries or tokens: it leaves out their nulls.
        public static JsonRowOptions Rows { get; } = new(Options) { ColumnNamingPolicy = JsonNamingPolicy.CamelCase, OmitNulls = true };

        // For existing calls to JsonSerializer.
        public static JsonSerializerOptions Fast { get; } = Options.WithRowJson();
    }
    // </defaults>

    [Fact]
    public void Defaults_ofAnApplication_areOptionsThatEachCallIsGiven()
    {
        List<Outer> rows = [new() { Inner = new() }, new() { Inner = new() { Note = "x" } }];
        var settings = new NewtonsoftSettings
        {
            ContractResolver = new CamelCasePropertyNamesContractResolver(),
            NullValueHandling = Newtonsoft.Json.NullValueHandling.Ignore,
        };
        using var table = new DataTable();
        table.Columns.Add("UserId", typeof(int));
        table.Columns.Add("Note", typeof(string));
        table.Rows.Add(1, DBNull.Value);

        string before = JsonConvert.SerializeObject(rows, settings);

        before.Should().Be("""[{"inner":{}},{"inner":{"note":"x"}}]""");
        JsonRows.From(rows).ToJsonString(Json.Rows).Should().Be(before);
        JsonSerializer.Serialize(rows, Json.Fast).Should().Be(before);
        JsonRows.From(table).ToJsonString(Json.Rows).Should().Be(JsonConvert.SerializeObject(table, settings)).And.Be("""[{"userId":1}]""");
    }

    [Fact]
    public void Defaults_ofRowsThatAreDictionaries_keepNulls()
    {
        List<Dictionary<string, object?>> dictionaries = [new() { ["UserId"] = 1, ["Gone"] = null }];
        List<JObject> tokens = [JObject.Parse("""{"UserId":1,"Gone":null}""")];
        var settings = new NewtonsoftSettings
        {
            ContractResolver = new CamelCasePropertyNamesContractResolver(),
            NullValueHandling = Newtonsoft.Json.NullValueHandling.Ignore,
        };
        {
            // <defaults-dictionaries>
            string json = JsonRows.From(dictionaries).ToJsonString(Json.Options);
            // [{"userId":1,"gone":null}]
            // </defaults-dictionaries>

            json.Should().Be(Examples.Output("defaults-dictionaries")).And.Be(JsonConvert.SerializeObject(dictionaries, settings));
            JsonSerializer.Serialize(dictionaries, Json.Fast).Should().Be(json);
        }
        JsonRows.From(dictionaries).ToJsonString(Json.Rows).Should().Be("""[{"userId":1}]""");
        var withTokens = new JsonSerializerOptions(Json.Options) { Converters = { new JTokenConverter() } };
        JsonRows.From(tokens).ToJsonString(withTokens).Should().Be("""[{"UserId":1,"Gone":null}]""").And.Be(JsonConvert.SerializeObject(tokens, settings));
        JsonRows.From(tokens).ToJsonString(new JsonRowOptions(Json.Rows) { SerializerOptions = withTokens }).Should().Be("""[{"userId":1}]""");
    }

    [Theory]
    [InlineData(typeof(ItemsConverted), "*is not compatible with*")]
    [InlineData(typeof(TokensExtended), "The extension data property*")]
    public void Converters_thatTheSerializerRefuses_areClearExceptions(Type type, string message) =>
        FluentActions.Invoking(() => JsonSerializer.Serialize(Activator.CreateInstance(type), type, Json.Fast))
            .Should().Throw<InvalidOperationException>().WithMessage(message);

    private sealed class ItemsConverted
    {
        [JsonConverter(typeof(MoneyConverter))]
        public List<Money> Prices { get; set; } = [];
    }

    private sealed class TokensExtended
    {
        [JsonExtensionData]
        public IDictionary<string, JToken> Extra { get; set; } = new Dictionary<string, JToken>();
    }

    [DataContract]
    private sealed class OldContract
    {
        [DataMember]
        public int Id { get; init; }

        public string? Hidden { get; init; }
    }

    private sealed class OldField
    {
        [Newtonsoft.Json.JsonIgnore]
        public string Password = "secret";
    }

    private sealed class OldHidden
    {
        public int Id { get; init; }

        [Newtonsoft.Json.JsonProperty]
        internal string Region { get; init; } = "eu";
    }

    private sealed class Mailed
    {
        [System.Text.Json.Serialization.JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
        [Newtonsoft.Json.JsonProperty(NullValueHandling = Newtonsoft.Json.NullValueHandling.Ignore)]
        public string? Mail { get; init; }

        public bool ShouldSerializeMail() => true;
    }

    private sealed class Ordered
    {
        public string Name => "x";

        public int Id = 1;
    }

    private sealed class Team
    {
        public List<Team> Reports { get; } = [];
    }

    private sealed class OldAccount
    {
        public int Id { get; init; }

        [Newtonsoft.Json.JsonIgnore]
        public string? Password { get; init; }

        [Newtonsoft.Json.JsonProperty("mail")]
        public string? Mail { get; init; }
    }

    private sealed class OldMoneyConverter : Newtonsoft.Json.JsonConverter<Money>
    {
        public override void WriteJson(Newtonsoft.Json.JsonWriter writer, Money value, Newtonsoft.Json.JsonSerializer serializer) =>
            writer.WriteValue(string.Create(CultureInfo.InvariantCulture, $"{value.Amount} {value.Currency}"));

        public override Money ReadJson(
            Newtonsoft.Json.JsonReader reader, Type objectType, Money existingValue, bool hasExistingValue, Newtonsoft.Json.JsonSerializer serializer) =>
            throw new NotSupportedException();
    }

    private sealed class Noted
    {
        public int Id { get; init; }

        public string? Note { get; init; }

        public bool ShouldSerializeNote() => Note != "internal";
    }

    private sealed class Outer
    {
        public Inner? Inner { get; init; }
    }

    private sealed class Inner
    {
        public string? Note { get; init; }
    }

    private sealed class Fields
    {
        public int Id = 1;
    }

    private sealed class Employee
    {
        public string? Name { get; init; }

        public Employee? Manager { get; set; }
    }
}
