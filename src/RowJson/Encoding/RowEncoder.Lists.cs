using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace RowJson;

/// <content>Cells of objects that are lists, other sequences or dictionaries: what they hold is known from their declared type.</content>
internal sealed partial class RowEncoder
{
    /// <summary>Writes a cell that is a list of scalars or strings.</summary>
    public int WriteListCell<TValue>(int position, EncodedName name, ReadOnlySpan<TValue> values, ListFormat format)
    {
        CheckNesting(format.ChecksDepth ? values.Length : 0, _cellDepth);
        position = BeginCell(position, name);
        _cellDepth++;
        position = format.IsQuoted ? WriteQuotedElements(position, values) : WriteElements(position, values);
        _cellDepth--;
        return position;
    }

    /// <summary>Writes a cell that is a sequence of scalars or strings.</summary>
    public int WriteSequenceCell<TValue>(int position, EncodedName name, IEnumerable<TValue> values, ListFormat format)
    {
        // Mostly these, and they need no enumerator. Nothing of the user's runs while they are read.
        if (values.GetType() == typeof(List<TValue>))
            return WriteListCell<TValue>(position, name, CollectionsMarshal.AsSpan(Unsafe.As<List<TValue>>(values)), format);
        if (values.GetType() == typeof(TValue[])) return WriteListCell<TValue>(position, name, Unsafe.As<TValue[]>(values), format);
        position = BeginList(BeginCell(position, name), count: 0, _cellDepth);
        _cellDepth++;
        int index = 0;
        foreach (TValue value in values)
        {
            position = BeginElement(position, index++);
            position = format.IsQuoted ? WriteQuoted(position, value) : WriteTypedValue(position, value, key: null);
        }
        _cellDepth--;
        return EndList(position);
    }

    /// <summary>Writes a cell that is a list of objects.</summary>
    public int WriteListCell<TValue>(int position, EncodedName name, List<TValue> values, ObjectColumns<TValue> columns)
    {
        position = BeginObjectList(BeginCell(position, name), values.Count);
        // The list may change while its values are read: as for the serializer, its count is asked each time.
        for (int i = 0; i < values.Count; i++) position = WriteListedObject(position, i, values[i], columns);
        return EndObjectList(position);
    }

    /// <inheritdoc cref="WriteListCell{TValue}(int, EncodedName, List{TValue}, ObjectColumns{TValue})"/>
    public int WriteListCell<TValue>(int position, EncodedName name, TValue[] values, ObjectColumns<TValue> columns)
    {
        position = BeginObjectList(BeginCell(position, name), values.Length);
        for (int i = 0; i < values.Length; i++) position = WriteListedObject(position, i, values[i], columns);
        return EndObjectList(position);
    }

    /// <summary>Writes a cell that is a sequence of objects.</summary>
    public int WriteSequenceCell<TValue>(int position, EncodedName name, IEnumerable<TValue> values, ObjectColumns<TValue> columns)
    {
        if (values.GetType() == typeof(TValue[])) return WriteListCell(position, name, Unsafe.As<TValue[]>(values), columns);
        position = BeginObjectList(BeginCell(position, name), count: 0);
        int index = 0;
        // A list as well by an enumerator, that of its own type: it refuses to go on where a value has changed the list.
        if (values.GetType() == typeof(List<TValue>))
            foreach (TValue value in Unsafe.As<List<TValue>>(values)) position = WriteSequencedObject(position, index++, value, columns);
        else
            foreach (TValue value in values) position = WriteSequencedObject(position, index++, value, columns);
        return EndObjectList(position);
    }

    /// <summary>Writes a cell that is a dictionary.</summary>
    public int WriteDictionaryCell(int position, EncodedName name, Dictionary<string, object?> values) =>
        WriteNested(BeginCell(position, name), values, NamePredictor.Root, _cellDepth);

    /// <summary>Writes a cell that is a dictionary of scalars or strings.</summary>
    public int WriteDictionaryCell<TValue>(int position, EncodedName name, Dictionary<string, TValue> values, ListFormat format)
    {
        CheckNesting(format.ChecksDepth ? values.Count : 0, _cellDepth);
        position = BeginCell(position, name);
        _cellDepth++;
        var cells = new ObjectState(this, position, Keys, NamePredictor.Root, _cellDepth);
        foreach (KeyValuePair<string, TValue> cell in values)
            position = WriteTypedCell(position, cell.Key, cell.Value, ref cells);
        _cellDepth--;
        return EndObject(position, in cells);
    }

    private int WriteQuotedElements<TValue>(int position, ReadOnlySpan<TValue> values)
    {
        position = BeginList(position, count: 0, _cellDepth - 1);
        for (int i = 0; i < values.Length; i++)
        {
            position = _output.Reserve(position, 1 + ScalarRoom);
            if (i > 0) _output.At(position++) = (byte)',';
            position = WriteQuoted(position, values[i]);
        }
        return EndList(position);
    }

    /// <summary>The comma before an element of a sequence, and room for a scalar.</summary>
    private int BeginElement(int position, int index)
    {
        // Its number of elements is not known before: the serializer looks at the depth of each, and so is at the first.
        if (index == 0) CheckDepth(_cellDepth);
        position = _output.Reserve(position, 1 + ScalarRoom);
        if (index > 0) _output.At(position++) = (byte)',';
        return position;
    }

    private int BeginObjectList(int position, int count)
    {
        CheckNesting(count, _cellDepth);
        _cellDepth++;
        _output.At(position) = (byte)'[';
        return position + 1;
    }

    private int WriteListedObject<TValue>(int position, int index, TValue value, ObjectColumns<TValue> columns)
    {
        position = _output.Reserve(position, 1 + ScalarRoom);
        if (index > 0) _output.At(position++) = (byte)',';
        return value is null ? WriteNull(position) : columns.WriteListed(this, position, in value);
    }

    private int WriteSequencedObject<TValue>(int position, int index, TValue value, ObjectColumns<TValue> columns)
    {
        position = BeginElement(position, index);
        return value is null ? WriteNull(position) : columns.WriteListed(this, position, in value);
    }

    private int EndObjectList(int position)
    {
        _cellDepth--;
        position = _output.Reserve(position, 1 + ScalarRoom);
        _output.At(position) = (byte)']';
        return position + 1;
    }
}

/// <summary>How the elements of a list or the values of a dictionary are written.</summary>
/// <param name="ChecksDepth">The serializer checks the depth of each: those that it writes with number handling, and a sequence's.</param>
/// <param name="IsQuoted">They are numbers that are written as strings.</param>
internal readonly record struct ListFormat(bool ChecksDepth, bool IsQuoted);
