using System.Data.Common;

namespace RowJson.Benchmarks;

/// <summary>The calls whose rows come from a reader.</summary>
internal static class FirstCallReader
{
    public static Action<Stream> PrepareManual() => Prepare(FirstCallLoops.Write);

    public static Action<Stream> PrepareOurs() => Prepare(static (stream, reader) => JsonRows.From(reader).WriteTo(stream));

    private static Action<Stream> Prepare(Action<Stream, DbDataReader> call)
    {
        DbDataReader reader = FirstCallRows.Table(FirstCallCase.Rows).CreateDataReader();
        return stream => call(stream, reader);
    }
}
