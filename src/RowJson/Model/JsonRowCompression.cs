namespace RowJson;

/// <summary>How the body of a request is compressed.</summary>
public enum JsonRowCompression
{
    /// <summary>No compression. The default.</summary>
    None = 0,

    /// <summary><c>Content-Encoding: gzip</c>.</summary>
    Gzip = 1,

    /// <summary><c>Content-Encoding: br</c>.</summary>
    Brotli = 2,
}
