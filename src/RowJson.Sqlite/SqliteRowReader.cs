using System.Data.Common;
using Microsoft.Data.Sqlite;
using SQLitePCL;

namespace RowJson.Sqlite;

/// <summary>
/// Reads the rows of a <see cref="SqliteDataReader"/> from its statement: text as UTF-8, without a string, and no boxed numbers.
/// </summary>
/// <remarks>
/// The output is the same as without it. Where SQLite's library cannot be called directly, such as in a 32-bit process or where it is
/// linked statically, rows are read by the reader's getters.
/// </remarks>
/// <example>
/// <code>
/// static readonly JsonRowOptions Options = new() { RowReaders = [SqliteRowReader.Instance] };
/// await JsonRows.From(reader).WriteToAsync(stream, Options);
/// </code>
/// </example>
public sealed unsafe class SqliteRowReader : DbRowReader
{
    private SqliteRowReader()
    {
    }

    /// <summary>The instance to set in <see cref="JsonRowOptions.RowReaders"/>.</summary>
    public static SqliteRowReader Instance { get; } = new();

    /// <inheritdoc/>
    public override bool CanRead(DbDataReader reader) =>
        // A derived class may have its own getters.
        reader?.GetType() == typeof(SqliteDataReader) && SqliteLibrary.IsInUse();

    /// <inheritdoc/>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    /// <exception cref="InvalidCastException"><paramref name="reader"/> is not a <see cref="SqliteDataReader"/>.</exception>
    public override void WriteCells(DbDataReader reader, DbCellWriter cells)
    {
        ArgumentNullException.ThrowIfNull(reader);
        ArgumentNullException.ThrowIfNull(cells);
        if (((SqliteDataReader)reader).Handle is not { } statement)
        {
            // Closed: the getters say so.
            while (cells.MoveNext(out _)) cells.WriteFromReader();
            return;
        }
        bool isHeld = false;
        try
        {
            // Once for each row: while it is written, no other thread can free the statement by disposing of its command or connection.
            statement.DangerousAddRef(ref isHeld);
            WriteCells(statement, cells);
        }
        finally
        {
            if (isHeld) statement.DangerousRelease();
        }
    }

    private static void WriteCells(sqlite3_stmt statement, DbCellWriter cells)
    {
        while (cells.MoveNext(out int column))
        {
            // Read again for each cell: raw.sqlite3_finalize frees the statement in spite of the reference, and leaves null here, which
            // SQLite accepts.
            nint handle = statement.DangerousGetHandle();
            nint value = SqliteLibrary.ColumnValue(handle, column);
            switch (SqliteLibrary.ValueType(value))
            {
                case raw.SQLITE_INTEGER: cells.WriteNumber(SqliteLibrary.ValueInt64(value)); break;
                case raw.SQLITE_FLOAT: cells.WriteNumber(SqliteLibrary.ValueDouble(value)); break;
                case raw.SQLITE_TEXT: WriteText(SqliteLibrary.ColumnText(handle, column), value, cells); break;
                case raw.SQLITE_BLOB: WriteBlob(SqliteLibrary.ColumnBlob(handle, column), value, cells); break;
                default: WriteNull(handle, cells); break;
            }
        }
    }

    // The length comes after the text, which converts what is UTF-16: this order is SQLite's advice.
    private static void WriteText(byte* text, nint value, DbCellWriter cells)
    {
        int length = SqliteLibrary.ValueBytes(value);
        // No memory for a conversion, or bytes that are no text: the getter has replacement characters for them.
        if (text is null || !cells.TryWriteText(new ReadOnlySpan<byte>(text, length))) cells.WriteFromReader();
    }

    private static void WriteBlob(byte* bytes, nint value, DbCellWriter cells)
    {
        int length = SqliteLibrary.ValueBytes(value);
        // The pointer to an empty blob is null.
        cells.WriteBase64(bytes is null ? [] : new ReadOnlySpan<byte>(bytes, length));
    }

    // If the statement is at no row any more, all cells are null: the getters say so.
    private static void WriteNull(nint handle, DbCellWriter cells)
    {
        if (SqliteLibrary.DataCount(handle) > 0) cells.WriteNull();
        else cells.WriteFromReader();
    }
}
