using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace RowJson.Analyzers;

/// <summary>What is in conversions, and in the parentheses that Visual Basic has as operations.</summary>
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
