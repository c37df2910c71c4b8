using System.Buffers;
using System.Text.Json;

namespace RowJson.Fuzz;

/// <summary>What a write must give: the bytes, or a failure after some of the rows.</summary>
/// <param name="Bytes">The output; where the rows fail, all rows before the first that does.</param>
/// <param name="Failure">Why the serializer refuses the rows; null if it does not.</param>
/// <param name="RowEnds">The lengths that the output may have after a failure.</param>
internal sealed record Expected(byte[] Bytes, Exception? Failure, IReadOnlySet<int>? RowEnds)
{
    private const int MaxDepthOfWriters = 1000;

    private HashSet<int>? _endsOfWhole;

    /// <summary>The lengths that the output may have after an interruption; null where they are not known.</summary>
    public IReadOnlySet<int>? EndsOfRows => RowEnds is not null || Failure is not null ? RowEnds : _endsOfWhole ??= RowsOfOutput.EndsOf(Bytes);

    /// <summary>What is expected; null where a case is not compared.</summary>
    public static Expected? Of(Oracle oracle, SerializerSettings serializer, JsonSerializerOptions options, RowSettings rows, FuzzSink sink)
    {
        oracle = oracle.For(rows);
        var output = new ArrayBufferWriter<byte>();
        try
        {
            if (rows.IsCompact) return CompactRows.Of(oracle, StyleOfRows(serializer, options), options, rows);
            if (sink.IsInsideJson) WriteInside(oracle, options, rows, sink, output);
            else if (rows.Format == JsonRowFormat.Array) WriteWhole(oracle, serializer, options, rows, output);
            else WriteRows(oracle, serializer, options, rows, output);
            return new Expected(output.WrittenSpan.ToArray(), null, null);
        }
        catch (Exception exception) when (Verdict.IsRefusal(exception))
        {
            // Its rows that can be written, one by one. What is written as a whole cannot be taken apart.
            bool isApart = !serializer.IsIndented && !serializer.Preserves && serializer.MaxDepth == 0 && !sink.IsInsideJson && !rows.IsCompact;
            return isApart ? Failing(oracle, options, rows, exception) : new Expected([], exception, null);
        }
    }

    private static void WriteWhole(
        Oracle oracle,
        SerializerSettings serializer,
        JsonSerializerOptions options,
        RowSettings rows,
        ArrayBufferWriter<byte> output)
    {
        using var writer = new Utf8JsonWriter(output, serializer.WriterOptions(options));
        WriteValue(oracle, writer, options, rows);
    }

    private static void WriteInside(
        Oracle oracle, JsonSerializerOptions options, RowSettings rows, FuzzSink sink, ArrayBufferWriter<byte> output)
    {
        using Utf8JsonWriter writer = sink.CreateWriter(output, options);
        sink.Place(writer, () => WriteValue(oracle, writer, options, rows));
    }

    /// <summary>The rows as one value, in their envelope if they have one.</summary>
    private static void WriteValue(Oracle oracle, Utf8JsonWriter writer, JsonSerializerOptions options, RowSettings rows)
    {
        if (!rows.IsInEnvelope)
        {
            WriteArray(oracle, writer, options, rows);
            return;
        }
        writer.WriteStartObject();
        writer.WriteBoolean(Frame.Name("isFirst", options), true);
        writer.WritePropertyName(Frame.Name("rowsOf", options));
        WriteArray(oracle, writer, options, rows);
        writer.WriteBoolean(Frame.Name("isLast", options), true);
        writer.WriteEndObject();
    }

    private static void WriteArray(Oracle oracle, Utf8JsonWriter writer, JsonSerializerOptions options, RowSettings rows)
    {
        // The serializer has a form for all rows together.
        if (!rows.ChangesRows)
        {
            oracle.WriteAll(writer, options);
            return;
        }
        writer.WriteStartArray();
        for (int i = 0; i < oracle.Count; i++) oracle.WriteChangedRow(writer, i, options, rows);
        writer.WriteEndArray();
    }

    /// <summary>Rows one by one, with what comes between them.</summary>
    private static void WriteRows(
        Oracle oracle, SerializerSettings serializer, JsonSerializerOptions options, RowSettings rows, ArrayBufferWriter<byte> output)
    {
        JsonWriterOptions style = StyleOfRows(serializer, options);
        output.Write(Frame.Before(rows, options));
        for (int i = 0; i < oracle.Count; i++) WriteRow(oracle, i, style, options, rows, output);
        output.Write(Frame.After(rows, options));
    }

    private static JsonWriterOptions StyleOfRows(SerializerSettings serializer, JsonSerializerOptions options) =>
        serializer.WriterOptions(options) with { Indented = false, MaxDepth = MaxDepthOfWriters };

    private static void WriteRow(
        Oracle oracle, int index, JsonWriterOptions style, JsonSerializerOptions options, RowSettings rows, ArrayBufferWriter<byte> output)
    {
        output.Write(Frame.BeforeRow(rows, index));
        using (var writer = new Utf8JsonWriter(output, style))
        {
            if (rows.ChangesRows) oracle.WriteChangedRow(writer, index, options, rows);
            else oracle.WriteRow(writer, index, options);
        }
        output.Write(Frame.AfterRow(rows));
    }

    private static Expected Failing(Oracle oracle, JsonSerializerOptions options, RowSettings rows, Exception failure)
    {
        var output = new ArrayBufferWriter<byte>();
        var ends = new HashSet<int> { 0 };
        var style = new JsonWriterOptions { Encoder = options.Encoder, MaxDepth = MaxDepthOfWriters, SkipValidation = true };
        output.Write(Frame.Before(rows, options));
        for (int i = 0; i < oracle.Count; i++)
        {
            var row = new ArrayBufferWriter<byte>();
            try
            {
                WriteRow(oracle, i, style, options, rows, row);
            }
            catch (Exception exception) when (Verdict.IsRefusal(exception))
            {
                break;
            }
            output.Write(row.WrittenSpan);
            ends.Add(output.WrittenCount);
        }
        return new Expected(output.WrittenSpan.ToArray(), failure, ends);
    }
}
