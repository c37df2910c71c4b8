using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace RowJson.Analyzers;

/// <summary>What is inside conversions, and inside parentheses, which are operations in Visual Basic.</summary>
internal static class InnerValues
{
    public static IOperation Of(IOperation value)
    {
        while (true)
        {
            if (value is IConversionOperation conversion) value = conversion.Operand;
            else if (value is IParenthesizedOperation parentheses) value = parentheses.Operand;
            else return value;
        }
    }
}
