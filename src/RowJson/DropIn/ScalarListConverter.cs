using System.Collections.Immutable;

namespace RowJson;

// An array or a list of scalars or strings.
// options: the options.
// element: the serializer's converter of one element; null where its number handling has to be obeyed.
// shortCount: lists of fewer elements are written element by element: to rent an encoder takes as long.
internal sealed class ScalarListConverter<TList, T>(DropInOptions options, JsonConverter<T>? element, int shortCount)
    : ValueConverter<TList>(options)
    where TList : IEnumerable<T>
{
    private readonly RowItems<T> _items = TakenRows.Of<TList, T>();

    protected override void Write(Utf8JsonWriter writer, TList value)
    {
        if (IsNearMaxDepth(writer)) WritePlain(writer, value);
        else if (!TryGetList(value, out LiveList<T> list)) WriteSequence(writer, value);
        else if (list.Count < shortCount && element is not null) WriteEach(writer, list.Span, element);
        else
        {
            var rows = new ListRows<T>(_items, list);
            RowListWriter.Write(writer, Options, ref rows);
        }
    }

    // Writes a value that is declared as a sequence and is neither a list nor an array.
    private void WriteSequence(Utf8JsonWriter writer, TList value)
    {
        if (element is null || default(TList) is not null)
        {
            WritePlain(writer, value);
            return;
        }
        writer.WriteStartArray();
        foreach (T item in value) WriteElement(writer, item, element);
        writer.WriteEndArray();
    }

    private void WriteEach(Utf8JsonWriter writer, ReadOnlySpan<T> items, JsonConverter<T> converter)
    {
        writer.WriteStartArray();
        foreach (T item in items) WriteElement(writer, item, converter);
        writer.WriteEndArray();
    }

    private void WriteElement(Utf8JsonWriter writer, T item, JsonConverter<T> converter)
    {
        if (item is null) writer.WriteNullValue();
        else converter.Write(writer, item, Options.Plain);
    }

    private static bool TryGetList(TList value, out LiveList<T> list)
    {
        // Read by index, also if its class is derived.
        if (typeof(TList) == typeof(List<T>)) list = new LiveList<T>((List<T>)(object)value);
        else if (value.GetType() == typeof(T[])) list = new LiveList<T>((T[])(object)value);
        else if (value is not ImmutableArray<T> array) return LiveList<T>.TryGet(value, out list);
        else return LiveList<T>.TryGet(ImmutableCollectionsMarshal.AsArray(array) ?? (object)value, out list);
        return true;
    }
}
