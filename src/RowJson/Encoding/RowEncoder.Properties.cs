using System.Runtime.InteropServices;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace RowJson;

/// <content>
/// Rows of documents whose cells are renamed or left out: their properties are walked. Names are compared as the UTF-8 they
/// are in the document, and no string is made of them.
/// </content>
internal sealed partial class RowEncoder
{
    private NamePlan? _propertyPlan;
    private Dictionary<byte[], EncodedName>? _rawNames;
    private byte[]?[] _rawById = [];

    /// <summary>The options rename or leave out what a row holds.</summary>
    public bool ChangesProperties => _omitNulls || _options.ColumnName is not null;

    private NamePlan PropertyPlan => _propertyPlan ??=
        ReferenceEquals(_context.Columns, _columnKeys.Cache) ? _columnKeys : new NamePlan(_context.Columns);

    private void WriteProperties(JsonElement row)
    {
        NamePlan plan = PropertyPlan;
        int position = BeginObjectRow(out int start);
        EncodedName? expected = plan.Shape.FirstIn(RowShape.Root);
        int previous = RowShape.Root;
        foreach (JsonProperty property in row.EnumerateObject())
        {
            ReadOnlySpan<byte> raw = JsonMarshal.GetRawUtf8PropertyName(property);
            EncodedName name = expected is not null && IsNamed(expected, raw) ? expected : ResolveRaw(raw, property, plan, previous);
            expected = name.Id == RowShape.Root ? null : plan.Shape.After(name.Id);
            previous = name.Id;
            if (name.IsExcluded) continue;
            JsonElement value = property.Value;
            if (_omitNulls && value.ValueKind == JsonValueKind.Null) continue;
            position = CopyElement(WriteName(position, name), value, RowDepth + 1);
        }
        EndObjectRow(position, start);
    }

    private void WriteOrdinaryProperties(JsonElement row)
    {
        Utf8JsonWriter writer = BeginOrdinaryObjectRow();
        foreach (JsonProperty property in row.EnumerateObject())
        {
            EncodedName name = NameColumn(property.Name);
            if (name.IsExcluded || (_omitNulls && property.Value.ValueKind == JsonValueKind.Null)) continue;
            writer.WritePropertyName(name.Name!);
            property.Value.WriteTo(writer);
        }
        EndOrdinaryObjectRow(writer);
    }

    private void WriteOrdinaryProperties(JsonObject row)
    {
        Utf8JsonWriter writer = BeginOrdinaryObjectRow();
        foreach (KeyValuePair<string, JsonNode?> property in row)
        {
            EncodedName name = NameColumn(property.Key);
            if (name.IsExcluded || (_omitNulls && property.Value is null)) continue;
            Column = property.Key;
            writer.WritePropertyName(name.Name!);
            if (property.Value is null) writer.WriteNullValue();
            else if (NonFiniteText(FloatingPoint(property.Value)) is { } text) writer.WriteRawValue(text);
            else property.Value.WriteTo(writer, _options.Serializer);
            Column = null;
        }
        EndOrdinaryObjectRow(writer);
    }

    /// <summary>The number that a node holds as .NET's, which need not be one of JSON's; 0 for all else.</summary>
    private static double FloatingPoint(JsonNode node) => node is not JsonValue value
        ? 0
        : value.TryGetValue(out double wide) ? wide : value.TryGetValue(out float single) ? single : 0;

    /// <summary>The name was written with these bytes when it was last met.</summary>
    private bool IsNamed(EncodedName name, ReadOnlySpan<byte> raw) =>
        (uint)name.Id < (uint)_rawById.Length && _rawById[name.Id] is { } known && raw.SequenceEqual(known);

    private EncodedName ResolveRaw(ReadOnlySpan<byte> raw, JsonProperty property, NamePlan plan, int previous)
    {
        _rawNames ??= new Dictionary<byte[], EncodedName>(RawNameComparer.Instance);
        var byText = _rawNames.GetAlternateLookup<ReadOnlySpan<byte>>();
        if (!byText.TryGetValue(raw, out byte[]? known, out EncodedName? name))
        {
            string key = property.Name;
            name = plan.Cache.Find(key);
            if (name is null) return NameColumn(key, plan.Cache);
            Remember(raw.ToArray(), name);
        }
        // A name that is spelled with escapes may be met in two spellings: the last one is the one expected.
        else if (!IsNamed(name, raw)) RememberSpelling(known, name);
        if (previous == RowShape.Root) plan.Shape.LearnFirstIn(RowShape.Root, name);
        else plan.Shape.LearnAfter(previous, name);
        return name;
    }

    private void Remember(byte[] raw, EncodedName name)
    {
        // As many spellings as names, and no more: a document may spell one name in any number of ways.
        if (_rawNames!.Count < _options.MaxCachedNames) _rawNames.Add(raw, name);
        RememberSpelling(raw, name);
    }

    private void RememberSpelling(byte[] raw, EncodedName name)
    {
        if (name.Id >= _rawById.Length) Array.Resize(ref _rawById, Math.Max(name.Id + 1, 2 * _rawById.Length));
        _rawById[name.Id] = raw;
    }
}
