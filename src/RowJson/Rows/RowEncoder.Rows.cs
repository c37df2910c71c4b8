using Pair = System.Collections.Generic.KeyValuePair<string, object?>;

namespace RowJson;

// Decides between the direct way and the serializer. Sources only iterate.
internal sealed partial class RowEncoder
{
    private bool _allowsDirect, _lastRowTypeIsDirect;

    private Type? _lastRowType;

    // The options rename or leave out what a row holds.
    public bool ChangesProperties => OmitsNulls || ChangesColumns;

    // The options choose, rename or replace what a row holds.
    public bool HasColumnOptions => ChangesProperties || ReplacesCells || _options.NonFiniteHandling != JsonNonFiniteHandling.Default;

    public PropertyRows PropertyRows => field ??= new PropertyRows(this);

    // False: each row goes through the serializer. Stays false once a row has brought a basic type that a converter is for.
    public bool WritesDirectly => _allowsDirect && _traits.WritesDirectly;

    // The same for rows with a contract, whose single properties may be left to the serializer.
    public bool WritesObjectsDirectly => _allowsDirect && !_traits.KeepsReferences;

    // The declared kind of dictionary decides, whatever class is derived from it: as for the serializer.
    public void WriteDictionaryRow(Dictionary<string, object?>? row, Type declaredType)
    {
        if (!WritesRowsDirectly(declaredType, typeof(object))) Fallback.WritePairsRow(row, declaredType);
        else if (row is null) WriteNullRow();
        else if (MayContainItself(row)) Fallback.WritePairsRow(row, declaredType);
        else WriteRow(row);
    }

    public void WriteDictionaryRow<TValue>(Dictionary<string, TValue>? row, Type declaredType)
    {
        if (!WritesRowsDirectly(declaredType, typeof(TValue))) Fallback.WritePairsRow(row, declaredType);
        else if (row is null) WriteNullRow();
        else WriteRow(row);
    }

    // By the declared type; null stands for the runtime type of the row.
    public void WritePairsRow(IEnumerable<Pair>? row, Type? declaredType)
    {
        Type? type = declaredType ?? row?.GetType();
        if (type is null || !WritesRowsDirectly(type, typeof(object))) Fallback.WritePairsRow(row, type);
        else if (row is null) WriteNullRow();
        else if (MayContainItself(row)) Fallback.WritePairsRow(row, type);
        else WritePairs(row, type);
    }

    public void WritePairsRow<TValue>(IEnumerable<KeyValuePair<string, TValue>>? row, Type? declaredType)
    {
        Type? type = declaredType ?? row?.GetType();
        // A node writes itself where it is declared as one; declared as a dictionary, its values are written by their own metadata.
        if (row is JsonNode node && type!.IsAssignableTo(typeof(JsonNode))) WriteNodeRow(node, type);
        else if (type is null || !WritesRowsDirectly(type, typeof(TValue))) Fallback.WritePairsRow(row, type);
        else if (row is null) WriteNullRow();
        else if (row is Dictionary<string, TValue> dictionary && IsReadAs(dictionary, type)) WriteRow(dictionary);
        else WriteRow(row);
    }

    public void WriteAnyRow(object? row)
    {
        switch (row)
        {
            case null when WritesDirectly && !_traits.ConvertsObjects: WriteNullRow(); break;
            case IEnumerable<Pair> pairs when WritesRowsDirectly(pairs.GetType(), typeof(object)) && !MayContainItself(pairs):
                WritePairs(pairs, pairs.GetType());
                break;
            // A user's converter for objects may write what the serializer sees as one object. Cells inherit nothing from the row's type,
            // because the row is declared as an object.
            case IEnumerable<Pair> pairs when !IsOneObject(pairs):
                WriteSerializedCells(
                    pairs, ColumnKeys, _traits.HandsNumberHandlingDown ? null : _traits.NumberHandlingOf(pairs.GetType()));
                break;
            case JsonElement element when WritesDirectly && !_traits.ConvertsObjects: WriteElementRow(element); break;
            case JsonDocument document when WritesDirectly && !_traits.ConvertsObjects: WriteElementRow(document); break;
            default: Fallback.WriteRow(row); break;
        }
    }

    // Writes a row that is a value of its own, which a converter may write.
    public void WriteElementRow(JsonElement row)
    {
        CheckRowDepth();
        if (_traits.IsConverted(typeof(JsonElement))) Fallback.WriteRow(row);
        else WriteDocumentRow(row);
    }

    // Writes the root of a document. A converter for elements is not asked: documents write themselves.
    public void WriteElementRow(JsonDocument? row)
    {
        CheckRowDepth();
        if (!WritesRowsDirectly(typeof(JsonDocument), typeof(JsonElement))) Fallback.WriteRowByType(row, typeof(JsonDocument));
        else if (row is null) WriteNullRow();
        else WriteDocumentRow(row.RootElement);
    }

    // Writes a row that is part of a document or a list: the serializer checks only the depth of what is in it.
    public void WriteDocumentRow(JsonElement row)
    {
        if (ChangesProperties && row.ValueKind == JsonValueKind.Object && !Fallback.IsValue) PropertyRows.Write(row, isWritten: false);
        else EndRow(CopyElement(BeginRow(), row, RowDepth));
    }

    public void WriteNodeRow(JsonNode? row)
    {
        if (row is JsonObject properties && HasColumnOptions) WriteSerializedCells(properties, ColumnLookup);
        else EndRow(Fallback.WriteNode(BeginRow(), row, RowDepth));
    }

    public void WriteNodeRow(JsonNode? row, Type declaredType)
    {
        bool choosesCells = HasColumnOptions && row is JsonObject;
        if (choosesCells ? _traits.IsBuiltIn(declaredType) : WritesRowsDirectly(declaredType, declaredType)) WriteNodeRow(row);
        else Fallback.WriteRowByType(row, declaredType);
    }

    public void WriteRawRow(RawJson row)
    {
        CheckRowDepth();
        if (_traits.IsConverted(typeof(RawJson))) Fallback.WriteRowByType(row, typeof(RawJson));
        else if (!ChangesProperties) EndRow(WriteRawJson(BeginRow(), row, RowDepth));
        else
        {
            using var document = JsonDocument.Parse(row.Utf8, new JsonDocumentOptions { MaxDepth = RawJson.MaxDepth });
            WriteDocumentRow(document.RootElement);
        }
    }

    // Writes a row of a source's columns.
    public void WriteColumnsRow<TRow>(RowColumns<TRow> columns, ref readonly TRow row)
    {
        if (!_allowsDirect)
        {
            CheckRowDepth();
            CheckNesting(columns.Count, RowDepth);
        }
        bool areOthers = _compact is not null && !_compact.Takes(columns);
        int position = columns.Write(this, BeginObjectRow(out int start), in row);
        if (_compact is null) EndObjectRow(position, start);
        else EndText(areOthers ? _compact.EndOthers(columns, position, start) : _compact.EndColumns(position, start));
    }

    // The serializer refuses a value at MaxDepth, even if nothing is nested in it.
    public void CheckRowDepth()
    {
        if (RowDepth >= _traits.MaxDepth) CheckDepth(RowDepth);
    }

    // A column of this type can be written directly.
    public bool WritesColumnDirectly(Type type)
    {
        if (_traits.KeepsReferences || IsQuotedNumber(type)) return false;
        // Only the serializer asks a user's converter for a nullable value about null.
        if (!type.IsValueType || Nullable.GetUnderlyingType(type) is not null) return _traits.IsBuiltIn(type);
        return !_traits.IsConverted(type);
    }

    // A value of the dictionary may lead back to it, and then has to be written as null: only the serializer finds that out. A sequence of
    // pairs is not a value that another value could hold.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool MayContainItself(IEnumerable<Pair> row) => _traits.IgnoresCycles && HoldsOtherThanScalars(row);

    private bool HoldsOtherThanScalars(IEnumerable<Pair> row)
    {
        if (!_traits.IsDictionary(row.GetType())) return false;
        foreach (Pair cell in row)
            if (cell.Value is not (null or string or byte[]) && BoxedScalars.Find(cell.Value.GetType()) is null) return true;
        return false;
    }

    private void WritePairs(IEnumerable<Pair> row, Type type)
    {
        if (row is Dictionary<string, object?> dictionary && IsReadAs(dictionary, type)) WriteRow(dictionary);
        else if (ReplacesCells) WriteRow<object?>(row);
        else if (row is List<Pair> list && list.GetType() == typeof(List<Pair>)) WriteRow(list);
        else if (row is Pair[] array) WriteRow(array);
        else WriteRow(row);
    }

    // A class derived from a dictionary may enumerate other entries, unless it is declared as that dictionary.
    private static bool IsReadAs<TDictionary>(TDictionary row, Type type)
        where TDictionary : class => row.GetType() == typeof(TDictionary) || type.IsAssignableTo(typeof(TDictionary));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool WritesRowsDirectly(Type type, Type values)
    {
        // The rows of a write mostly have one type, and their values one declared type.
        if (!ReferenceEquals(type, _lastRowType)) FindWayOf(type, values);
        return _lastRowTypeIsDirect && _traits.WritesDirectly;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void FindWayOf(Type type, Type values)
    {
        // Asked before the type is remembered: the resolver may throw.
        _lastRowTypeIsDirect = WritesDirectly
            && (values == typeof(object) || (_traits.IsBuiltIn(values) && !IsQuotedNumber(values)))
            // Rows that may lead back to themselves are left to the serializer, and so are rows whose values each need a call of it.
            && (!(_traits.IgnoresCycles || Indents)
                || values == typeof(object) || values == typeof(string) || ScalarTypes.Of(values) is not null)
            && _traits.IsBuiltIn(type)
            // A converter writes keys as well, and has not been asked about if a resolver may refuse types that no row holds.
            && (_traits.IsUntouched || !_traits.Options.TryGetTypeInfo(type, out JsonTypeInfo? info)
                || !_traits.IsConverted(info.KeyType ?? type))
            && !(typeof(IEnumerable<Pair>).IsAssignableFrom(type) && _traits.ConvertsObjects);
        _lastRowType = type;
    }

    // The serializer sees the row as one object: it writes all of its cells, or a converter does.
    private bool IsOneObject(object row)
    {
        Type type = row.GetType();
        return _traits.IsConvertedWhole(type) || ((!HasColumnOptions || _traits.ConvertsObjects) && _traits.IsDictionary(type));
    }

    // No converter or option of the user concerns strings, integers, doubles and bytes: however they are read, the bytes are the same.
    public bool TakesReadCells =>
        WritesDirectly && !ConvertsColumn(typeof(string)) && !ConvertsColumn(typeof(long)) && !ConvertsColumn(typeof(double))
        && !ConvertsColumn(typeof(byte[]));
}
