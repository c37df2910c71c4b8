using System.Data;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace RowJson;

/// <summary>How rows that are declared as <typeparamref name="T"/> are written: chosen once per type.</summary>
/// <remarks>
/// The declared type decides, as in <c>JsonSerializer.Serialize&lt;IEnumerable&lt;T&gt;&gt;</c>: what a row is at run time matters for
/// <see cref="object"/> only. The one difference is meant: rows that are sequences of pairs, and no dictionaries, are rows of names
/// and values.
/// </remarks>
internal sealed class RowType<T>(Func<IEnumerable<T>, JsonRows> rows, Func<Action<RowEncoder, T>> open, bool hasContract)
{
    public static RowType<T> Instance { get; } = RowTypes.Choose<T>();

    /// <summary>Rows are written by the <see cref="System.Text.Json.Serialization.Metadata.JsonTypeInfo{T}"/> of the options.</summary>
    public bool HasContract => hasContract;

    /// <summary>The rows of a sequence, written by their type alone.</summary>
    public JsonRows Rows(IEnumerable<T> sequence) =>
        sequence is IAsyncEnumerable<T> asyncRows ? new AwaitableRows<T>(rows(sequence), asyncRows, open) : rows(sequence);

    /// <summary>Writes single rows during one pass over an asynchronous sequence.</summary>
    public Func<Action<RowEncoder, T>> Open => open;
}

/// <summary>Chooses the <see cref="RowType{T}"/> of a type.</summary>
internal static class RowTypes
{
    public static RowType<T> Choose<T>()
    {
        Type type = typeof(T);
        if (type == typeof(object)) return Of<T, object?>(rows => new MixedRows(rows), static (encoder, row) => encoder.WriteAnyRow(row));
        if (type == typeof(JsonElement))
            return Of<T, JsonElement>(rows => new JsonElementSequenceRows(rows), static (encoder, row) => encoder.WriteElementRow(row));
        if (type == typeof(RawJson)) return Of<T, RawJson>(static (encoder, row) => encoder.WriteRawRow(row));
        if (type.IsAssignableTo(typeof(JsonNode)) && type != typeof(JsonObject))
            return Of<T, JsonNode?>((encoder, row) => encoder.WriteNodeRow(row, type));
        if (type.IsValueType) return Contract<T>();
        if (type.IsAssignableTo(typeof(DataRow))) return OfPass<T, DataRow?>(static () => new DataRowWriter().Write);
        if (type.IsAssignableTo(typeof(DataRowView))) return OfPass<T, DataRowView?>(static () => new DataRowWriter().Write);
        if (type.IsAssignableTo(typeof(IDataRecord))) return OfPass<T, IDataRecord?>(static () => new DataRecordWriter().Write);
        if (PairValues.Of(type) is { } pairs)
        {
            var declared = new DeclaredPairs(PairValues.IsDictionary(type) ? type : null, typeof(IEnumerable<T>));
            return Of<T, object?>(rows => pairs.Rows(rows, declared), (encoder, row) => pairs.Encode(encoder, row, declared.RowType));
        }
        return Contract<T>();
    }

    private static RowType<T> Contract<T>() => new(
        rows => new ObjectRows<T>(rows, typeInfo: null), static () => new ObjectPlans<T>(typeInfo: null).Write, hasContract: true);

    /// <summary>Rows of a type that is, or derives from, <typeparamref name="TRow"/>.</summary>
    private static RowType<T> Of<T, TRow>(Func<IEnumerable<TRow>, JsonRows> rows, Action<RowEncoder, TRow> encode)
    {
        var encodeRow = (Action<RowEncoder, T>)(object)encode;
        return new RowType<T>(
            (Func<IEnumerable<T>, JsonRows>)(object)rows, () => encodeRow, hasContract: false);
    }

    private static RowType<T> Of<T, TRow>(Action<RowEncoder, TRow> encode) => OfPass<T, TRow>(() => encode);

    /// <summary>The same if what writes them knows more with each row of a pass.</summary>
    private static RowType<T> OfPass<T, TRow>(Func<Action<RowEncoder, TRow>> open)
    {
        Func<IEnumerable<TRow>, JsonRows> rows = sequence => new EncodedRows<TRow>(sequence, open, typeof(IEnumerable<T>));
        return new RowType<T>(
            (Func<IEnumerable<T>, JsonRows>)(object)rows, () => (Action<RowEncoder, T>)(object)open(), hasContract: false);
    }
}
