using System.Data;
using System.Globalization;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using Newtonsoft.Json.Serialization;
using JsonConvert = Newtonsoft.Json.JsonConvert;
using NewtonsoftSettings = Newtonsoft.Json.JsonSerializerSettings;

namespace RowJson.Tests;

/// <summary>The examples and tables of docs/coming-from-newtonsoft.md, beside what Newtonsoft.Json writes.</summary>
public class ComingFromNewtonsoftTests
{
    private static readonly string[] Document = ["docs", "coming-from-newtonsoft.md"];
    private static readonly CodeExamples Examples = new("tests", "RowJson.Tests", "Documentation", "ComingFromNewtonsoftTests.cs");

    /// <summary>A value for each row of the table of differences.</summary>
    private static readonly Dictionary<string, object> Values = new()
    {
        ["`double` 5"] = 5.0,
        ["`float` 5"] = 5f,
        ["`decimal` 5"] = 5m,
        ["`decimal` 1.10"] = 1.10m,
        ["`double` 1e300"] = 1e300,
        ["`double` NaN"] = double.NaN,
        ["`string` with HTML"] = "<b>&'+",
        ["`string` with a quote"] = "say \"hi\"",
        ["`string` with letters"] = "Cádiz 日本",
        ["`string` with an emoji"] = "😀",
        ["`Int128` 5"] = (Int128)5,
        ["`Half` 0.5"] = (Half)0.5,
        ["`TimeOnly` with a fraction"] = new TimeOnly(12, 30, 0, 5),
        ["`DateTime`"] = new DateTime(2024, 2, 29, 12, 30, 0, DateTimeKind.Unspecified).AddMilliseconds(120),
        ["`DateTimeOffset`"] = new DateTimeOffset(2024, 2, 29, 12, 30, 0, TimeSpan.FromHours(2)),
        ["`DateOnly`"] = new DateOnly(2024, 2, 29),
        ["`TimeSpan`"] = new TimeSpan(1, 2, 3, 4),
        ["`Guid`"] = new Guid("00112233-4455-6677-8899-aabbccddeeff"),
        ["`byte[]`"] = new byte[] { 251, 255, 1 },
        ["`enum`"] = DayOfWeek.Friday,
        ["`DBNull`"] = DBNull.Value,
    };

    public static TheoryData<string, string, string> Differences
    {
        get
        {
            var data = new TheoryData<string, string, string>();
            const string heading = "| value | Newtonsoft.Json 13 | RowJson | RowJson with the options below |";
            foreach (string[] row in CodeExamples.Table(heading, Document))
                data.Add(row[0], row[1], row[2] + "|" + row[3]);
            return data;
        }
    }

    /// <summary>That of controllers needs a service.</summary>
    [Fact]
    public void Document_codeBlocks_areTheExamples() => CodeExamples.Blocks(Document).Should().Equal(
    [
        .. Examples.All, .. NewtonsoftSectionsTests.Examples.All,
        .. new CodeExamples("tests", "RowJson.AspNetCore.Tests", "NewtonsoftDocumentTests.cs").All,
    ]);

    [Fact]
    public void Document_differences_areOfAllValues() => Differences.Select(row => row[0]).Should().Equal(Values.Keys);

    [Theory]
    [MemberData(nameof(Differences))]
    public void Document_difference_isWhatBothWrite(string name, string newtonsoft, string rowJson)
    {
        using DataTable table = Table(Values[name]);
        Cell(() => JsonConvert.SerializeObject(table)).Should().Be(newtonsoft);
        string plain = Cell(() => JsonRows.From(table).ToJsonString());
        string likeNewtonsoft = Cell(() => JsonRows.From(table).ToJsonString(LikeNewtonsoft));
        $"{plain}|{likeNewtonsoft}".Should().Be(rowJson);
    }

    [Fact]
    public void Table_examples_writeWhatTheySay()
    {
        using var table = new DataTable();
        table.Columns.Add("id", typeof(int));
        table.Columns.Add("price", typeof(double));
        table.Columns.Add("note", typeof(string));
        table.Rows.Add(1, 5.0, "<new>");

        // <table-before>
        string before = JsonConvert.SerializeObject(table);
        // [{"id":1,"price":5.0,"note":"<new>"}]
        // </table-before>

        // <table-after>
        string after = JsonRows.From(table).ToJsonString();
        // [{"id":1,"price":5,"note":"\u003Cnew\u003E"}]
        // </table-after>

        before.Should().Be(Examples.Output("table-before"));
        after.Should().Be(Examples.Output("table-after"));
        JsonRows.From(table).ToJsonString(LikeNewtonsoft).Should().Be(before);
    }

    // <options>
    private static readonly JsonRowOptions LikeNewtonsoft = new(
        new JsonSerializerOptions
        {
            Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping, // only for output that no HTML page embeds
            Converters = { new DoubleWithPlace() }, // only if a reader tells 5.0 from 5
        })
    {
        NonFiniteHandling = JsonNonFiniteHandling.NamedLiterals,
    };

    private sealed class DoubleWithPlace : JsonConverter<double>
    {
        // Text as well, where the options accept it, as those of the web do.
        public override double Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            reader.TokenType == JsonTokenType.String && options.NumberHandling.HasFlag(JsonNumberHandling.AllowReadingFromString)
                ? double.Parse(reader.GetString()!, CultureInfo.InvariantCulture)
                : reader.GetDouble();

        public override void Write(Utf8JsonWriter writer, double value, JsonSerializerOptions options)
        {
            string text = value.ToString(CultureInfo.InvariantCulture);
            if (!double.IsFinite(value)) writer.WriteStringValue(text);
            else writer.WriteRawValue(text.AsSpan().IndexOfAny('.', 'E') < 0 ? text + ".0" : text);
        }
    }
    // </options>

    [Fact]
    public void Doubles_ofObjects_areThoseOfNewtonsoft()
    {
        List<Measured> rows = [new(5, double.NaN), new(-0.0, double.NegativeInfinity), new(1e300, 0.5)];
        JsonRows.From(rows).ToJsonString(LikeNewtonsoft).Should().Be(JsonConvert.SerializeObject(rows)).And.StartWith("""[{"A":5.0,"B":"NaN"}""");
    }

    [Fact]
    public void Doubles_asText_areReadWhereTheOptionsAcceptThem()
    {
        JsonSerializer.Deserialize<double[]>("""["5.5",1]""", OfWeb).Should().Equal(5.5, 1);
        FluentActions.Invoking(() => JsonSerializer.Deserialize<double>("\"5.5\"", LikeNewtonsoft.SerializerOptions)).Should().Throw<Exception>();
    }

    private static readonly JsonSerializerOptions OfWeb = new(JsonSerializerDefaults.Web) { Converters = { new DoubleWithPlace() } };

    [Fact]
    public void Enumerations_ofATable_areNumbersWithBoth()
    {
        using DataTable table = Table(DayOfWeek.Friday);
        JsonConvert.SerializeObject(table, new Newtonsoft.Json.Converters.StringEnumConverter()).Should().Be("""[{"v":5}]""");
        var serializer = new JsonSerializerOptions { Converters = { new JsonStringEnumConverter() } };
        JsonRows.From(table).ToJsonString(new JsonRowOptions(serializer)).Should().Be("""[{"v":5}]""");
    }

    [Fact]
    public void Rows_deleted_areLeftOut()
    {
        using DataTable table = Table(1);
        table.Rows.Add(2);
        table.AcceptChanges();
        table.Rows[0].Delete();
        table.Invoking(JsonConvert.SerializeObject).Should().Throw<DeletedRowInaccessibleException>();
        JsonRows.From(table).ToJsonString().Should().Be("""[{"v":2}]""");
    }

    [Fact]
    public void Tables_nested_areAFailure()
    {
        using DataTable inner = Table(1);
        using DataTable outer = Table(inner);
        JsonConvert.SerializeObject(outer).Should().Be("""[{"v":[{"v":1}]}]""");
        JsonRows.From(outer).Invoking(rows => rows.ToJsonString()).Should().Throw<JsonRowException>().Which.ColumnName.Should().Be("v");
    }

    public static TheoryData<NewtonsoftSettings, JsonRowOptions> Settings => new()
    {
        { new() { NullValueHandling = Newtonsoft.Json.NullValueHandling.Ignore }, new() { OmitNulls = true } },
        {
            new() { ContractResolver = new CamelCasePropertyNamesContractResolver() },
            new() { ColumnNamingPolicy = JsonNamingPolicy.CamelCase }
        },
        { new() { Formatting = Newtonsoft.Json.Formatting.Indented }, new(new JsonSerializerOptions { WriteIndented = true }) },
    };

    [Theory]
    [MemberData(nameof(Settings))]
    public void Document_settings_haveTheSameBytes(NewtonsoftSettings settings, JsonRowOptions options)
    {
        using var table = new DataTable();
        table.Columns.Add("UserId", typeof(int));
        table.Columns.Add("Note", typeof(string));
        table.Rows.Add(1, "x");
        table.Rows.Add(2, DBNull.Value);
        JsonRows.From(table).ToJsonString(options).Should().Be(JsonConvert.SerializeObject(table, settings))
            .And.NotBe(JsonConvert.SerializeObject(table), "the setting changes something");
    }

    [Fact]
    public void Objects_declaredAsABase_areWrittenAsThat()
    {
        List<Animal> animals = [new Dog { Name = "Rex", Secret = "pw" }];
        JsonConvert.SerializeObject(animals).Should().Be("""[{"Secret":"pw","Name":"Rex"}]""");
        JsonRows.From(animals).ToJsonString().Should().Be("""[{"Name":"Rex"}]""");
        JsonRows.From<object>(animals).ToJsonString().Should().Be("""[{"Secret":"pw","Name":"Rex"}]""");
    }

    private static DataTable Table(object value)
    {
        var table = new DataTable();
        table.Columns.Add("v", value is DBNull ? typeof(string) : value.GetType());
        table.Rows.Add(value);
        return table;
    }

    /// <summary>The cell of a table with one, as the document shows it.</summary>
    private static string Cell(Func<string> write)
    {
        try
        {
            string json = write();
            return $"`{json["""[{"v":""".Length..^"}]".Length]}`";
        }
        catch (JsonRowException)
        {
            return "failure";
        }
    }

    private sealed record Measured(double A, double B);

    private class Animal
    {
        public string? Name { get; init; }
    }

    private sealed class Dog : Animal
    {
        public string? Secret { get; init; }
    }
}
