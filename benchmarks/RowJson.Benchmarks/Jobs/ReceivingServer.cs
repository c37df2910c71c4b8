using System.Net;
using System.Net.Sockets;

namespace RowJson.Benchmarks;

/// <summary>Takes requests over HTTP/1.1 on the loopback, one connection after the other, and reads their bodies: as little as a server can do.</summary>
internal sealed class ReceivingServer : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private long _received;

    public ReceivingServer()
    {
        _listener.Start();
        _ = Task.Run(AcceptAsync);
    }

    public Uri Address => new($"http://127.0.0.1:{((IPEndPoint)_listener.LocalEndpoint).Port}/");
    /// <summary>The bytes of the last request's head and body.</summary>
    public long Received => Volatile.Read(ref _received);
    public void Dispose() => _listener.Stop();

    private async Task AcceptAsync()
    {
        try
        {
            while (true)
            {
                using TcpClient client = await _listener.AcceptTcpClientAsync().ConfigureAwait(false);
                await ServeAsync(client.GetStream()).ConfigureAwait(false);
            }
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException or IOException)
        {
            // The client or the server has been closed.
        }
    }

    private async Task ServeAsync(NetworkStream stream)
    {
        byte[] buffer = new byte[64 * 1024];
        byte[] answer = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"u8.ToArray();
        byte[] last = new byte[LastChunk.Length];
        long received = 0, expected = -1;
        int read;
        while ((read = await stream.ReadAsync(buffer).ConfigureAwait(false)) > 0)
        {
            if (received == 0) expected = LengthOf(buffer.AsSpan(0, read));
            received += read;
            Keep(last, buffer.AsSpan(0, read));
            // Rows have no line breaks of their own: only the end of a chunked body is this.
            if (expected >= 0 ? received < expected : !last.AsSpan().SequenceEqual(LastChunk)) continue;
            Volatile.Write(ref _received, received);
            received = 0;
            await stream.WriteAsync(answer).ConfigureAwait(false);
        }
    }

    private static ReadOnlySpan<byte> LastChunk => "\r\n0\r\n\r\n"u8;

    /// <summary>The bytes of head and body together, where the length of the body is announced; else -1.</summary>
    private static long LengthOf(ReadOnlySpan<byte> head)
    {
        ReadOnlySpan<byte> name = "Content-Length: "u8;
        int headLength = head.IndexOf("\r\n\r\n"u8) + 4;
        int start = head[..headLength].IndexOf(name);
        if (start < 0) return -1;
        ReadOnlySpan<byte> digits = head[(start + name.Length)..];
        return headLength + long.Parse(digits[..digits.IndexOf((byte)'\r')], System.Globalization.CultureInfo.InvariantCulture);
    }

    private static void Keep(Span<byte> last, ReadOnlySpan<byte> read)
    {
        if (read.Length >= last.Length)
        {
            read[^last.Length..].CopyTo(last);
            return;
        }
        last[read.Length..].CopyTo(last);
        read.CopyTo(last[^read.Length..]);
    }
}
