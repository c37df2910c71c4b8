using System.Data;
using System.Data.Common;
using System.Text;
using Dapper;

namespace RowJson.Tests;

/// <summary>How a query is read and written.</summary>
public enum WayToWrite
{
    Reader,
    SequentialReader,
    ReaderAsync,
    SequentialReaderAsync,
    Command,
    CommandAsync,
    Dapper,
    DapperAsync,
    OfferingWrapper,
    OfferingWrapperOfSequentialReader,
    SilentWrapper,
    RowWriter,
    RowWriterOfSequentialReader,
}

internal static class WaysToWrite
{
    public static async Task<string> WriteAsync(this WayToWrite way, DbConnection connection, string sql, JsonRowOptions options)
    {
        using var stream = new MemoryStream();
        await using DbCommand command = connection.CreateCommand();
        command.CommandText = sql;
        switch (way)
        {
            case WayToWrite.Command: JsonRows.From(command).WriteTo(stream, options); break;
            case WayToWrite.CommandAsync: await JsonRows.From(command).WriteToAsync(stream, options); break;
            case WayToWrite.Dapper: Write((DbDataReader)connection.ExecuteReader(sql), stream, options); break;
            case WayToWrite.DapperAsync: await WriteAsync(await connection.ExecuteReaderAsync(sql), stream, options); break;
            default: await WriteReaderAsync(way, command, stream, options); break;
        }
        return Encoding.UTF8.GetString(stream.ToArray());
    }

    private static async Task WriteReaderAsync(WayToWrite way, DbCommand command, Stream stream, JsonRowOptions options)
    {
        bool isSequential = way is WayToWrite.SequentialReader or WayToWrite.SequentialReaderAsync
            or WayToWrite.OfferingWrapperOfSequentialReader or WayToWrite.RowWriterOfSequentialReader;
        DbDataReader reader = command.ExecuteReader(isSequential ? CommandBehavior.SequentialAccess : CommandBehavior.Default);
        switch (way)
        {
            case WayToWrite.ReaderAsync or WayToWrite.SequentialReaderAsync: await WriteAsync(reader, stream, options); break;
            case WayToWrite.OfferingWrapper or WayToWrite.OfferingWrapperOfSequentialReader:
                Write(new OfferingReader(reader), stream, options);
                break;
            case WayToWrite.SilentWrapper: Write(new SilentReader(reader), stream, options); break;
            case WayToWrite.RowWriter or WayToWrite.RowWriterOfSequentialReader: WriteRows(reader, stream, options); break;
            default: Write(reader, stream, options); break;
        }
    }

    private static void Write(DbDataReader reader, Stream stream, JsonRowOptions options)
    {
        using (reader) JsonRows.From(reader).WriteTo(stream, options);
    }

    private static async Task WriteAsync(DbDataReader reader, Stream stream, JsonRowOptions options)
    {
        await using (reader) await JsonRows.From(reader).WriteToAsync(stream, options);
    }

    private static void WriteRows(DbDataReader reader, Stream stream, JsonRowOptions options)
    {
        using (reader)
        {
            using var writer = new JsonRowWriter(stream, options);
            while (reader.Read()) writer.WriteRow(reader);
            writer.Complete();
        }
    }

    /// <summary>Wraps a reader, and says which.</summary>
    private sealed class OfferingReader(DbDataReader inner) : SilentReader(inner), IServiceProvider
    {
        public object? GetService(Type serviceType) => serviceType == typeof(DbDataReader) ? Inner : null;
    }

    /// <summary>Wraps a reader, and does not say so.</summary>
    private class SilentReader(DbDataReader inner) : DelegatingReader(inner)
    {
        protected override void Dispose(bool disposing)
        {
            if (disposing) Inner.Dispose();
            base.Dispose(disposing);
        }

        protected override void OnTouch(int ordinal, bool isValue)
        {
        }
    }
}
