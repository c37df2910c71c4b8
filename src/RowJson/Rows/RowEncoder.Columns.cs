namespace RowJson;

// Rows with columns.
internal sealed partial class RowEncoder
{
    // No converter and no setting concerns a string, an integer, a double or bytes: who reads them in another way gets the bytes of their
    // getters.
    public bool TakesReadCells =>
        WritesDirectly
        && KindOf(typeof(string)) == CellKind.String && KindOf(typeof(long)) == CellKind.Int64
        && KindOf(typeof(double)) == CellKind.Double && KindOf(typeof(byte[])) == CellKind.Bytes;
}
