namespace RowJson.Benchmarks;

/// <summary>Rows as a sequence of tokens: the encoder of the first three steps, which escapes each name anew for each row.</summary>
/// <typeparam name="TSink">A value type, so that the sink's code is compiled into the loop.</typeparam>
internal static class TokenEncoder<TSink>
    where TSink : struct, ITokenSink
{
    public static void Write(TSink sink, List<Dictionary<string, object?>> rows, TokenText text)
    {
        sink.Write("["u8);
        bool first = true;
        foreach (Dictionary<string, object?> row in rows)
        {
            if (!first)
                sink.Write(","u8);
            first = false;
            WriteRow(ref sink, row, text);
        }
        sink.Write("]"u8);
        sink.Flush();
    }

    private static void WriteRow(ref TSink sink, Dictionary<string, object?> row, TokenText text)
    {
        sink.Write("{"u8);
        bool first = true;
        foreach ((string name, object? value) in row)
        {
            if (!first)
                sink.Write(","u8);
            first = false;
            sink.Write(text.Quote(name));
            sink.Write(":"u8);
            sink.Write(text.Encode(value));
        }
        sink.Write("}"u8);
    }
}
