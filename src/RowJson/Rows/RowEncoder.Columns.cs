namespace RowJson;

// Rows with columns.
internal sealed partial class RowEncoder
{
    // No converter and no setting concerns a string, an integer, a double or bytes: who reads them in another way gets the bytes of their
    // getters.
    public bool TakesReadCells =>
        WritesDirectly && !ConvertsColumn(typeof(string)) && !ConvertsColumn(typeof(long)) && !ConvertsColumn(typeof(double))
        && !ConvertsColumn(typeof(byte[]));
}
