using System.Buffers;
using System.Runtime.InteropServices;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;

namespace RowJson.Fuzz;

/// <summary>How <see cref="JsonSerializer"/> writes the rows of a source.</summary>
internal abstract class Oracle
{
    public abstract int Count { get; }

    /// <summary>The same for options that concern what the source says of its columns.</summary>
    public virtual Oracle For(RowSettings settings) => this;

    /// <summary>All rows, as one value.</summary>
    public abstract void WriteAll(Utf8JsonWriter writer, JsonSerializerOptions options);

    /// <summary>One of the rows.</summary>
    public abstract void WriteRow(Utf8JsonWriter writer, int index, JsonSerializerOptions options);

    /// <summary>One of the rows, with its cells left out and renamed as the options for rows say.</summary>
    public virtual void WriteChangedRow(Utf8JsonWriter writer, int index, JsonSerializerOptions options, RowSettings settings)
    {
        // What the serializer writes, without and with other names. Text that it wrote is right already.
        using JsonDocument row = JsonDocument.Parse(TextOf(index, options, writer), new JsonDocumentOptions { MaxDepth = 1000 });
        if (row.RootElement.ValueKind != JsonValueKind.Object)
        {
            WriteText(writer, row.RootElement);
            return;
        }
        writer.WriteStartObject();
        foreach (JsonProperty cell in row.RootElement.EnumerateObject())
        {
            if (!settings.Keeps(cell.Name) || (settings.OmitNulls && cell.Value.ValueKind == JsonValueKind.Null)) continue;
            writer.WritePropertyName(Naming.Of(settings.ColumnPolicy)?.ConvertName(cell.Name) ?? cell.Name);
            WriteText(writer, cell.Value);
        }
        writer.WriteEndObject();
    }

    /// <summary>A row as the serializer writes it where a writer is: as deep in the output, and no deeper than the writer allows.</summary>
    private ReadOnlyMemory<byte> TextOf(int index, JsonSerializerOptions options, Utf8JsonWriter place)
    {
        var text = new ArrayBufferWriter<byte>();
        var style = new JsonWriterOptions { Encoder = options.Encoder, MaxDepth = place.Options.MaxDepth, SkipValidation = true };
        using (var writer = new Utf8JsonWriter(text, style))
        {
            for (int i = 0; i < place.CurrentDepth; i++) writer.WriteStartArray();
            WriteRow(writer, index, options);
        }
        return text.WrittenMemory[place.CurrentDepth..];
    }

    private static void WriteText(Utf8JsonWriter writer, JsonElement text)
    {
        if (writer.Options.Indented) text.WriteTo(writer);
        else writer.WriteRawValue(JsonMarshal.GetRawUtf8Value(text), skipInputValidation: true);
    }
}

/// <summary>Rows that the serializer takes as they are.</summary>
internal class ListOracle<T>(IReadOnlyList<T> rows) : Oracle
{
    protected IReadOnlyList<T> Rows => rows;

    public override int Count => rows.Count;

    public override void WriteAll(Utf8JsonWriter writer, JsonSerializerOptions options) =>
        JsonSerializer.Serialize<IEnumerable<T>>(writer, rows, options);

    public override void WriteRow(Utf8JsonWriter writer, int index, JsonSerializerOptions options) =>
        JsonSerializer.Serialize(writer, rows[index], options);
}

/// <summary>Rows of names and values, of which the serializer has a form, or not.</summary>
internal sealed class PairsOracle<TRow, TValue>(IReadOnlyList<TRow> rows, bool isDictionary) : ListOracle<TRow>(rows)
    where TRow : IEnumerable<KeyValuePair<string, TValue>>
{
    private List<Dictionary<string, TValue>>? _dictionaries;

    /// <summary>What the serializer is given in the place of pairs.</summary>
    private List<Dictionary<string, TValue>> Dictionaries => _dictionaries ??= [.. Rows.Select(row => row.ToDictionary())];

    public override void WriteAll(Utf8JsonWriter writer, JsonSerializerOptions options)
    {
        if (isDictionary) base.WriteAll(writer, options);
        else JsonSerializer.Serialize<IEnumerable<Dictionary<string, TValue>>>(writer, Dictionaries, options);
    }

    public override void WriteRow(Utf8JsonWriter writer, int index, JsonSerializerOptions options)
    {
        if (isDictionary) base.WriteRow(writer, index, options);
        else JsonSerializer.Serialize(writer, Dictionaries[index], options);
    }

    public override void WriteChangedRow(Utf8JsonWriter writer, int index, JsonSerializerOptions options, RowSettings settings) =>
        Cells.Write(writer, Rows[index], options, settings, Naming.Of(settings.ColumnPolicy) ?? options.DictionaryKeyPolicy);
}

/// <summary>Elements of a document, and nodes made of them.</summary>
/// <param name="rows">The elements of the array.</param>
/// <param name="elements">The same as they were parsed.</param>
/// <param name="writeAll">Writes the array itself; null where there is none, but a list of its elements.</param>
internal sealed class DocumentOracle<T>(
    IReadOnlyList<T> rows, IReadOnlyList<JsonElement> elements, Action<Utf8JsonWriter, JsonSerializerOptions>? writeAll = null)
    : ListOracle<T>(rows)
{
    /// <inheritdoc/>
    public override void WriteAll(Utf8JsonWriter writer, JsonSerializerOptions options)
    {
        if (writeAll is null) base.WriteAll(writer, options);
        else writeAll(writer, options);
    }

    /// <summary>Cell by cell: what is left out need not be text that can be written.</summary>
    public override void WriteChangedRow(Utf8JsonWriter writer, int index, JsonSerializerOptions options, RowSettings settings)
    {
        JsonElement row = elements[index];
        Exclusions.NamesMustBeText(row);
        if (Rows[index] is JsonObject) Exclusions.NamesMustBeUnique(row);
        if (row.ValueKind != JsonValueKind.Object)
        {
            row.WriteTo(writer);
            return;
        }
        writer.WriteStartObject();
        foreach (JsonProperty cell in row.EnumerateObject())
        {
            if (!settings.Keeps(cell.Name) || (settings.OmitNulls && cell.Value.ValueKind == JsonValueKind.Null)) continue;
            writer.WritePropertyName(Naming.Of(settings.ColumnPolicy)?.ConvertName(cell.Name) ?? cell.Name);
            cell.Value.WriteTo(writer);
        }
        writer.WriteEndObject();
    }
}

/// <summary>Rows of any type: dictionaries are names and values, objects what the serializer makes of them.</summary>
internal sealed class MixedOracle(IReadOnlyList<object?> rows) : ListOracle<object?>(rows)
{
    public override void WriteChangedRow(Utf8JsonWriter writer, int index, JsonSerializerOptions options, RowSettings settings)
    {
        if (Rows[index] is IEnumerable<KeyValuePair<string, object?>> cells)
            Cells.Write(writer, cells, options, settings, Naming.Of(settings.ColumnPolicy) ?? options.DictionaryKeyPolicy);
        else
            base.WriteChangedRow(writer, index, options, settings);
    }
}

/// <summary>Cells that are written one by one.</summary>
internal static class Cells
{
    /// <summary>With these the serializer writes the literals, which it does not escape, whatever the encoder.</summary>
    private static readonly JsonSerializerOptions NamedLiterals = new() { NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals };

    public static void Write<TValue>(
        Utf8JsonWriter writer,
        IEnumerable<KeyValuePair<string, TValue>> cells,
        JsonSerializerOptions options,
        RowSettings settings,
        JsonNamingPolicy? policy)
    {
        writer.WriteStartObject();
        foreach ((string name, TValue value) in cells)
        {
            if (!settings.Keeps(name) || (settings.OmitNulls && value is null or DBNull)) continue;
            writer.WritePropertyName(policy?.ConvertName(name) ?? name);
            if (settings.NonFinite != JsonNonFiniteHandling.Default && NonFinite(value) is { } number)
                Write(writer, number, settings);
            else JsonSerializer.Serialize(writer, value, options);
        }
        writer.WriteEndObject();
    }

    private static void Write(Utf8JsonWriter writer, double number, RowSettings settings)
    {
        if (settings.NonFinite == JsonNonFiniteHandling.Null) writer.WriteNullValue();
        else JsonSerializer.Serialize(writer, number, NamedLiterals);
    }

    private static double? NonFinite<TValue>(TValue value)
    {
        double number = value switch { double wide => wide, float narrow => narrow, Half half => (double)half, _ => 0 };
        return double.IsFinite(number) ? null : number;
    }
}
