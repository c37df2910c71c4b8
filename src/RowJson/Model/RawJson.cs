namespace RowJson;

/// <summary>A value that is JSON text already, such as a cached fragment or a <c>jsonb</c> column.</summary>
/// <remarks>
/// <para>
/// The text is validated once, when the instance is made, and copied wherever a value may appear. Whitespace is dropped, and strings
/// are escaped as the output's encoder asks: the bytes are those of a <see cref="JsonElement"/> with the same text. The default
/// value is <c>null</c>.
/// </para>
/// <para>
/// Arrays and objects may be nested 1,000 levels deep; deeper text is refused with a <see cref="JsonException"/>, whatever
/// <see cref="JsonSerializerOptions.MaxDepth"/> says. When the value is written, that limit applies too.
/// </para>
/// </remarks>
[JsonConverter(typeof(RawJsonConverter))]
public readonly struct RawJson : IEquatable<RawJson>
{
    // The depth of Utf8JsonWriter by default; the output has a limit of its own.
    internal const int MaxDepth = 1000;

    private static readonly UTF8Encoding StrictUtf8 = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);
    private static readonly byte[] NullText = "null"u8.ToArray();

    /// <summary>Initializes a new instance from UTF-8 text, which is validated.</summary>
    /// <param name="utf8Json">One JSON value in UTF-8. It is not copied: do not change it while the instance is in use.</param>
    /// <exception cref="JsonException"><paramref name="utf8Json"/> is not one JSON value, or is deeper than 1,000 levels.</exception>
    public RawJson(ReadOnlyMemory<byte> utf8Json)
    {
        Check(utf8Json.Span);
        Utf8 = utf8Json;
    }

    /// <summary>Initializes a new instance from a string, which is validated.</summary>
    /// <param name="json">One JSON value.</param>
    /// <exception cref="ArgumentNullException"><paramref name="json"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="json"/> holds half a surrogate pair.</exception>
    /// <exception cref="JsonException"><paramref name="json"/> is not one JSON value, or is deeper than 1,000 levels.</exception>
    public RawJson(string json)
        : this(StrictUtf8.GetBytes(json ?? throw new ArgumentNullException(nameof(json))))
    {
    }

    /// <summary>The text as it was given; <c>null</c> for the default value.</summary>
    public ReadOnlyMemory<byte> Utf8 { get => field.IsEmpty ? NullText : field; private init; }

    /// <summary>Makes a value of text that is known to be JSON, such as the output of a serializer, without validation.</summary>
    /// <remarks>Text that is not JSON makes the whole output malformed.</remarks>
    /// <param name="utf8Json">One JSON value in UTF-8. It is not copied: do not change it while the instance is in use.</param>
    /// <returns>The value.</returns>
    public static RawJson FromUnvalidatedUtf8(ReadOnlyMemory<byte> utf8Json) => new() { Utf8 = utf8Json };

    /// <summary>Compares the texts.</summary>
    /// <param name="left">One value.</param>
    /// <param name="right">Another value.</param>
    /// <returns><see langword="true"/> if the texts are the same, byte for byte.</returns>
    public static bool operator ==(RawJson left, RawJson right) => left.Equals(right);

    /// <summary>Compares the texts.</summary>
    /// <param name="left">One value.</param>
    /// <param name="right">Another value.</param>
    /// <returns><see langword="true"/> if the texts differ.</returns>
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

    // Throws if the text is not one well-formed value.
    internal static void Check(ReadOnlySpan<byte> utf8Json)
    {
        var reader = new Utf8JsonReader(utf8Json, new JsonReaderOptions { MaxDepth = MaxDepth });
        while (reader.Read()) continue;
    }
}
