using Microsoft.CodeAnalysis;

namespace RowJson.Analyzers;

/// <summary>An attribute that Newtonsoft.Json obeys, and what it is on.</summary>
internal sealed class NewtonsoftAttribute(AttributeData attribute, string on)
{
    /// <summary>Such as <c>[JsonIgnore] of 'Order.Password'</c>.</summary>
    public string Text { get; } = $"[{attribute.AttributeClass!.Name.Replace("Attribute", "")}] of '{on}'";

    /// <summary>Null where it is in another assembly.</summary>
    public Location? Place { get; } =
        attribute.ApplicationSyntaxReference is { } syntax ? syntax.SyntaxTree.GetLocation(syntax.Span) : null;
}
