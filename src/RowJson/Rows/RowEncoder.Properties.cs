namespace RowJson;

// Rows of documents whose cells are renamed or left out: their properties are walked. Names are compared as the UTF-8 they are in the
// document, and no string is made of them.
internal sealed partial class RowEncoder
{
    private NameSpellings? _nameSpellings;

    private NameDecoder? _nameDecoder;

    // The options rename or leave out what a row holds.
    public bool ChangesProperties => _omitNulls || _options.ChangesColumns;

    // The options choose, rename or replace what a row holds.
    public bool HasColumnOptions => ChangesProperties || ReplacesCells || _options.NonFiniteHandling != JsonNonFiniteHandling.Default;

    public NameDecoder NameDecoder => _nameDecoder ??= new NameDecoder();

    // Writes the object that the serializer has made of a row: names as the options say, values byte by byte.
    public void WriteSerializedRow(JsonElement row)
    {
        if (CopiesElements) WriteProperties(row, isWritten: true);
        else Fallback.WriteProperties(row, isWritten: true);
    }

    // isWritten: its text is as the options want it. Copied as an element's, a plus of the serializer's is escaped.
    private void WriteProperties(JsonElement row, bool isWritten)
    {
        NameLookup plan = ColumnPlan;
        NameSpellings spellings = _nameSpellings ??= new NameSpellings();
        int position = BeginObjectRow(out int start);
        PredictedName? expected = plan.Shape.FirstIn(NamePredictor.Root);
        int previous = NamePredictor.Root;
        foreach (JsonProperty property in row.EnumerateObject())
        {
            ReadOnlySpan<byte> raw = JsonMarshal.GetRawUtf8PropertyName(property);
            ReadOnlySpan<char> text = default;
            if (expected is null || !spellings.Matches(expected.Name, raw))
                expected = ResolveProperty(property, raw, plan, previous, out text);
            EncodedName? name = expected?.Name;
            if (expected is not null)
            {
                previous = expected.Id;
                expected = expected.Next;
                if (name!.IsExcluded) continue;
            }
            JsonElement value = property.Value;
            if (_omitNulls && value.ValueKind == JsonValueKind.Null) continue;
            int next = name is null ? WriteUncachedName(position, text, plan.Cache) : WriteName(position, name);
            if (next < 0) continue;
            position = isWritten ? WriteText(next, JsonMarshal.GetRawUtf8Value(value)) : CopyElement(next, value, RowDepth + 1);
        }
        NameDecoder.Trim();
        EndObjectRow(position, start);
    }

    // The encoded form of a name that is not the expected one; null if the cache refuses it, and then text is the name.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private PredictedName? ResolveProperty(
        JsonProperty property, ReadOnlySpan<byte> raw, NameLookup plan, int previous, out ReadOnlySpan<char> text)
    {
        text = NameDecoder.Decode(property, raw);
        EncodedName? name = plan.Find(text);
        if (name is null) return null;
        _nameSpellings!.Remember(name, raw);
        return plan.Shape.Learn(NamePredictor.Root, previous, name, name.Key);
    }
}
