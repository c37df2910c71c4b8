namespace RowJson;

// Rows of which the serializer writes single cells: those that it would not see as one object, or of which cells are chosen, and rows with
// columns. The bytes are those of a dictionary with the same cells.
internal sealed partial class RowFallback
{
    public Utf8JsonWriter BeginObjectRow()
    {
        _encoder.CheckRowDepth();
        Utf8JsonWriter writer = Begin(_encoder.BeginRow(), _encoder.RowDepth);
        writer.WriteStartObject();
        return writer;
    }

    public void EndObjectRow(Utf8JsonWriter writer)
    {
        writer.WriteEndObject();
        _encoder.EndRow(End(writer));
    }

    public void WriteCell<TValue>(Utf8JsonWriter writer, EncodedName name, TValue value)
    {
        if (name.IsExcluded || (context.Options.LeavesOutNulls && value is null or DBNull)) return;
        _encoder.Column = name.Key;
        WriteNamed(writer, name.Name!, value);
        _encoder.Column = null;
    }

    private void WriteNamed<TValue>(Utf8JsonWriter writer, string name, TValue value, JsonNumberHandling? handling = null)
    {
        int depth = _encoder.RowDepth + 1;
        ReadOnlySpan<byte> nonFinite = NonFiniteText(value);
        // Where a cell may be replaced, its name comes after its value. At the depth limit a dictionary accepts scalars that a separate
        // call would refuse.
        bool isInContext =
            _encoder.ReplacesCells || handling is not null || depth >= _traits.MaxDepth || NeedsContext(DeclaredTypeOf(value));
        if (nonFinite.IsEmpty && isInContext)
        {
            WriteInContext(writer, value, handling, depth, name);
            return;
        }
        writer.WritePropertyName(name);
        if (nonFinite.IsEmpty) JsonSerializer.Serialize(writer, value, InfoOf<TValue>());
        else writer.WriteRawValue(nonFinite);
    }

    private static Type DeclaredTypeOf<TValue>(TValue value) =>
        typeof(TValue) == typeof(object) && value is not null ? value.GetType() : typeof(TValue);

    // Writes the replacement of a value that cannot be written, where the failed cell would have been.
    public void WriteReplacement(Utf8JsonWriter writer, EncodedName name, string? text)
    {
        CloseAside();
        _encoder.ReplacedCells++;
        WriteCell(writer, name, text);
    }

    public void WriteDatabaseCell(Utf8JsonWriter writer, EncodedName name, object? value, bool isJson) =>
        WriteCell(writer, name, value is null ? null : _encoder.SimplifyDatabaseValue(value, isJson));

    // Writes a row by its cells, which inherit nothing from the row's type: it is declared as an object.
    public void WriteCells(IEnumerable<KeyValuePair<string, object?>> row) =>
        WriteCells(row, _traits.HandsNumberHandlingDown ? null : _traits.NumberHandlingOf(row.GetType()));

    private void WriteCells<TValue>(IEnumerable<KeyValuePair<string, TValue>> row, JsonNumberHandling? handling) =>
        WriteCells(row, _encoder.ColumnKeys, (writer, name, value) => WriteReplaceable(writer, name, value, handling));

    private void WriteCells<TValue>(
        IEnumerable<KeyValuePair<string, TValue>> row, NameLookup plan, Action<Utf8JsonWriter, string, TValue> write)
    {
        Utf8JsonWriter writer = BeginObjectRow();
        foreach ((string key, TValue value) in row)
        {
            if (context.Options.LeavesOutNulls && value is null or DBNull) continue;
            EncodedName? known = plan.Find(RowEncoder.CheckName(key));
            if ((known is null ? plan.Cache.Rename(key) : known.Name) is not { } name) continue;
            _encoder.Column = key;
            write(writer, name, value);
            _encoder.Column = null;
        }
        EndObjectRow(writer);
    }

    private void WriteReplaceable<TValue>(Utf8JsonWriter writer, string name, TValue value, JsonNumberHandling? handling)
    {
        try
        {
            WriteNamed(writer, name, value, handling);
            return;
        }
        catch (Exception exception) when (_encoder.CanReplace(exception))
        {
        }
        CloseAside();
        _encoder.ReplacedCells++;
        if (_encoder.ReplacementOf(value) is { } text) WriteNamed(writer, name, text);
        else if (!context.Options.LeavesOutNulls) writer.WriteNull(name);
    }

    public void WriteProperties(JsonObject row) => WriteCells(row, _encoder.ColumnLookup, (writer, name, value) =>
    {
        writer.WritePropertyName(name);
        if (value is null) writer.WriteNullValue();
        else if (NonFiniteText(FloatingPoint(value)) is { IsEmpty: false } text) writer.WriteRawValue(text);
        else value.WriteTo(writer, context.Options.SerializerOptions);
    });

    // The .NET number that a node holds, which JSON may be unable to express; 0 for anything else.
    private static double FloatingPoint(JsonNode node) => node is not JsonValue value
        ? 0
        : value.TryGetValue(out double wide) ? wide : value.TryGetValue(out float single) ? single : 0;

    // What the options put in the place of a number that JSON has not; empty if the value has its own text.
    private ReadOnlySpan<byte> NonFiniteText<TValue>(TValue value)
    {
        double number = NonFiniteFailure.NumberOf(value);
        return double.IsFinite(number) ? []
            : context.Options.NonFiniteHandling == JsonNonFiniteHandling.Null ? "null"u8
            : context.Options.NonFiniteHandling == JsonNonFiniteHandling.NamedLiterals ? CellEncoder.NamedLiteral(number)
            : [];
    }
}
