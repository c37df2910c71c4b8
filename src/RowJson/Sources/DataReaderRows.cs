using System.Data.Common;
using System.Runtime.CompilerServices;
using System.Text.Json;

namespace RowJson;

/// <summary>
/// The rows of a reader's current result. Names, types and writers are found once; a cell is then one jump, one typed getter
/// and one write. Columns are read once and in order, as <see cref="System.Data.CommandBehavior.SequentialAccess"/> wants it.
/// </summary>
internal sealed class DataReaderRows(DbDataReader reader) : JsonRows
{
    internal override bool EncodePiece(RowEncoder encoder, ref RowCursor cursor)
    {
        while (reader.Read())
        {
            EncodeRow(encoder, reader, (ReaderColumn[])(cursor.Columns ??= ReaderColumn.Resolve(reader, encoder)));
            if (encoder.PieceIsFull) return true;
        }
        return false;
    }

    internal override RowPieces OpenAsync(JsonRowOptions options) => new Pieces(reader, options);

    /// <summary>Writes the row the reader stands at.</summary>
    public static void EncodeRow(RowEncoder encoder, DbDataReader reader, ReaderColumn[] columns)
    {
        if (!encoder.WritesDirectly)
        {
            EncodeOrdinaryRow(encoder, reader, columns);
            return;
        }
        int position = encoder.BeginObjectRow(out int start);
        int i = 0;
        try
        {
            for (; i < columns.Length; i++)
            {
                ref readonly ReaderColumn column = ref columns[i];
                bool isNull = reader.IsDBNull(column.Ordinal);
                if (isNull && encoder.OmitsNulls) continue;
                position = encoder.BeginCell(position, column.Name);
                position = isNull ? encoder.WriteNullCell(position) : WriteCell(encoder, position, reader, in column);
            }
        }
        catch (Exception) when (encoder.BlameColumn(columns[i].Name))
        {
            throw;
        }
        encoder.EndObjectRow(position, start);
    }

    /// <summary>The common types, inlined into the loop over columns: the jump is part of it, and no call stands between.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int WriteCell(RowEncoder encoder, int position, DbDataReader reader, in ReaderColumn column)
    {
        int ordinal = column.Ordinal;
        EncodedName name = column.Name;
        switch (column.Kind)
        {
            case CellKind.String: return encoder.WriteCell(position, reader.GetString(ordinal));
            case CellKind.Int32: return encoder.WriteCell(position, reader.GetInt32(ordinal));
            case CellKind.Int64: return encoder.WriteCell(position, reader.GetInt64(ordinal));
            case CellKind.Double: return encoder.WriteCell(position, reader.GetDouble(ordinal), name);
            case CellKind.Boolean: return encoder.WriteCell(position, reader.GetBoolean(ordinal));
            case CellKind.DateTime: return encoder.WriteCell(position, reader.GetDateTime(ordinal), name);
            case CellKind.Decimal: return encoder.WriteCell(position, reader.GetDecimal(ordinal), name);
            case CellKind.Guid: return encoder.WriteCell(position, reader.GetGuid(ordinal), name);
            case CellKind.Int16: return encoder.WriteCell(position, reader.GetInt16(ordinal));
            case CellKind.Byte: return encoder.WriteCell(position, reader.GetByte(ordinal));
            default: return WriteRareCell(encoder, position, reader, in column);
        }
    }

    private static int WriteRareCell(RowEncoder encoder, int position, DbDataReader reader, in ReaderColumn column)
    {
        int ordinal = column.Ordinal;
        EncodedName name = column.Name;
        return column.Kind switch
        {
            CellKind.Single => encoder.WriteCell(position, reader.GetFloat(ordinal), name),
            CellKind.Char => encoder.WriteCell(position, reader.GetChar(ordinal), name),
            CellKind.SByte => encoder.WriteCell(position, reader.GetFieldValue<sbyte>(ordinal)),
            CellKind.UInt16 => encoder.WriteCell(position, reader.GetFieldValue<ushort>(ordinal)),
            CellKind.UInt32 => encoder.WriteCell(position, (long)reader.GetFieldValue<uint>(ordinal)),
            CellKind.UInt64 => encoder.WriteCell(position, reader.GetFieldValue<ulong>(ordinal), name),
            CellKind.DateTimeOffset => encoder.WriteCell(position, reader.GetFieldValue<DateTimeOffset>(ordinal), name),
            CellKind.DateOnly => encoder.WriteCell(position, reader.GetFieldValue<DateOnly>(ordinal), name),
            CellKind.TimeOnly => encoder.WriteCell(position, reader.GetFieldValue<TimeOnly>(ordinal), name),
            CellKind.TimeSpan => encoder.WriteCell(position, reader.GetFieldValue<TimeSpan>(ordinal), name),
            CellKind.Bytes => encoder.WriteCell(position, reader.GetFieldValue<byte[]>(ordinal)),
            CellKind.Json => encoder.WriteJsonText(position, reader.GetString(ordinal), name),
            _ => encoder.WriteDatabaseValue(position, reader.GetValue(ordinal), name),
        };
    }

    private static void EncodeOrdinaryRow(RowEncoder encoder, DbDataReader reader, ReaderColumn[] columns)
    {
        Utf8JsonWriter writer = encoder.BeginOrdinaryObjectRow();
        int i = 0;
        try
        {
            for (; i < columns.Length; i++)
            {
                ref readonly ReaderColumn column = ref columns[i];
                object? value = reader.GetValue(column.Ordinal);
                if (column.Kind == CellKind.Json && value is string json) value = new RawJson(json);
                encoder.WriteOrdinaryDatabaseCell(writer, column.Name, value);
            }
        }
        catch (Exception) when (encoder.BlameColumn(columns[i].Name))
        {
            throw;
        }
        encoder.EndOrdinaryObjectRow(writer);
    }

    /// <summary>The same, with nothing but the reader's own wait between rows.</summary>
    private sealed class Pieces(DbDataReader reader, JsonRowOptions options) : AsyncRowPieces(options.FlushInterval)
    {
        private ReaderColumn[]? _columns;

        protected override ValueTask<bool> MoveNextAsync(CancellationToken cancellationToken)
        {
            Task<bool> read = reader.ReadAsync(cancellationToken);
            return new ValueTask<bool>(read.IsCompletedSuccessfully ? read : WaitAsync(read, cancellationToken));
        }

        protected override void EncodeCurrent(RowEncoder encoder) =>
            EncodeRow(encoder, reader, _columns ??= ReaderColumn.Resolve(reader, encoder));

        /// <summary>The reader is its owner's.</summary>
        protected override ValueTask DisposeSourceAsync() => default;

        /// <summary>Some providers report a cancelled command as a failure of their own.</summary>
        private static async Task<bool> WaitAsync(Task<bool> read, CancellationToken cancellationToken)
        {
            try
            {
                return await read.ConfigureAwait(false);
            }
            catch (Exception exception) when (exception is not OperationCanceledException && cancellationToken.IsCancellationRequested)
            {
                throw new OperationCanceledException(exception.Message, exception, cancellationToken);
            }
        }
    }
}
