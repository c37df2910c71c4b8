using Microsoft.CodeAnalysis;

namespace RowJson.Analyzers;

/// <summary>An attribute that Newtonsoft.Json obeys, and what it is on.</summary>
internal sealed class NewtonsoftAttribute(AttributeData attribute, string on, IPropertySymbol? member = null)
{
    /// <summary>Such as <c>[JsonIgnore] of 'Order.Password'</c>.</summary>
    public string Text { get; } = $"[{attribute.AttributeClass!.Name.Replace("Attribute", "")}] of '{on}'";

    /// <summary>Where the attribute is; null if that is another assembly, or if a counterpart would not do the same.</summary>
    public Location? Place { get; } = attribute.ApplicationSyntaxReference is { } syntax && (member is null || IsEnough(attribute, member))
        ? syntax.SyntaxTree.GetLocation(syntax.Span)
        : null;

    /// <summary>
    /// The serializer does not see what is on an overridden property, and writes that property as well if it has another name.
    /// </summary>
    private static bool IsEnough(AttributeData attribute, IPropertySymbol member) => member.GetAttributes().Contains(attribute)
        && (!member.IsOverride || attribute.AttributeClass!.Name is "JsonIgnoreAttribute" or "IgnoreDataMemberAttribute");
}
