namespace RowJson;

// For which types generic code can be had at run time.
internal static class GenericArguments
{
    // Any type where code can be made. Without it, reference types: they share code that is compiled ahead. Value types have code of their
    // own.
    public static bool CanBe(Type type) => RuntimeFeature.IsDynamicCodeSupported || !type.IsValueType;
}
