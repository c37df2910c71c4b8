using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace RowJson.Analyzers;

/// <summary>What a statement computes and drops.</summary>
internal static class DroppedValues
{
    /// <summary>The value without conversions, and without the check for null in front of <c>?.</c>.</summary>
    public static IOperation Of(IOperation value)
    {
        while (true)
        {
            value = InnerValues.Of(value);
            if (value is IConditionalAccessOperation access) value = access.WhenNotNull;
            else return value;
        }
    }
}
