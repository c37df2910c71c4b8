using System.Buffers;
using System.Data.Common;
using Npgsql;
using Npgsql.PostgresTypes;

namespace RowJson.Npgsql;

/// <summary>
/// Reads text, arrays of text, JSON and <c>bytea</c> of an <see cref="NpgsqlDataReader"/> as the bytes that the server sent, without strings.
/// Values of other types are read by the reader's typed getters, which allocate nothing for numbers, times and <c>uuid</c>.
/// </summary>
/// <remarks>
/// The output is the same as without it. Text is taken to be UTF-8, which Npgsql asks the server for: leave this class out where the
/// connection string has another <c>Encoding</c> or <c>Client Encoding</c>.
/// </remarks>
/// <example>
/// <code>
/// static readonly JsonRowOptions Options = new() { RowReaders = [NpgsqlRowReader.Instance] };
/// await JsonRows.From(command).WriteToAsync(stream, Options);
/// </code>
/// </example>
public sealed class NpgsqlRowReader : DbRowReader
{
    // Most texts are shorter. Longer ones take an array of their length.
    private const int BufferLength = 4096;

    // jsonb begins with a version, which is not a character of JSON.
    private const byte JsonbVersion = 1;

    private NpgsqlRowReader()
    {
    }

    /// <summary>The instance to set in <see cref="JsonRowOptions.RowReaders"/>.</summary>
    public static NpgsqlRowReader Instance { get; } = new();

    /// <inheritdoc/>
    public override bool CanRead(DbDataReader reader) => reader is NpgsqlDataReader;

    /// <inheritdoc/>
    /// <exception cref="ArgumentNullException"><paramref name="reader"/> is null.</exception>
    /// <exception cref="InvalidCastException"><paramref name="reader"/> is not an <see cref="NpgsqlDataReader"/>.</exception>
    public override bool CanRead(DbDataReader reader, int ordinal)
    {
        ArgumentNullException.ThrowIfNull(reader);
        PostgresType type = ((NpgsqlDataReader)reader).GetPostgresType(ordinal);
        // The type of .NET, which Npgsql lacks for some, differs where the application maps it, and where the server sends all as text.
        return PostgresText.IsSentAsText(type) ? reader.GetFieldType(ordinal) == typeof(string)
            : PostgresText.IsArrayOfTexts(type) ? reader.GetFieldType(ordinal) == typeof(Array)
            : type.OID == PostgresText.Bytea && reader.GetFieldType(ordinal) == typeof(byte[]);
    }

    /// <inheritdoc/>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    /// <exception cref="InvalidCastException"><paramref name="reader"/> is not an <see cref="NpgsqlDataReader"/>.</exception>
    public override void WriteCells(DbDataReader reader, DbCellWriter cells)
    {
        ArgumentNullException.ThrowIfNull(reader);
        ArgumentNullException.ThrowIfNull(cells);
        var rows = (NpgsqlDataReader)reader;
        byte[] buffer = ArrayPool<byte>.Shared.Rent(BufferLength);
        try
        {
            while (cells.MoveNext(out int ordinal)) WriteCell(rows, ordinal, cells, ref buffer);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }

    private static void WriteCell(NpgsqlDataReader reader, int ordinal, DbCellWriter cells, ref byte[] buffer)
    {
        if (reader.IsDBNull(ordinal))
        {
            cells.WriteNull();
            return;
        }
        Span<byte> bytes = Read(reader, ordinal, ref buffer);
        // The type is looked at only where the bytes do not show it.
        if (bytes is [JsonbVersion, ..] && IsOf(PostgresText.Jsonb, reader, ordinal)) bytes = bytes[1..];
        bool isArray = bytes is [PostgresArray.FirstByte, ..] && PostgresText.IsArrayOfTexts(reader.GetPostgresType(ordinal));
        if (isArray ? PostgresArray.TryWrite(bytes, cells) : cells.TryWriteText(bytes)) return;
        if (!isArray && IsOf(PostgresText.Bytea, reader, ordinal)) cells.WriteBase64(bytes);
        else WriteByGetter(cells);
    }

    private static bool IsOf(uint type, NpgsqlDataReader reader, int ordinal) => reader.GetPostgresType(ordinal).OID == type;

    // Text of another encoding: the getter knows which, unless it may read the cell only once.
    private static void WriteByGetter(DbCellWriter cells)
    {
        try
        {
            cells.WriteFromReader();
        }
        catch (InvalidOperationException exception)
        {
            throw new InvalidOperationException(
                $"The text is not UTF-8, and with sequential access it cannot be read again. Leave {nameof(NpgsqlRowReader)} out where the "
                + "connection string has an Encoding or a Client Encoding.",
                exception);
        }
    }

    private static Span<byte> Read(NpgsqlDataReader reader, int ordinal, ref byte[] buffer)
    {
        int length = (int)reader.GetBytes(ordinal, 0, buffer, 0, buffer.Length);
        return length < buffer.Length ? buffer.AsSpan(0, length) : ReadRest(reader, ordinal, length, ref buffer);
    }

    private static Span<byte> ReadRest(NpgsqlDataReader reader, int ordinal, int read, ref byte[] buffer)
    {
        int length = (int)reader.GetBytes(ordinal, 0, null, 0, 0);
        if (length > read)
        {
            byte[] longer = ArrayPool<byte>.Shared.Rent(length);
            buffer.AsSpan(0, read).CopyTo(longer);
            ArrayPool<byte>.Shared.Return(buffer);
            buffer = longer;
            reader.GetBytes(ordinal, read, buffer, read, length - read);
        }
        return buffer.AsSpan(0, length);
    }
}
