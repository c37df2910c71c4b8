using Microsoft.Data.Sqlite;

namespace RowJson.Benchmarks;

/// <summary>The calls of SQLite's library without which no row is read.</summary>
internal static partial class SqliteCalls
{
    private const string Library = "e_sqlite3";
    private const int Integer = 1, Float = 2, Text = 3;

    /// <summary>Reads all cells of the row.</summary>
    public static long Read(DbDataReader reader)
    {
        nint statement = ((SqliteDataReader)reader).Handle!.DangerousGetHandle();
        long sum = 0;
        for (int i = 0; i < FlightSample.Columns.Count; i++)
        {
            nint value = sqlite3_column_value(statement, i);
            switch (sqlite3_value_type(value))
            {
                case Integer: sum += sqlite3_value_int64(value); break;
                case Float: sum += BitConverter.DoubleToInt64Bits(sqlite3_value_double(value)); break;
                case Text: sum += sqlite3_column_text(statement, i) + sqlite3_value_bytes(value); break;
            }
        }
        return sum;
    }

    [LibraryImport(Library)]
    private static partial nint sqlite3_column_value(nint statement, int column);

    [LibraryImport(Library)]
    private static partial nint sqlite3_column_text(nint statement, int column);

    [LibraryImport(Library)]
    private static partial int sqlite3_value_type(nint value);

    [LibraryImport(Library)]
    private static partial long sqlite3_value_int64(nint value);

    [LibraryImport(Library)]
    private static partial double sqlite3_value_double(nint value);

    [LibraryImport(Library)]
    private static partial int sqlite3_value_bytes(nint value);
}
