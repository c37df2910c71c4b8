using System.Data;
using System.Data.Common;
using System.Globalization;
using System.Reflection;
using NpgsqlTypes;

namespace RowJson.Tests;

/// <summary>The examples and the tables of docs/options.md.</summary>
public class OptionsDocumentTests
{
    private static readonly CodeExamples Examples = new("tests", "RowJson.Tests", "Documentation", "OptionsDocumentTests.cs");
    private static readonly List<User> Users = [new(1, "Ada", "secret"), new(2, null, "also secret")];

    private sealed record User(int Id, string? Name, string Password);

    public static TheoryData<string> Options =>
    [
        .. typeof(JsonRowOptions).GetProperties(BindingFlags.Public | BindingFlags.Instance)
            .Where(property => property.SetMethod is { IsPublic: true }).Select(property => property.Name),
    ];

    [Fact]
    public void Document_codeBlocks_areTheExamples() => CodeExamples.Blocks("docs", "options.md").Should().Equal(Examples.All);

    [Theory]
    [MemberData(nameof(Options))]
    public void Table_option_hasItsDefaultValue(string name) =>
        Rows().Should().ContainSingle(row => row[0] == $"`{name}`").Which[1].Should().Be($"`{DefaultOf(name)}`");

    [Fact]
    public void Table_options_areThoseOfTheClass() => Rows().Should().HaveCount(Options.Count);

    [Fact]
    public void Example_options_areKept()
    {
        List<User> users = Users;

        // <export>
        // private static readonly JsonRowOptions Export = …
        var export = new JsonRowOptions(JsonRowOptions.Web) // copies another instance
        {
            Format = JsonRowFormat.ArrayWithLineBreaks,
            OmitNulls = true,
            ColumnFilter = column => column.Name != "password", // the name that the contract gives it
        };

        string json = JsonRows.From(users).ToJsonString(export);
        // [{"id":1,"name":"Ada"},
        // {"id":2}]
        // </export>

        json.Should().Be(Examples.Output("export"));
    }

    [Fact]
    public void Example_narrow_writesTheColumnsThatAreNamed()
    {
        List<User> users = Users;

        // <narrow>
        JsonRowOptions narrow = JsonRowOptions.Web.WithColumns("id", "name"); // keep it, as all options

        string some = JsonRows.From(users).ToJsonString(narrow);
        // [{"id":1,"name":"Ada"},{"id":2,"name":null}]
        // </narrow>

        some.Should().Be(Examples.Output("narrow"));
    }

    [Fact]
    public void Example_allowed_refusesOtherColumns()
    {
        Choose("id").Should().NotBeNull();
        FluentActions.Invoking(() => Choose("id,password")).Should().Throw<ArgumentException>()
            .WithMessage("'password' is none of the columns of these options: id, name.*");

        static JsonRowOptions Choose(string fields)
        {
            // <allowed>
            JsonRowOptions allowed = JsonRowOptions.Web.WithColumns("id", "name");
            JsonRowOptions wanted = allowed.WithColumns(fields.Split(',')); // 'password' is none of the columns of these options: id, name.
            // </allowed>
            return wanted;
        }
    }

    [Fact]
    public void Example_converting_writesWhatTheFunctionsReturn()
    {
        using var table = new DataTable();
        table.Columns.Add("id", typeof(int));
        table.Columns.Add("cents", typeof(int));
        table.Rows.Add(1, 320);
        using DbDataReader reader = table.CreateDataReader();

        // <converting>
        var converting = new JsonRowOptions
        {
            ColumnConverter = column => column switch
            {
                { DataTypeName: "interval" } => cell => cell.GetValue<NpgsqlInterval>().ToString(),
                { Name: "cents" } => cell => cell.GetValue<int>() / 100m,
                _ => null, // written as they are
            },
        };

        string prices = JsonRows.From(reader).ToJsonString(converting);
        // [{"id":1,"cents":3.2}]
        // </converting>

        prices.Should().Be(Examples.Output("converting"));
    }

    [Fact]
    public async Task Example_lenient_countsWhatItReplaced()
    {
        using var table = new DataTable();
        table.Columns.Add("value", typeof(object));
        table.Rows.Add(typeof(int));
        using DbDataReader reader = table.CreateDataReader();
        using var stream = new MemoryStream();

        // <lenient>
        var lenient = new JsonRowOptions { UnwritableHandling = JsonUnwritableHandling.Null }; // or Text

        JsonRowResult result = await JsonRows.From(reader).WriteToAsync(stream, lenient);
        if (result.ReplacedCells > 0) Console.Error.WriteLine($"{result.ReplacedCells} cells are null that have a value.");
        // </lenient>

        result.ReplacedCells.Should().Be(1);
        stream.ToArray().Should().Equal("""[{"value":null}]"""u8.ToArray());
    }

    private static string DefaultOf(string name)
    {
        if (name == nameof(JsonRowOptions.SerializerOptions)) return "JsonSerializerOptions.Default";
        object? value = typeof(JsonRowOptions).GetProperty(name)!.GetValue(JsonRowOptions.Default);
        if (value is bool) return value is true ? "true" : "false";
        if (value is System.Collections.IEnumerable list and not string) return list.Cast<object>().Any() ? "?" : "[]";
        return Convert.ToString(value, CultureInfo.InvariantCulture) is { Length: > 0 } text ? text : "null";
    }

    /// <summary>Of all tables: there is one for each group of options.</summary>
    private static IEnumerable<string[]> Rows() => File.ReadLines(RepositoryFolder.Combine("docs", "options.md"))
        .Where(line => line.StartsWith("| `", StringComparison.Ordinal))
        .Select(line => line.Split('|', StringSplitOptions.TrimEntries)[1..^1]);
}
