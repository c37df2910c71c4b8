namespace RowJson;

// Rows of documents whose cells are renamed or left out: their names are compared as UTF-8, without a string.
internal sealed class PropertyRows(RowEncoder encoder)
{
    private readonly NameSpellings _spellings = new();
    private readonly NameDecoder _names = new();

    // isWritten: the serializer has written the row's text. If it were copied as an element's text, its plus signs would be escaped.
    public void Write(JsonElement row, bool isWritten)
    {
        NameLookup names = encoder.ColumnLookup;
        int position = encoder.BeginObjectRow(out int start);
        PredictedName? expected = names.Predictor.FirstIn(NamePredictor.Root);
        int previous = NamePredictor.Root;
        foreach (JsonProperty property in row.EnumerateObject())
        {
            ReadOnlySpan<byte> raw = JsonMarshal.GetRawUtf8PropertyName(property);
            ReadOnlySpan<char> text = default;
            if (expected is null || !_spellings.Matches(expected.Name, raw)) expected = ResolveProperty(raw, names, previous, out text);
            EncodedName? name = expected?.Name;
            if (expected is not null)
            {
                previous = expected.Id;
                expected = expected.Next;
                if (name!.IsExcluded) continue;
            }
            JsonElement value = property.Value;
            if (encoder.OmitsNulls && value.ValueKind == JsonValueKind.Null) continue;
            int next = name is null ? encoder.WriteUncachedName(position, text, names.Cache) : encoder.BeginCell(position, name);
            if (next < 0) continue;
            position = isWritten
                ? encoder.Fallback.WriteText(next, JsonMarshal.GetRawUtf8Value(value))
                : encoder.CopyElement(next, value, encoder.RowDepth + 1);
        }
        _names.Trim();
        encoder.EndObjectRow(position, start);
    }

    // The encoded form of a name that is not the expected one; null if the cache refuses it: then text is the name.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private PredictedName? ResolveProperty(ReadOnlySpan<byte> raw, NameLookup names, int previous, out ReadOnlySpan<char> text)
    {
        text = _names.Decode(raw);
        EncodedName? name = names.Find(text);
        if (name is null) return null;
        _spellings.Remember(name, raw);
        return names.Predictor.Learn(NamePredictor.Root, previous, name, name.Key);
    }
}
