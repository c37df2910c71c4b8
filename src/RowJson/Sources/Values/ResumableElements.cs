namespace RowJson;

// A list whose elements are written in parts, or a dictionary with such values.
// element: writes an element, or the value of an entry.
internal abstract class ResumableElements<TValue, TItem, TElement>(ResumableWriter<TElement> element) : ResumableWriter<TValue>
    where TValue : IEnumerable<TItem>
{
    private IEnumerator<TItem>? _items;
    private int _depth;
    private bool _isEmpty;

    protected abstract (byte Open, byte Close) Brackets { get; }

    public override bool IsWaiting(RowContext context) => element.IsWaiting(context);

    public override void Count(RowContext context, long bytes) => element.Count(context, bytes);

    public override void Begin(RowEncoder encoder, int depth)
    {
        encoder.PushOuter(_value!);
        (_depth, _isEmpty) = (depth, true);
        encoder.WriteStructure(Brackets.Open);
    }

    public override ResumeStatus Resume(RowEncoder encoder)
    {
        while (true)
        {
            if (Part is not null)
            {
                ResumeStatus status = Part.Resume(encoder);
                if (status != ResumeStatus.Complete) return status;
                Part = null;
            }
            if (!MoveNext(encoder)) break;
            Begin(encoder, _items!.Current);
            if (encoder.BatchIsFull && encoder.CutsAnywhere) return ResumeStatus.BatchIsFull;
        }
        encoder.WriteStructure(Brackets.Close);
        encoder.PopOuter();
        End();
        return ResumeStatus.Complete;
    }

    public override TValue Failed(RowEncoder encoder) =>
        Part is not null && !typeof(TValue).IsValueType && OneOf(_items!.Current, element.Failed(encoder)) is { } one ? one : _value!;

    // A value of the type that holds this element alone; null if it cannot be made.
    protected abstract TValue? OneOf(TItem item, TElement element);

    public override void End()
    {
        Part?.End();
        _items?.Dispose();
        (_value, _items, Part) = (default, null, null);
    }

    // Writes what comes before the value of an item after a comma; returns the position after it.
    protected abstract int BeginItem(RowEncoder encoder, TItem item, out TElement? value);

    private bool MoveNext(RowEncoder encoder)
    {
        encoder.Stage = JsonRowStage.Source;
        encoder.Cancellation.ThrowIfCancellationRequested();
        _items ??= typeof(TValue).IsAssignableTo(typeof(List<TItem>))
            ? SequencePass<TItem>.ReadByIndex((List<TItem>)(object)_value!)
            : _value!.GetEnumerator();
        bool hasItem = _items.MoveNext();
        encoder.Stage = JsonRowStage.Value;
        return hasItem;
    }

    private void Begin(RowEncoder encoder, TItem item)
    {
        encoder.EnterMembers(_depth);
        int position = BeginItem(encoder, item, out TElement? value);
        bool isNull = value is null || (!typeof(TElement).IsValueType && encoder.IsAncestor(value));
        if (isNull) position = encoder.WriteNull(position);
        encoder.EndItem(position, isFirst: _isEmpty);
        _isEmpty = false;
        if (isNull) return;
        element.Set(value!);
        element.Begin(encoder, _depth + 1);
        Part = element;
    }
}

internal sealed class ResumableLists<TList, TElement>(ResumableWriter<TElement> element)
    : ResumableElements<TList, TElement, TElement>(element)
    where TList : IEnumerable<TElement>
{
    protected override (byte Open, byte Close) Brackets => ((byte)'[', (byte)']');

    protected override TList? OneOf(TElement item, TElement element) => OneOf<TList, TElement>(element);

    protected override int BeginItem(RowEncoder encoder, TElement item, out TElement? value)
    {
        value = item;
        return encoder.WriteComma();
    }
}

internal sealed class ResumableDictionary<TDictionary, TValue>(ResumableWriter<TValue> element)
    : ResumableElements<TDictionary, KeyValuePair<string, TValue>, TValue>(element)
    where TDictionary : IEnumerable<KeyValuePair<string, TValue>>
{
    protected override (byte Open, byte Close) Brackets => ((byte)'{', (byte)'}');

    protected override TDictionary? OneOf(KeyValuePair<string, TValue> item, TValue element) =>
        typeof(TDictionary).IsAssignableFrom(typeof(Dictionary<string, TValue>))
            ? (TDictionary)(object)new Dictionary<string, TValue> { [item.Key] = element }
            : default;

    protected override int BeginItem(RowEncoder encoder, KeyValuePair<string, TValue> item, out TValue? value)
    {
        value = item.Value;
        return encoder.WriteEntryName(item.Key);
    }
}
