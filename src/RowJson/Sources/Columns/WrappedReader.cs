namespace RowJson;

// Readers that pass each call on to another one, and say to which.
internal static class WrappedReader
{
    private const string DapperNamespace = "Dapper";
    private const string DapperInterface = DapperNamespace + ".IWrappedDataReader";

    // The reader that the cells come from: what a reader wraps, or itself. It has types of columns and getters of the provider's.
    public static DbDataReader InnermostOf(DbDataReader reader)
    {
        while (InnerOf(reader) is { } inner && !ReferenceEquals(inner, reader)) reader = inner;
        return reader;
    }

    private static DbDataReader? InnerOf(DbDataReader reader) => reader is IServiceProvider offer
        ? offer.GetService(typeof(DbDataReader)) as DbDataReader
        : reader.GetType().Namespace == DapperNamespace ? InnerOfDappers(reader) : null;

    // Dapper's interface, which cannot be named without a reference to Dapper.
    [UnconditionalSuppressMessage("Trimming", "IL2075", Justification = "A reader whose interface is trimmed away is read by its getters.")]
    private static DbDataReader? InnerOfDappers(DbDataReader reader) =>
        reader.GetType().GetInterface(DapperInterface)?.GetProperty("Reader")?.GetValue(reader) as DbDataReader;
}
