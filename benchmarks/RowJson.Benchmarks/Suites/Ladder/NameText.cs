namespace RowJson.Benchmarks;

/// <summary>Names as <c>,"name":</c>, each made once. The comma of a row's first name is left out.</summary>
internal sealed class NameText(TokenText text)
{
    private readonly Dictionary<string, byte[]> _names = [];

    public byte[] Find(string name)
    {
        if (!_names.TryGetValue(name, out byte[]? encoded))
        {
            encoded = [(byte)',', .. text.Quote(name), (byte)':'];
            _names.Add(name, encoded);
        }
        return encoded;
    }
}
