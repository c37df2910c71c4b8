using System.Reflection;
using System.Xml.Linq;

namespace RowJson.Tests;

/// <summary>The documentation file that the package carries: build/PublicDocumentation.targets keeps the public API in it.</summary>
public class DocumentationTests
{
    private const BindingFlags Declared =
        BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;

    private static readonly Assembly RowJson = typeof(JsonRows).Assembly;
    private static readonly XElement Members = XDocument.Load(Path.ChangeExtension(RowJson.Location, ".xml")).Root!.Element("members")!;
    private static readonly string[] Ids = [.. Members.Elements().Select(member => member.Attribute("name")!.Value)];

    [Fact]
    public void File_members_arePublic() => Ids.Should().NotBeEmpty().And.OnlyContain(id => IsVisible(id));

    [Fact]
    public void File_publicTypes_areAllDocumented() =>
        Ids.Where(id => id.StartsWith("T:", StringComparison.Ordinal))
            .Should().BeEquivalentTo(RowJson.GetExportedTypes().Select(type => "T:" + type.FullName));

    [Fact]
    public void File_references_areToMembersOfTheFile() =>
        Members.Descendants().Select(element => element.Attribute("cref")?.Value)
            .Where(id => id?[1..].StartsWith(":RowJson.", StringComparison.Ordinal) == true)
            .Should().BeSubsetOf(Ids);

    [Fact]
    public void File_summaries_areOfOneOrTwoSentences() =>
        Members.Descendants("summary").Select(summary => summary.Value.Trim())
            .Should().OnlyContain(text => text.Split(". ", StringSplitOptions.TrimEntries).Length <= 2);

    private static bool IsVisible(string id)
    {
        string path = id[2..].Split('(')[0];
        if (id.StartsWith("T:", StringComparison.Ordinal)) return RowJson.GetType(path, throwOnError: true)!.IsVisible;

        int dot = path.LastIndexOf('.');
        Type type = RowJson.GetType(path[..dot], throwOnError: true)!;
        string name = path[(dot + 1)..].Split("``")[0].Replace('#', '.');
        MemberInfo[] members = type.GetMember(name, Declared);
        // Of overloads the one whose parameters have the types that the identifier names.
        if (members.Length > 1) members = [.. members.Where(member => HasParameters((MethodBase)member, id))];
        return type.IsVisible && members.Length > 0 && Array.TrueForAll(members, IsVisible);
    }

    private static bool HasParameters(MethodBase method, string id)
    {
        string[] types = [.. method.GetParameters().Select(parameter => Identifier(parameter.ParameterType))];
        return id.EndsWith(types.Length == 0 ? method.Name.Replace('.', '#') : $"({string.Join(',', types)})", StringComparison.Ordinal);
    }

    private static string Identifier(Type type)
    {
        if (type.IsGenericParameter) return (type.DeclaringMethod is null ? "`" : "``") + type.GenericParameterPosition;
        if (!type.IsGenericType) return type.FullName!;
        string name = type.GetGenericTypeDefinition().FullName!.Split('`')[0];
        return $"{name}{{{string.Join(',', type.GetGenericArguments().Select(Identifier))}}}";
    }

    private static bool IsVisible(MemberInfo member) => member switch
    {
        PropertyInfo property => property.GetAccessors(nonPublic: true).Any(IsVisible),
        FieldInfo field => field.IsPublic || field.IsFamily || field.IsFamilyOrAssembly,
        MethodBase method => method.IsPublic || method.IsFamily || method.IsFamilyOrAssembly,
        _ => false,
    };
}
