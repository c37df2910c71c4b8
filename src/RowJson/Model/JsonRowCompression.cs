namespace RowJson;

/// <summary>How the body of a request, or a file, is compressed.</summary>
public enum JsonRowCompression
{
    /// <summary>No compression. The default.</summary>
    None = 0,

    /// <summary>Gzip. A request has <c>Content-Encoding: gzip</c>.</summary>
    Gzip = 1,

    /// <summary>Brotli. A request has <c>Content-Encoding: br</c>.</summary>
    Brotli = 2,
}
