using System.Buffers.Text;

namespace RowJson.Benchmarks;

/// <summary>Where the first three steps write their tokens: the only difference between them.</summary>
internal interface ITokenSink
{
    void Write(ReadOnlySpan<byte> token);

    void Flush();
}

internal readonly struct StreamSink(Stream stream) : ITokenSink
{
    public void Write(ReadOnlySpan<byte> token) => stream.Write(token);

    public void Flush()
    {
    }
}

internal struct GatheringSink(Stream stream, byte[] buffer) : ITokenSink
{
    private int _position;

    public void Write(ReadOnlySpan<byte> token)
    {
        while (!token.TryCopyTo(buffer.AsSpan(_position)))
        {
            int part = Math.Min(token.Length, buffer.Length - _position);
            token[..part].CopyTo(buffer.AsSpan(_position));
            _position += part;
            token = token[part..];
            Flush();
        }
        _position += token.Length;
    }

    public void Flush()
    {
        stream.Write(buffer.AsSpan(0, _position));
        _position = 0;
    }
}

internal readonly struct BufferSink(ArrayBufferWriter<byte> output) : ITokenSink
{
    public void Write(ReadOnlySpan<byte> token) => output.Write(token);

    public void Flush()
    {
    }
}

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
            if (!first) sink.Write(","u8);
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
            if (!first) sink.Write(","u8);
            first = false;
            sink.Write(text.Quote(name));
            sink.Write(":"u8);
            sink.Write(text.Encode(value));
        }
        sink.Write("}"u8);
    }
}

/// <summary>Turns names and values into JSON with the framework's methods, one at a time in reused memory, for the steps before the last. Knows
/// the values that the generator makes.</summary>
internal sealed class TokenText
{
    // 1 (quote) + 6 bytes of escape for each byte + 1 (quote).
    private const int EscapedSize = 6, Quotes = 2;

    // The longest double: -2.2250738585072014E-308.
    private const int LongestNumber = 24;
    private byte[] _utf8 = new byte[LongestNumber];
    private byte[] _escaped = [];

    /// <summary>The value as JSON; valid until the next call.</summary>
    public ReadOnlySpan<byte> Encode(object? value)
    {
        int written;
        switch (value)
        {
            case string text: return Quote(text);
            case long integer:
                _ = Utf8Formatter.TryFormat(integer, _utf8, out written);
                return _utf8.AsSpan(0, written);
            case double number:
                _ = Utf8Formatter.TryFormat(number, _utf8, out written);
                return _utf8.AsSpan(0, written);
            case bool boolean: return boolean ? "true"u8 : "false"u8;
            case null: return "null"u8;
            default: throw new NotSupportedException($"no generated row holds a {value.GetType()}");
        }
    }

    /// <summary>The text in quotes, escaped; valid until the next call.</summary>
    public ReadOnlySpan<byte> Quote(string text)
    {
        int size = Encoding.UTF8.GetMaxByteCount(text.Length);
        if (_utf8.Length < size) _utf8 = new byte[size];
        if (_escaped.Length < size * EscapedSize + Quotes) _escaped = new byte[size * EscapedSize + Quotes];

        int length = Encoding.UTF8.GetBytes(text, _utf8);
        OperationStatus status = JavaScriptEncoder.Default.EncodeUtf8(_utf8.AsSpan(0, length), _escaped.AsSpan(1), out _, out int written);
        if (status != OperationStatus.Done) throw new NotSupportedException($"the encoder writes more than {EscapedSize} bytes for one");
        _escaped[0] = _escaped[1 + written] = (byte)'"';
        return _escaped.AsSpan(0, written + Quotes);
    }
}

/// <summary>Names as <c>,"name":</c>, each made once. The comma of a row's first name is left out.</summary>
internal sealed class NameText(TokenText text)
{
    private readonly Dictionary<string, byte[]> _names = [];

    public byte[] Find(string name)
    {
        if (!_names.TryGetValue(name, out byte[]? encoded))
        {
            encoded = [(byte)',', .. text.Quote(name), (byte)':'];
            _names.Add(name, encoded);
        }
        return encoded;
    }
}

/// <summary>Predicts that the name at a position is that of the row before; after a wrong prediction the name is looked up and remembered.</summary>
internal sealed class PredictedNames(NameText names)
{
    private readonly List<(string Name, byte[] Encoded)> _lastRow = [];

    public byte[] Find(int position, string name) =>
        position < _lastRow.Count && ReferenceEquals(_lastRow[position].Name, name) ? _lastRow[position].Encoded : Learn(position, name);

    private byte[] Learn(int position, string name)
    {
        byte[] encoded = names.Find(name);
        if (position < _lastRow.Count) _lastRow[position] = (name, encoded);
        else _lastRow.Add((name, encoded));
        return encoded;
    }
}
