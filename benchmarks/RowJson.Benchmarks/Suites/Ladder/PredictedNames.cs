namespace RowJson.Benchmarks;

/// <summary>
/// Predicts that the name at a position is that of the row before; after a wrong prediction the name is looked up and remembered.
/// </summary>
internal sealed class PredictedNames(NameText names)
{
    private readonly List<(string Name, byte[] Encoded)> _lastRow = [];

    public byte[] Find(int position, string name) =>
        position < _lastRow.Count && ReferenceEquals(_lastRow[position].Name, name) ? _lastRow[position].Encoded : Learn(position, name);

    private byte[] Learn(int position, string name)
    {
        byte[] encoded = names.Find(name);
        if (position < _lastRow.Count)
            _lastRow[position] = (name, encoded);
        else
            _lastRow.Add((name, encoded));
        return encoded;
    }
}
