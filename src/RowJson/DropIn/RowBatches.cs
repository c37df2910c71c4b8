namespace RowJson;

// A list as the serializer sees it where it is to flush between rows: a sequence of batches, each of which writes several rows as one raw
// value, and of rows that only the serializer may be able to write. The serializer opens and closes the array, and disposes what enumerates
// it, also after a failure.
// After each flush the serializer asks for a property again, and then goes on with what enumerates the first answer.
internal sealed class RowBatches(DropInOptions options, IRowConverter converter, object value) : IEnumerable<object?>, IDisposable
{
    private RowBatch? _opened;

    // The list.
    private object Value => value;

    // The contract of such a sequence, whose elements are written by the types that they have.
    public static JsonTypeInfo CreateInfo(JsonSerializerOptions options) => JsonMetadataServices.CreateIEnumerableInfo<RowBatches, object?>(
        options,
        new JsonCollectionInfoValues<RowBatches>
        {
            // The application's context may not know the type, and a converter of the application for it does not apply.
            ElementInfo = JsonMetadataServices.CreateValueInfo<object?>(options, JsonMetadataServices.ObjectConverter),
        });

    // Puts batches in the place of an object's properties that are lists of rows.
    public static void ReplaceLists(JsonTypeInfo info, DropInOptions options)
    {
        for (int i = 0; i < info.Properties.Count; i++)
            if (Replace(info.Properties[i], info, options) is { } replacement) info.Properties[i] = replacement;
    }

    public IEnumerator<object?> GetEnumerator() => _opened = new RowBatch(options, converter.Open(Value));

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    // Disposes what enumerates the list that is the value. Those of properties are in a BatchScope.
    public void Dispose() => _opened?.Dispose();

    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "The contract of batches is made without reflection.")]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "The contract of batches is made without reflection.")]
    private static JsonPropertyInfo? Replace(JsonPropertyInfo property, JsonTypeInfo info, DropInOptions options)
    {
        // A structure may be left out where it is its type's default, which batches are not.
        if (property is not { Get: { } get, CustomConverter: null, NumberHandling: null, IsExtensionData: false }
            || property.PropertyType.IsValueType
            || !KnowsCondition(property, info, options)
            || options.Find(property.PropertyType) is not { HasBatches: true } list) return null;
        JsonPropertyInfo replacement = info.CreateJsonPropertyInfo(typeof(RowBatches), property.Name);
        replacement.Get = owner => get(owner) is { } value ? new RowBatches(options, list, value) : null;
        if (ObjectContract.ShouldSerializeOf(property, info) is { } shouldSerialize)
            replacement.ShouldSerialize = (owner, batches) => shouldSerialize(owner, (batches as RowBatches)?.Value);
        replacement.Order = property.Order;
        replacement.IsGetNullable = property.IsGetNullable;
        return replacement;
    }

    // An attribute's condition about reading shows nowhere else, and need not hold where the contract has been changed.
    private static bool KnowsCondition(JsonPropertyInfo property, JsonTypeInfo info, DropInOptions options) =>
        property.ShouldSerialize is not null
        || !ObjectContract.HasCondition(property, info)
        || ObjectContract.HasPlainResolvers(options.Plain);
}

// What enumerates the batches of a list, and at the same time the batch under way: rows that are written when it is. From a row on that
// cannot be written here, it hands the rows themselves to the serializer.
internal sealed class RowBatch : IEnumerator<object?>
{
    private static readonly Converter Instance = new();

    private readonly DropInOptions _options;
    private readonly BatchScope? _scope = BatchScope.Current;
    private IRowBatches _rows;
    private bool _isDisposed;
    private RowEncoder? _encoder;
    private bool _handsOver;

    // For batches within rows that are handed over, where the write has no scope.
    private BatchScope? _ownScope;

    public RowBatch(DropInOptions options, IRowBatches rows)
    {
        (_options, _rows) = (options, rows);
        _scope?.Add(this);
    }

    public object? Current { get; private set; }

    // The contract of a batch.
    public static JsonTypeInfo CreateInfo(JsonSerializerOptions options) =>
        JsonMetadataServices.CreateValueInfo<RowBatch>(options, Instance);

    public bool MoveNext()
    {
        Current = this;
        if (!_rows.HasRows) return false;
        if (_handsOver && _rows.TryTake(out object? row)) HandOver(row);
        return true;
    }

    public void Reset() => throw new NotSupportedException();

    // Called by the serializer, and again where it may not have done so.
    public void Dispose()
    {
        if (_isDisposed) return;
        _isDisposed = true;
        _scope?.Remove(this);
        _ownScope?.Dispose();
        ReturnEncoder();
        _rows.Dispose();
    }

    private void HandOver(object? row)
    {
        Current = row;
        if (_scope is null) _ownScope ??= new BatchScope();
    }

    private void Write(Utf8JsonWriter writer)
    {
        _encoder ??= RowListWriter.Open(writer, _options);
        if (RowListWriter.TryWriteBatch(writer, _encoder, ref _rows)) return;
        _handsOver = true;
        ReturnEncoder();
    }

    private void ReturnEncoder()
    {
        if (_encoder is not { } encoder) return;
        _encoder = null;
        encoder.Context.Return(encoder);
    }

    private sealed class Converter : JsonConverter<RowBatch>
    {
        public override RowBatch Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            throw new NotSupportedException("Batches of rows are for writing.");

        public override void Write(Utf8JsonWriter writer, RowBatch value, JsonSerializerOptions options) => value.Write(writer);
    }
}
