using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace RowJson;

/// <summary>
/// A value that is JSON text already: a cached fragment, a <c>jsonb</c> column. It is checked once, when it is made, and then
/// copied wherever a value may stand; whitespace is dropped and strings are escaped as the output's encoder asks, so that the
/// bytes are those of a <see cref="JsonElement"/> with the same text. The default value is <c>null</c>.
/// </summary>
[JsonConverter(typeof(RawJsonConverter))]
public readonly struct RawJson : IEquatable<RawJson>
{
    /// <summary>As deep as a <see cref="Utf8JsonWriter"/> goes by default; the depth of the output is limited on its own.</summary>
    internal const int MaxDepth = 1000;

    private static readonly UTF8Encoding StrictUtf8 = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    private readonly ReadOnlyMemory<byte> _utf8;

    /// <summary>Initializes a new instance from text that is checked here.</summary>
    /// <param name="utf8Json">One JSON value in UTF-8. It is not copied: do not change it while the instance is in use.</param>
    /// <exception cref="JsonException"><paramref name="utf8Json"/> is not one well-formed JSON value.</exception>
    public RawJson(ReadOnlyMemory<byte> utf8Json)
    {
        Check(utf8Json.Span);
        _utf8 = utf8Json;
    }

    /// <summary>Initializes a new instance from text that is checked here.</summary>
    /// <param name="json">One JSON value.</param>
    /// <exception cref="ArgumentNullException"><paramref name="json"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="json"/> holds half a surrogate pair.</exception>
    /// <exception cref="JsonException"><paramref name="json"/> is not one well-formed JSON value.</exception>
    public RawJson(string json)
    {
        ArgumentNullException.ThrowIfNull(json);
        byte[] utf8 = StrictUtf8.GetBytes(json);
        Check(utf8);
        _utf8 = utf8;
    }

    private RawJson(ReadOnlyMemory<byte> utf8Json, bool _) => _utf8 = utf8Json;

    /// <summary>The text as it was given; <c>null</c> for the default value.</summary>
    public ReadOnlyMemory<byte> Utf8 => _utf8.IsEmpty ? NullText : _utf8;

    private static readonly byte[] NullText = "null"u8.ToArray();

    /// <summary>
    /// Text that is known to be JSON, such as what a serializer has just written: it is not checked. Text that is not JSON makes
    /// the whole output malformed.
    /// </summary>
    /// <param name="utf8Json">One JSON value in UTF-8. It is not copied: do not change it while the instance is in use.</param>
    /// <returns>The value.</returns>
    public static RawJson FromUnvalidatedUtf8(ReadOnlyMemory<byte> utf8Json) => new(utf8Json, true);

    /// <summary>Compares the texts.</summary>
    /// <param name="left">One value.</param>
    /// <param name="right">Another value.</param>
    /// <returns>The texts are the same, byte for byte.</returns>
    public static bool operator ==(RawJson left, RawJson right) => left.Equals(right);

    /// <summary>Compares the texts.</summary>
    /// <param name="left">One value.</param>
    /// <param name="right">Another value.</param>
    /// <returns>The texts differ in some byte.</returns>
    public static bool operator !=(RawJson left, RawJson right) => !left.Equals(right);

    /// <inheritdoc/>
    public bool Equals(RawJson other) => Utf8.Span.SequenceEqual(other.Utf8.Span);

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is RawJson other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode()
    {
        var hash = new HashCode();
        hash.AddBytes(Utf8.Span);
        return hash.ToHashCode();
    }

    /// <summary>The text.</summary>
    /// <returns>The text as it was given.</returns>
    public override string ToString() => Encoding.UTF8.GetString(Utf8.Span);

    /// <summary>Throws where the text is not one well-formed value.</summary>
    internal static void Check(ReadOnlySpan<byte> utf8Json)
    {
        var reader = new Utf8JsonReader(utf8Json, new JsonReaderOptions { MaxDepth = MaxDepth });
        while (reader.Read())
        {
        }
    }
}
