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
    internal override IRowPass Open() => new Pass(reader);

    internal override IAsyncRowPass OpenAsync(FlushPolicy policy) => new AsyncPass(reader, policy);

    /// <summary>Writes the row the reader stands at.</summary>
    public static void EncodeRow(RowEncoder encoder, DbDataReader reader, ReaderColumn[] columns)
    {
        if (!encoder.WritesDirectly)
        {
            EncodeRowViaSerializer(encoder, reader, columns);
            return;
        }
        int position = encoder.BeginObjectRow(out int start);
        int current = 0;
        try
        {
            position = EncodeCells(encoder, position, reader, columns, ref current);
        }
        catch (Exception) when (encoder.NoteFailedColumn(columns[current].Name))
        {
            throw;
        }
        encoder.EndObjectRow(position, start);
    }

    /// <summary>Outside the try block, in which the compiler keeps what the filter reads in memory, loop and all.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int EncodeCells(RowEncoder encoder, int position, DbDataReader reader, ReaderColumn[] columns, ref int current)
    {
        for (int i = 0; i < columns.Length; i++)
        {
            current = i;
            ref readonly ReaderColumn column = ref columns[i];
            position = reader.IsDBNull(column.Ordinal)
                ? encoder.WriteNullCell(position, column.Name)
                : WriteCell(encoder, position, reader, in column);
        }
        return position;
    }

    /// <summary>
    /// The common types, inlined into the loop over columns: the jump is part of it, and no call stands between. The value is
    /// read before its name is written, so that nothing of the writer's has to outlive the reader's call.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int WriteCell(RowEncoder encoder, int position, DbDataReader reader, in ReaderColumn column)
    {
        int ordinal = column.Ordinal;
        EncodedName name = column.Name;
        switch (column.Kind)
        {
            case CellKind.String:
                return reader.GetString(ordinal) is { } text
                ? encoder.WriteCell(position, name, text)
                : WriteUnannouncedNull(encoder, position, name);
            case CellKind.Int32: return encoder.WriteCell(position, name, reader.GetInt32(ordinal));
            case CellKind.Int64: return encoder.WriteCell(position, name, reader.GetInt64(ordinal));
            case CellKind.Double: return encoder.WriteCell(position, name, reader.GetDouble(ordinal));
            case CellKind.Boolean: return encoder.WriteCell(position, name, reader.GetBoolean(ordinal));
            case CellKind.DateTime: return encoder.WriteCell(position, name, reader.GetDateTime(ordinal));
            case CellKind.Decimal: return encoder.WriteCell(position, name, reader.GetDecimal(ordinal));
            default: return WriteRareCell(encoder, position, reader, in column);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int WriteRareCell(RowEncoder encoder, int position, DbDataReader reader, in ReaderColumn column)
    {
        int ordinal = column.Ordinal;
        EncodedName name = column.Name;
        return column.Kind switch
        {
            CellKind.Guid => encoder.WriteCell(position, name, reader.GetGuid(ordinal)),
            CellKind.Int16 => encoder.WriteCell(position, name, reader.GetInt16(ordinal)),
            CellKind.Byte => encoder.WriteCell(position, name, reader.GetByte(ordinal)),
            CellKind.Single => encoder.WriteCell(position, name, reader.GetFloat(ordinal)),
            CellKind.Char => encoder.WriteCell(position, name, reader.GetChar(ordinal)),
            CellKind.OtherScalar => column.Scalar!.WriteField(encoder, position, name, reader, ordinal),
            CellKind.Bytes => reader.GetFieldValue<byte[]>(ordinal) is { } bytes
                ? encoder.WriteCell(position, name, bytes)
                : WriteUnannouncedNull(encoder, position, name),
            CellKind.Json => reader.GetString(ordinal) is { } json
                ? encoder.WriteJsonText(encoder.BeginCell(position, name), json, name)
                : WriteUnannouncedNull(encoder, position, name),
            _ => encoder.WriteDatabaseCell(position, name, reader.GetValue(ordinal)),
        };
    }

    /// <summary>Some readers return null where <see cref="DbDataReader.IsDBNull"/> is false.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int WriteUnannouncedNull(RowEncoder encoder, int position, EncodedName name) => encoder.WriteNullCell(position, name);

    private static void EncodeRowViaSerializer(RowEncoder encoder, DbDataReader reader, ReaderColumn[] columns)
    {
        Utf8JsonWriter writer = encoder.BeginObjectRowViaSerializer();
        int i = 0;
        try
        {
            for (; i < columns.Length; i++)
            {
                ref readonly ReaderColumn column = ref columns[i];
                object? value = reader.GetValue(column.Ordinal);
                if (column.Kind == CellKind.Json && value is string json) value = RowEncoder.CheckJsonText(json);
                encoder.WriteDatabaseCellViaSerializer(writer, column.Name, value);
            }
        }
        catch (Exception) when (encoder.NoteFailedColumn(columns[i].Name))
        {
            throw;
        }
        encoder.EndObjectRowViaSerializer(writer);
    }

    private sealed class Pass(DbDataReader reader) : IRowPass
    {
        private ReaderColumn[]? _columns;

        public IRowPass? EncodeBatch(RowEncoder encoder)
        {
            while (reader.Read())
            {
                EncodeRow(encoder, reader, _columns ??= ReaderColumn.Resolve(reader, encoder));
                if (encoder.BatchIsFull) return this;
            }
            return null;
        }
    }

    /// <summary>The same, with nothing but the reader's own wait between rows.</summary>
    private sealed class AsyncPass(DbDataReader reader, FlushPolicy policy) : AsyncRowPass(policy)
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
