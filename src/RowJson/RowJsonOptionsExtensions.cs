namespace RowJson;

/// <summary>Makes <see cref="JsonSerializerOptions"/> faster.</summary>
public static class RowJsonOptionsExtensions
{
    /// <summary>A copy of an application's options, with which <see cref="JsonSerializer"/> writes faster. Make it once.</summary>
    /// <param name="options">The application's options, which become read-only. They decide every byte, and everything read.</param>
    /// <param name="writeOnly">
    /// Whether the new options are for writing only: they then make single objects faster as well. Default: <see langword="false"/>, and
    /// they read and describe every type as <paramref name="options"/> do.
    /// </param>
    /// <returns>
    /// Always the same instance for the same arguments. It is <paramref name="options"/> itself, and nothing is faster, if this method made
    /// them, or if nothing can be taken over: with <c>ReferenceHandler.Preserve</c>, with a <c>MaxDepth</c> of 1, or if read-only members
    /// are ignored; for both directions, also with <c>WriteIndented</c> or <c>IgnoreCycles</c>; and for writing only, also with
    /// <c>IgnoreCycles</c> if no code can be made at run time.
    /// </returns>
    /// <remarks>
    /// Options for both directions write lists of rows by columns. Converters that are added to a copy come after those of
    /// <paramref name="options"/>. These options leave writes to streams and pipes to the serializer: for those, use options for writing,
    /// or <see cref="JsonRowSerializer.SerializeAsync{TValue}(Stream, TValue, JsonSerializerOptions?, CancellationToken)"/>. With an
    /// <c>Encoder</c>, a <c>DictionaryKeyPolicy</c> or named floating-point literals, types that hold rows have converters: the same bytes
    /// and values, but asynchronous calls hold a value as a whole, and the schema of such a type is <c>true</c>. Options for writing refuse
    /// to read values that hold rows, and describe types differently: read, and make schemas, with <paramref name="options"/>.
    /// </remarks>
    /// <exception cref="ArgumentNullException"><paramref name="options"/> is null.</exception>
    /// <example><c>static readonly JsonSerializerOptions Json = JsonSerializerOptions.Web.WithRowJson();</c></example>
    public static JsonSerializerOptions WithRowJson(this JsonSerializerOptions options, bool writeOnly = false)
    {
        ArgumentNullException.ThrowIfNull(options);
        DropInOptions dropIn = DropInOptions.Of(options);
        return writeOnly ? dropIn.WriteOnly : dropIn.Both;
    }

    /// <summary>Changes the given options as <see cref="WithRowJson"/> changes a copy, for both directions. Call it last.</summary>
    /// <param name="options">The options. They can still be changed. Their converters are applied as before, but no longer listed.</param>
    /// <returns>The same options.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="options"/> is null.</exception>
    /// <exception cref="InvalidOperationException">The options are read-only: use <see cref="WithRowJson"/>.</exception>
    /// <example><c>app.UseFastEndpoints(it => it.Serializer.Options.AddRowJson());</c></example>
    public static JsonSerializerOptions AddRowJson(this JsonSerializerOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        var copy = new JsonSerializerOptions(options);
        JsonSerializerOptions both = copy.WithRowJson();
        if (ReferenceEquals(both, copy)) return options;
        options.TypeInfoResolver = both.TypeInfoResolver;
        if (both.Converters.Count == 0) options.Converters.Clear();
        return options;
    }
}
