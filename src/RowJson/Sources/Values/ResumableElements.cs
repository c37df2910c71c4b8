namespace RowJson;

// A list whose elements are written in parts, or a dictionary with such values. element: writes an element, or the value of an entry.
internal abstract class ResumableElements<TValue, TItem, TElement>(ResumableWriter<TElement> element, byte open, byte close)
    : ResumableContainer<TValue>(open, close)
    where TValue : IEnumerable<TItem>
{
    private IEnumerator<TItem>? _items;

    public override bool IsWaiting(RowContext context) => element.IsWaiting(context);

    public override void Count(RowContext context, long bytes) => element.Count(context, bytes);

    public override object? Failed(RowEncoder encoder, Exception exception) =>
        (Part is null || element.Failed(encoder, exception) is not TElement failed
            ? null
            : OneOf(_items!.Current, failed))
        ?? (encoder.Stage == JsonRowStage.Source ? FailedValue.Again<TValue, TItem>(_value!, exception) : _value);

    // A value of the type that holds this element alone; null if it cannot be made.
    protected virtual object? OneOf(TItem item, TElement element) => OneOf<TValue, TElement>(element);

    public override void End()
    {
        Quietly.Run(base.End);
        Release();
    }

    // Disposes once, whatever the disposal throws.
    private void Release()
    {
        IEnumerator<TItem>? items = _items;
        _items = null;
        items?.Dispose();
    }

    // Writes what comes before the value of an item after a comma; returns the position after it.
    protected abstract int BeginItem(RowEncoder encoder, TItem item, out TElement? value);

    protected override bool WriteNext(RowEncoder encoder, out ResumableWriter? part)
    {
        part = null;
        encoder.Stage = JsonRowStage.Source;
        encoder.Cancellation.ThrowIfCancellationRequested();
        _items ??= typeof(TValue).IsAssignableTo(typeof(List<TItem>)) ? SequencePass<TItem>.ReadByIndex((List<TItem>)(object)_value!)
            // A class derived from a dictionary may enumerate other entries, which the serializer does not see.
            : typeof(TValue).IsAssignableTo(typeof(Dictionary<string, TElement>))
                ? (IEnumerator<TItem>)(object)((Dictionary<string, TElement>)(object)_value!).GetEnumerator()
            : _value!.GetEnumerator();
        bool hasItem = _items.MoveNext();
        encoder.Stage = JsonRowStage.Value;
        if (!hasItem)
        {
            Release();
            return false;
        }
        int position = BeginItem(encoder, _items.Current, out TElement? value);
        if (value is null || (!typeof(TElement).IsValueType && encoder.Ancestors.Contains(value)))
        {
            EndItem(encoder, encoder.WriteNull(position));
            return true;
        }
        EndItem(encoder, position);
        element.Set(value);
        part = element;
        return true;
    }
}

internal sealed class ResumableLists<TList, TElement>(ResumableWriter<TElement> element)
    : ResumableElements<TList, TElement, TElement>(element, (byte)'[', (byte)']')
    where TList : IEnumerable<TElement>
{
    protected override int BeginItem(RowEncoder encoder, TElement item, out TElement? value)
    {
        value = item;
        return encoder.WriteComma();
    }
}

internal sealed class ResumableDictionary<TDictionary, TValue>(ResumableWriter<TValue> element)
    : ResumableElements<TDictionary, KeyValuePair<string, TValue>, TValue>(element, (byte)'{', (byte)'}')
    where TDictionary : IEnumerable<KeyValuePair<string, TValue>>
{
    protected override object? OneOf(KeyValuePair<string, TValue> item, TValue element) =>
        typeof(TDictionary).IsAssignableFrom(typeof(Dictionary<string, TValue>))
            ? new Dictionary<string, TValue> { [item.Key] = element }
            : null;

    protected override int BeginItem(RowEncoder encoder, KeyValuePair<string, TValue> item, out TValue? value)
    {
        value = item.Value;
        return encoder.WriteEntryName(item.Key);
    }
}
