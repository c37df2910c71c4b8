using System.Runtime.CompilerServices;

namespace RowJson;

/// <summary>For which types generic code can be had at run time.</summary>
internal static class GenericArguments
{
    /// <summary>
    /// Any type where code can be made. Without it, reference types: they share code that is compiled ahead. Value types have code of
    /// their own.
    /// </summary>
    public static bool CanBe(Type type) => RuntimeFeature.IsDynamicCodeSupported || !type.IsValueType;
}
