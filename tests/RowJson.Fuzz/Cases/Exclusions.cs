using System.Text.Json;
using System.Text.Json.Nodes;

namespace RowJson.Fuzz;

/// <summary>
/// Every documented difference from <see cref="JsonSerializer"/>: what the fuzzer does not compare, one line each with its reason.
/// </summary>
internal static class Exclusions
{
    /// <summary>
    /// 2^-25 and 2^-958: .NET 10 drops a digit, and they do not round-trip (README, What it promises). Tests of their own.
    /// </summary>
    public static double WritesEveryPowerOfTwo(double value) =>
        Math.Abs(value) == Math.ScaleB(1, -25) || Math.Abs(value) == Math.ScaleB(1, -958) ? 1.5 : value;

    /// <summary>
    /// <see cref="DBNull"/> as the value of a property: OmitNulls leaves it out, which cannot be seen in the <c>{}</c> of the serializer
    /// that the comparison of objects begins with. JsonRowOptionsTests have it.
    /// </summary>
    public static object? IsDeclaredAsObject(object? value) => value is DBNull ? null : value;

    /// <summary>
    /// A name whose bytes are no UTF-8 cannot be given to a filter or a policy: with options that change rows the row is refused. Without
    /// them it is written as the serializer writes it.
    /// </summary>
    public static void NamesMustBeText(JsonElement row)
    {
        if (row.ValueKind != JsonValueKind.Object) return;
        foreach (JsonProperty cell in row.EnumerateObject()) _ = cell.Name;
    }

    /// <summary>
    /// A <see cref="JsonObject"/> with a repeated name cannot be enumerated: with options that change rows it is refused.
    /// </summary>
    public static void NamesMustBeUnique(JsonElement row)
    {
        foreach (KeyValuePair<string, JsonNode?> cell in JsonObject.Create(row)!) _ = cell.Key;
    }

    /// <summary>Whether a case is compared.</summary>
    public static bool Compares(FuzzSource source, FuzzData data, SerializerSettings serializer, RowSettings rows, FuzzSink sink) =>
        !(
            LinesAreDocuments(rows, sink)
            || EnvelopeIsJsonOnly(rows, sink)
            || IndentedRowsAreNotReassembled(data, serializer, rows, sink)
            || PreserveIsForWholeLists(source, serializer, rows, sink)
            || DepthIsOfTheWholeArray(serializer, rows, sink)
            || NonFiniteOfObjectsIsTheirMetadatas(data, rows)
            || DropInHasNoRowOptions(rows, sink)
            || AsynchronousSourcesNeedAsynchronousSinks(source, sink)
            || RowsOneByOneHaveNoSourceOptions(rows, sink));

    /// <summary>JSON Lines and text sequences are several documents: not for a writer, and not in an envelope (README, Limits).</summary>
    private static bool LinesAreDocuments(RowSettings rows, FuzzSink sink) =>
        rows.Format != JsonRowFormat.Array && (sink.IsInsideJson
            || (rows.IsInEnvelope && rows.Format != JsonRowFormat.ArrayWithLineBreaks));

    /// <summary>Envelopes have a comparison of their own, without indentation and row by row.</summary>
    private static bool EnvelopeIsJsonOnly(RowSettings rows, FuzzSink sink) => rows.IsInEnvelope && (sink.IsInsideJson || sink.IsRowByRow);

    /// <summary>
    /// What the serializer indents as a whole is not put together from rows here: EnvelopeTests and JsonRowOptionsTests do that.
    /// </summary>
    private static bool IndentedRowsAreNotReassembled(FuzzData data, SerializerSettings serializer, RowSettings rows, FuzzSink sink) =>
        (serializer.IsIndented && (rows.IsInEnvelope || rows.Format == JsonRowFormat.ArrayWithLineBreaks || rows.ChangesRows))
        || (sink.IsIndented && rows.ChangesRows && data is not RowSet);

    /// <summary>References are numbered through the whole list, and pairs and columns have no identity (README, Limits).</summary>
    private static bool PreserveIsForWholeLists(FuzzSource source, SerializerSettings serializer, RowSettings rows, FuzzSink sink) =>
        serializer.Preserves
        && (!source.HasIdentity || sink.IsInsideJson || sink.IsRowByRow || rows.IsInEnvelope || rows.Format != JsonRowFormat.Array
            || rows.ChangesRows);

    /// <summary>A row that is compared alone is one level less deep than in its array.</summary>
    private static bool DepthIsOfTheWholeArray(SerializerSettings serializer, RowSettings rows, FuzzSink sink) =>
        serializer.MaxDepth > 0
        && (serializer.KeyPolicy is not null || rows.IsInEnvelope || rows.Format != JsonRowFormat.Array || rows.ChangesRows
            || sink.IsRowByRow || sink.IsInsideJson);

    /// <summary>
    /// Properties that only the serializer can write follow the number handling of their metadata (NonFiniteHandling, remarks).
    /// </summary>
    private static bool NonFiniteOfObjectsIsTheirMetadatas(FuzzData data, RowSettings rows) =>
        rows.NonFinite != JsonNonFiniteHandling.AsSerializer && data is not RowSet;

    /// <summary>The drop-in options write as the serializer does: they have no options for rows.</summary>
    private static bool DropInHasNoRowOptions(RowSettings rows, FuzzSink sink) =>
        sink.IsDropIn && (rows.ChangesRows || rows.IsInEnvelope || rows.Format != JsonRowFormat.Array);

    /// <summary>Only asynchronous sinks exist on AsyncJsonRows.</summary>
    private static bool AsynchronousSourcesNeedAsynchronousSinks(FuzzSource source, FuzzSink sink) =>
        source.IsAsynchronous && !sink.IsAsynchronous;

    /// <summary>A row that is given alone is of its run-time type: only declared types that are the same are compared.</summary>
    private static bool RowsOneByOneHaveNoSourceOptions(RowSettings rows, FuzzSink sink) => sink.IsRowByRow && rows.HasFlushInterval;
}
