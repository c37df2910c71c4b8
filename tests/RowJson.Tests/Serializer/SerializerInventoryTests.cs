using System.Reflection;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using System.Text.RegularExpressions;

namespace RowJson.Tests;

/// <summary>
/// What the serializer offers to those who configure it is decided in RowJson, one by one: what a new version of it adds fails here, and
/// is added to a table of <see cref="SerializerInventory"/>.
/// </summary>
public class SerializerInventoryTests
{
    private static readonly Dictionary<string, (string[] Offered, Decision[] Decisions)> Tables = new()
    {
        [nameof(SerializerInventory.Options)] = (PropertiesOf(typeof(JsonSerializerOptions)), SerializerInventory.Options),
        [nameof(SerializerInventory.Contracts)] =
            ([.. PropertiesOf(typeof(JsonTypeInfo)).Union(PropertiesOf(typeof(JsonTypeInfo<>)))], SerializerInventory.Contracts),
        [nameof(SerializerInventory.Properties)] = (PropertiesOf(typeof(JsonPropertyInfo)), SerializerInventory.Properties),
        [nameof(SerializerInventory.Polymorphism)] = (PropertiesOf(typeof(JsonPolymorphismOptions)), SerializerInventory.Polymorphism),
        [nameof(SerializerInventory.WriterStyle)] = (PropertiesOf(typeof(JsonWriterOptions)), SerializerInventory.WriterStyle),
        [nameof(SerializerInventory.Kinds)] = (Enum.GetNames<JsonTypeInfoKind>(), SerializerInventory.Kinds),
        [nameof(SerializerInventory.Attributes)] = (
            [
                .. typeof(JsonAttribute).Assembly.GetExportedTypes()
                    .Where(type => type.IsAssignableTo(typeof(Attribute)) && type.Namespace == typeof(JsonAttribute).Namespace)
                    .Select(type => type.Name),
            ],
            SerializerInventory.Attributes),
    };

    private static readonly string[] Files = Directory.GetFiles(RepositoryFolder.Combine("src", "RowJson"), "*.cs", SearchOption.AllDirectories);

    public static TheoryData<string> Names => [.. Tables.Keys];

    [Theory]
    [MemberData(nameof(Names))]
    public void Table_everythingOffered_isDecided(string table)
    {
        (string[] offered, Decision[] decisions) = Tables[table];

        offered.Except(decisions.Select(it => it.Name)).Should().BeEmpty(
            "System.Text.Json {0} offers it: add it to SerializerInventory.{1} in tests/RowJson.Tests/Serializer/SerializerInventory.cs, with the "
            + "file of src/RowJson that decides about it, or why nothing has to",
            typeof(JsonSerializer).Assembly.GetName().Version, table);
        decisions.Select(it => it.Name).Should().OnlyHaveUniqueItems();
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Table_files_existAndNameIt(string table)
    {
        foreach (Decision decision in Tables[table].Decisions)
        {
            if (decision.File is null)
            {
                decision.Reason.Should().NotBeNullOrEmpty("{0} of SerializerInventory.{1}", decision.Name, table);
                continue;
            }
            string file = Files.Should().ContainSingle(it => Path.GetFileName(it) == decision.File, "SerializerInventory.{0} names it", table).Which;
            string name = decision.Name.EndsWith("Attribute", StringComparison.Ordinal) ? decision.Name[..^"Attribute".Length] : decision.Name;
            Regex.IsMatch(File.ReadAllText(file), $@"\b{name}(Attribute)?\b").Should().BeTrue(
                "SerializerInventory.{0} says that {1} decides about {2}: name the file that does", table, decision.File, decision.Name);
        }
    }

    private static string[] PropertiesOf(Type type) =>
    [
        .. type.GetProperties(BindingFlags.Public | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly)
            .Select(property => property.Name),
    ];
}
