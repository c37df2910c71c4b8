namespace RowJson;

/// <content>Options of the serializer where options of rows are expected.</content>
public sealed partial class JsonRowOptions
{
    /// <summary>
    /// Options with the given <see cref="SerializerOptions"/>, and the default value of every other property: a
    /// <see cref="JsonSerializerOptions"/> can be passed wherever a <see cref="JsonRowOptions"/> is expected.
    /// </summary>
    /// <param name="options">The options of the serializer; null converts to null.</param>
    /// <example><c>string json = JsonRows.From(people).ToJsonString(JsonSerializerOptions.Web);</c></example>
    [return: NotNullIfNotNull(nameof(options))]
    public static implicit operator JsonRowOptions?(JsonSerializerOptions? options) =>
        options is null ? null : FromJsonSerializerOptions(options);

    /// <summary>Options with the given <see cref="SerializerOptions"/>, and the default value of every other property.</summary>
    /// <param name="options">The options of the serializer.</param>
    /// <returns>Always the same instance for the same options, which keeps the names that it has encoded.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="options"/> is null.</exception>
    public static JsonRowOptions FromJsonSerializerOptions(JsonSerializerOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        if (ReferenceEquals(options, Default.SerializerOptions)) return Default;
        return ReferenceEquals(options, KnownSerializerOptions.Web)
            ? Web
            : KnownSerializerOptions.FactsOf(options).RowsOf(options);
    }
}
