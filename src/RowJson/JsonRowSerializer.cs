namespace RowJson;

/// <summary>
/// Makes options with which <see cref="JsonSerializer"/> writes any value, byte for byte as before, and lists of rows inside it several
/// times faster; writes values to streams and pipes, which receive large lists in batches.
/// </summary>
/// <remarks>
/// Taken over are lists, arrays and sequences of objects, of dictionaries with string keys, and of JSON elements; the options also take
/// over lists of scalars, and dictionaries with string keys. Everything else is written by the serializer with the options that are passed.
/// </remarks>
public static partial class JsonRowSerializer
{
    /// <summary>Options for writing with <see cref="JsonSerializer"/>, made of those of an application.</summary>
    /// <param name="options">
    /// The application's options, which become read-only. They decide every byte; read with them, and make schemas with them.
    /// </param>
    /// <returns>
    /// Options for writing: always the same instance for the same options. It is <paramref name="options"/> itself if this method made
    /// them, or if nothing can be taken over: with <c>ReferenceHandler.Preserve</c>, <c>WriteIndented</c>, read-only members that are
    /// ignored, or <c>IgnoreCycles</c> without code made at run time.
    /// </returns>
    /// <remarks>Reading works, but a value is held as a whole; read with <paramref name="options"/>.</remarks>
    /// <exception cref="ArgumentNullException"><paramref name="options"/> is null.</exception>
    /// <example>
    /// <code>
    /// static readonly JsonSerializerOptions Fast = JsonRowSerializer.CreateWriteOptions(JsonSerializerOptions.Web);
    ///
    /// string json = JsonSerializer.Serialize(page, Fast);
    /// </code>
    /// </example>
    public static JsonSerializerOptions CreateWriteOptions(JsonSerializerOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        return DropInOptions.Of(options).WriteOnly;
    }

    private static bool IsOfItsOptions(JsonTypeInfo info)
    {
        info.MakeReadOnly();
        return info.Options.IsReadOnly
            && info.Options.TryGetTypeInfo(info.Type, out JsonTypeInfo? known) && ReferenceEquals(known, info);
    }

    private static DropInOptions Of(JsonSerializerOptions? options) => DropInOptions.OfEqual(options ?? KnownSerializerOptions.Default);
}
