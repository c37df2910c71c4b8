using System.Runtime.InteropServices;
using System.Text.Json;

namespace RowJson;

/// <summary>
/// The rows of a document: its text is copied batch by batch, and only what the copier leaves alone goes row by row.
/// </summary>
internal sealed class JsonElementRows(JsonElement root) : JsonRows
{
    internal override RowRoot Root => root.ValueKind switch
    {
        JsonValueKind.Array => RowRoot.Rows,
        JsonValueKind.Undefined => throw new InvalidOperationException(
            "The JsonElement is default(JsonElement): it belongs to no document. Pass an element of a document."),
        _ => RowRoot.SingleValue,
    };

    internal override bool EncodeBatch(RowEncoder encoder, ref RowCursor cursor)
    {
        if (root.ValueKind != JsonValueKind.Array)
        {
            encoder.WriteDocumentRow(root);
            return false;
        }
        if (root.GetArrayLength() == 0) return false;
        if (cursor.Elements is null)
        {
            if (encoder.CopiesText)
            {
                ReadOnlySpan<byte> text = RowsText;
                switch (encoder.CopyRows(text, text.Length / root.GetArrayLength(), ref cursor.Index, ref cursor.Copy))
                {
                    case CopyStatus.RowEnd: return true;
                    case CopyStatus.Done: encoder.SetRowsWritten(root.GetArrayLength()); return false;
                }
                encoder.SetRowsWritten(CountRows(cursor.Index));
            }
            cursor.Elements = Skip(encoder.RowsWritten);
        }
        return EncodeRowByRow(encoder, ref cursor);
    }

    internal override long WriteSingleValue(Utf8JsonWriter writer)
    {
        // Where no value may stand the writer refuses before it writes a byte: that is its caller's mistake, not the value's.
        long before = writer.BytesCommitted + writer.BytesPending;
        bool isRead = root.ValueKind != JsonValueKind.String;
        try
        {
            if (!isRead) isRead = root.GetString() is not null;
            root.WriteTo(writer);
        }
        catch (Exception exception) when (!isRead || writer.BytesCommitted + writer.BytesPending > before)
        {
            throw RowFailure.Create(exception, row: 0, column: null, inSink: false);
        }
        return 1;
    }

    /// <exception cref="ObjectDisposedException">The document is disposed: how many rows its text held is not known any more.</exception>
    internal override long CountRows(RowEncoder encoder, in RowCursor cursor) =>
        encoder.RowsWritten == 0 && cursor.Index > 0 ? CountRows(cursor.Index) : encoder.RowsWritten;

    /// <summary>Everything between the array's brackets.</summary>
    private ReadOnlySpan<byte> RowsText => JsonMarshal.GetRawUtf8Value(root)[1..^1];

    private static bool EncodeRowByRow(RowEncoder encoder, ref RowCursor cursor)
    {
        JsonElement.ArrayEnumerator elements = cursor.Elements!.Value;
        bool more = false;
        while (!more && elements.MoveNext())
        {
            encoder.WriteDocumentRow(elements.Current);
            more = encoder.BatchIsFull;
        }
        cursor.Elements = elements;
        return more;
    }

    private JsonElement.ArrayEnumerator Skip(long rows)
    {
        JsonElement.ArrayEnumerator elements = root.EnumerateArray();
        for (long i = 0; i < rows; i++) elements.MoveNext();
        return elements;
    }

    /// <summary>The rows that begin before an offset of <see cref="RowsText"/>.</summary>
    private long CountRows(int offset)
    {
        ReadOnlySpan<byte> text = RowsText;
        long rows = 0;
        foreach (JsonElement row in root.EnumerateArray())
        {
            text.Overlaps(JsonMarshal.GetRawUtf8Value(row), out int start);
            if (start >= offset) break;
            rows++;
        }
        return rows;
    }
}
