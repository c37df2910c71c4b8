namespace RowJson;

public static partial class JsonRowSerializer
{
    /// <summary>Options for reading and writing with <see cref="JsonSerializer"/>, made of those of an application.</summary>
    /// <param name="options">The application's options, which become read-only. They decide every byte, and all that is read.</param>
    /// <returns>
    /// Options that write lists of rows by columns, and read and describe every type as <paramref name="options"/> do: always the same
    /// instance for the same options. It is <paramref name="options"/> itself, and nothing is faster, with a
    /// <see cref="JsonSerializerOptions.ReferenceHandler"/> (<c>IgnoreCycles</c> or <c>Preserve</c>), where read-only members are ignored,
    /// or with a <c>MaxDepth</c> of 1; and if this method made them.
    /// </returns>
    /// <remarks>
    /// With <c>ReferenceHandler.IgnoreCycles</c>, write with <see cref="CreateWriteOptions"/>, and read with the original options. Single
    /// objects are faster with <see cref="CreateWriteOptions"/> only. Converters that are added to a copy of the new options come after
    /// those of <paramref name="options"/>.
    /// Writes to streams and pipes are the serializer's own. To write to streams, use <see cref="CreateWriteOptions"/> or
    /// <see cref="SerializeAsync{TValue}(Stream, TValue, JsonSerializerOptions?, CancellationToken)"/>. With an <c>Encoder</c>, a
    /// <c>DictionaryKeyPolicy</c> or named floating-point literals, types that hold rows have converters: the same bytes and values, but
    /// asynchronous calls hold a value as a whole, and the schema of such a type is <c>true</c>.
    /// </remarks>
    /// <exception cref="ArgumentNullException"><paramref name="options"/> is null.</exception>
    /// <example>
    /// <code>
    /// static readonly JsonSerializerOptions Json = JsonRowSerializer.CreateOptions(JsonSerializerOptions.Web);
    ///
    /// string json = JsonSerializer.Serialize(page, Json);
    /// Page same = JsonSerializer.Deserialize&lt;Page&gt;(json, Json);
    /// </code>
    /// </example>
    public static JsonSerializerOptions CreateOptions(JsonSerializerOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        return DropInOptions.Of(options).Both;
    }

    /// <summary>Does in place what <see cref="CreateOptions"/> does, for options that cannot be replaced.</summary>
    /// <param name="options">
    /// The options. They can still be changed. Converters that they already have are applied as before, but no longer listed.
    /// </param>
    /// <exception cref="ArgumentNullException"><paramref name="options"/> is null.</exception>
    /// <exception cref="InvalidOperationException">The options are read-only.</exception>
    /// <example>
    /// <code>
    /// builder.Services.ConfigureHttpJsonOptions(json => JsonRowSerializer.ConfigureOptions(json.SerializerOptions));
    /// </code>
    /// </example>
    public static void ConfigureOptions(JsonSerializerOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        var copy = new JsonSerializerOptions(options);
        JsonSerializerOptions both = CreateOptions(copy);
        if (ReferenceEquals(both, copy)) return;
        options.TypeInfoResolver = both.TypeInfoResolver;
        if (both.Converters.Count == 0) options.Converters.Clear();
    }
}
