using System.Runtime.CompilerServices;
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
    private readonly NameDecoder _nameDecoder = new();
    private readonly NameSpellings _nameSpellings = new();
    private NameLookup? _columnPlan;

    /// <summary>The options rename or leave out what a row holds.</summary>
    public bool ChangesProperties => _omitNulls || _options.ChangesColumns;

    private NameLookup ColumnPlan => _columnPlan ??=
        ReferenceEquals(_context.Columns, _columnKeys.Cache) ? _columnKeys : new NameLookup(_context.Columns);

    private void WriteProperties(JsonElement row)
    {
        NameLookup plan = ColumnPlan;
        int position = BeginObjectRow(out int start);
        EncodedName? expected = plan.Shape.FirstIn(NamePredictor.Root);
        int previous = NamePredictor.Root;
        foreach (JsonProperty property in row.EnumerateObject())
        {
            ReadOnlySpan<byte> raw = JsonMarshal.GetRawUtf8PropertyName(property);
            ReadOnlySpan<char> text = default;
            EncodedName? name = expected is not null && _nameSpellings.Matches(expected, raw)
                ? expected
                : ResolveProperty(property, raw, plan, previous, out text);
            expected = null;
            if (name is not null)
            {
                expected = plan.Shape.After(name.Id);
                previous = name.Id;
                if (name.IsExcluded) continue;
            }
            JsonElement value = property.Value;
            if (_omitNulls && value.ValueKind == JsonValueKind.Null) continue;
            int next = name is null ? WriteUncachedName(position, text, plan.Cache) : WriteName(position, name);
            if (next >= 0) position = CopyElement(next, value, RowDepth + 1);
        }
        _nameDecoder.Trim();
        EndObjectRow(position, start);
    }

    private void WritePropertiesViaSerializer(JsonElement row)
    {
        NameLookup plan = ColumnPlan;
        Utf8JsonWriter writer = BeginObjectRowViaSerializer();
        foreach (JsonProperty property in row.EnumerateObject())
        {
            ReadOnlySpan<char> text = _nameDecoder.Decode(property, JsonMarshal.GetRawUtf8PropertyName(property));
            EncodedName? name = plan.Find(text);
            if (name is { IsExcluded: true } || (_omitNulls && property.Value.ValueKind == JsonValueKind.Null)) continue;
            if (name is not null) text = name.Name;
            else if (!plan.Cache.TryRename(text, out text)) continue;
            writer.WritePropertyName(text);
            property.Value.WriteTo(writer);
        }
        _nameDecoder.Trim();
        EndObjectRowViaSerializer(writer);
    }

    private void WritePropertiesViaSerializer(JsonObject row)
    {
        NameLookup plan = ColumnPlan;
        Utf8JsonWriter writer = BeginObjectRowViaSerializer();
        foreach (KeyValuePair<string, JsonNode?> property in row)
        {
            if (_omitNulls && property.Value is null) continue;
            EncodedName? known = plan.Find(property.Key);
            if ((known is null ? plan.Cache.Rename(property.Key) : known.Name) is not { } name) continue;
            Column = property.Key;
            writer.WritePropertyName(name);
            if (property.Value is null) writer.WriteNullValue();
            else if (NonFiniteText(FloatingPoint(property.Value)) is { } text) writer.WriteRawValue(text);
            else property.Value.WriteTo(writer, _options.SerializerOptions);
            Column = null;
        }
        EndObjectRowViaSerializer(writer);
    }

    /// <summary>The number that a node holds as .NET's, which need not be one of JSON's; 0 for all else.</summary>
    private static double FloatingPoint(JsonNode node) => node is not JsonValue value
        ? 0
        : value.TryGetValue(out double wide) ? wide : value.TryGetValue(out float single) ? single : 0;

    /// <summary>
    /// The encoded form of a name that is not the expected one; null where the cache refuses it, and then
    /// <paramref name="text"/> is the name.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private EncodedName? ResolveProperty(
        JsonProperty property, ReadOnlySpan<byte> raw, NameLookup plan, int previous, out ReadOnlySpan<char> text)
    {
        text = _nameDecoder.Decode(property, raw);
        EncodedName? name = plan.Find(text);
        if (name is null) return null;
        _nameSpellings.Remember(name, raw);
        if (previous == NamePredictor.Root) plan.Shape.LearnFirstIn(NamePredictor.Root, name);
        else plan.Shape.LearnAfter(previous, name);
        return name;
    }
}
