using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Simplification;

namespace RowJson.CodeFixes;

/// <summary>The attributes of System.Text.Json that say the same as one that Newtonsoft.Json obeys.</summary>
internal static class Counterparts
{
    private const string Serializer = "global::System.Text.Json.Serialization.";

    /// <summary>None for those that need a decision, such as a converter.</summary>
    public static IEnumerable<AttributeListSyntax> Of(AttributeSyntax attribute)
    {
        string name = attribute.Name switch
        {
            QualifiedNameSyntax { Right: var last } => last.Identifier.Text,
            AliasQualifiedNameSyntax { Name: var last } => last.Identifier.Text,
            _ => attribute.Name.ToString(),
        };
        if (name.EndsWith("Attribute", StringComparison.Ordinal)) name = name.Substring(0, name.Length - "Attribute".Length);
        return name switch
        {
            "JsonIgnore" or "IgnoreDataMember" => [List("JsonIgnore")],
            "JsonProperty" or "DataMember" => OfProperty(attribute),
            "EnumMember" => [.. Arguments(attribute, "Value").Select(static it => List($"JsonStringEnumMemberName({it})"))],
            _ => [],
        };
    }

    /// <summary>The attributes that the member can have and does not have yet: none of them may be repeated.</summary>
    public static IEnumerable<AttributeListSyntax> Missing(IEnumerable<AttributeListSyntax> lists, ISymbol? member)
    {
        var taken = new HashSet<string>(
            (member?.GetAttributes() ?? []).Select(static it => "global::" + it.AttributeClass?.ToDisplayString()));
        ITypeSymbol? type = (member as IPropertySymbol)?.Type ?? (member as IFieldSymbol)?.Type;
        bool isNeverNull = type is { IsValueType: true, OriginalDefinition.SpecialType: not SpecialType.System_Nullable_T };
        return [.. lists.Where(list => !(isNeverNull && list.ToString().Contains("WhenWritingNull")))
            .Where(list => taken.Add(list.Attributes[0].Name + "Attribute"))];
    }

    /// <summary>The member, or the parameter of a record that declares one, with more attributes.</summary>
    public static SyntaxNode With(SyntaxNode declaration, IEnumerable<AttributeListSyntax> lists) => declaration switch
    {
        ParameterSyntax parameter => parameter.AddAttributeLists([.. lists.Select(it => Beside(OfProperty(it), parameter.AttributeLists))]),
        MemberDeclarationSyntax member => member.AddAttributeLists([.. lists.Select(it => Beside(it, member.AttributeLists))]),
        _ => declaration,
    };

    /// <summary>Each on a line of its own, after those that are there.</summary>
    private static AttributeListSyntax Beside(AttributeListSyntax list, SyntaxList<AttributeListSyntax> lists)
    {
        AttributeListSyntax last = lists.Last();
        SyntaxTrivia end = last.GetTrailingTrivia().FirstOrDefault(static it => it.IsKind(SyntaxKind.EndOfLineTrivia));
        if (end == default) return list.WithTrailingTrivia(SyntaxFactory.Space);
        return list.WithTrailingTrivia(end).WithLeadingTrivia(
            last.GetLeadingTrivia().Reverse().TakeWhile(static it => it.IsKind(SyntaxKind.WhitespaceTrivia)));
    }

    private static AttributeListSyntax OfProperty(AttributeListSyntax list) => list.WithTarget(
        SyntaxFactory.AttributeTargetSpecifier(SyntaxFactory.Token(SyntaxKind.PropertyKeyword))
            .WithColonToken(SyntaxFactory.Token(SyntaxKind.ColonToken).WithTrailingTrivia(SyntaxFactory.Space)));

    private static IEnumerable<ExpressionSyntax> Arguments(AttributeSyntax attribute, string name) =>
        (attribute.ArgumentList?.Arguments ?? default).Where(it => it.NameEquals?.Name.Identifier.Text == name)
            .Select(static it => it.Expression);

    private static bool IsHidden(AttributeSyntax attribute) =>
        attribute.FirstAncestorOrSelf<MemberDeclarationSyntax>() is (PropertyDeclarationSyntax or FieldDeclarationSyntax)
            and { Parent: not InterfaceDeclarationSyntax } member && !member.Modifiers.Any(SyntaxKind.PublicKeyword);

    private static IEnumerable<AttributeListSyntax> OfProperty(AttributeSyntax attribute)
    {
        if (IsHidden(attribute)) yield return List("JsonInclude");
        foreach (AttributeArgumentSyntax argument in attribute.ArgumentList?.Arguments ?? default)
        {
            string? property = argument.NameEquals?.Name.Identifier.Text;
            if (property is null or "PropertyName" or "Name") yield return List($"JsonPropertyName({argument.Expression})");
            string value = argument.Expression.ToString();
            bool omits = value.Substring(value.LastIndexOf('.') + 1) is "Ignore" or "IgnoreAndPopulate";
            if (omits && property == "NullValueHandling") yield return Ignore("WhenWritingNull");
            if (property == "EmitDefaultValue" && value == "false") yield return Ignore("WhenWritingDefault");
            if (omits && property == "DefaultValueHandling") yield return Ignore("WhenWritingDefault");
        }
    }

    private static AttributeListSyntax Ignore(string condition) =>
        List($"JsonIgnore(Condition = {Serializer}JsonIgnoreCondition.{condition})");

    private static AttributeListSyntax List(string attribute)
    {
        var code = (ClassDeclarationSyntax)SyntaxFactory.ParseMemberDeclaration($"[{Serializer}{attribute}] class C;")!;
        AttributeListSyntax list = code.AttributeLists[0];
        return list.ReplaceNodes(
            list.DescendantNodes().Where(static it => it is QualifiedNameSyntax or MemberAccessExpressionSyntax),
            static (_, it) => it.WithAdditionalAnnotations(Simplifier.Annotation));
    }
}
