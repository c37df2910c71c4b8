namespace RowJson;

// What RowJson needs of every JsonSerializerOptions, with or without reflection.
[UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "Taken only where reflection is enabled, as JsonSerializer does.")]
[UnconditionalSuppressMessage("AOT", "IL3050", Justification = "Taken only where reflection is enabled, as JsonSerializer does.")]
internal static class KnownSerializerOptions
{
    // JsonSerializerOptions.MaxDepth 0 means this.
    private const int DefaultMaxDepth = 64;

    // What is known about each set of options, as long as it lives: the only such table of the library, for all entry points.
    private static readonly ConditionalWeakTable<JsonSerializerOptions, Facts> Known = [];

    // The framework's default options, or new ones without reflection.
    public static JsonSerializerOptions Default { get; } =
        JsonSerializer.IsReflectionEnabledByDefault ? JsonSerializerOptions.Default : new JsonSerializerOptions();

    // The framework's options for the web, or new ones without reflection.
    public static JsonSerializerOptions Web =>
        JsonSerializer.IsReflectionEnabledByDefault ? JsonSerializerOptions.Web : new JsonSerializerOptions(JsonSerializerDefaults.Web);

    // Makes options read-only, as the first write with them does.
    public static void MakeReadOnly(JsonSerializerOptions options)
    {
        if (options.IsReadOnly) return;
        if (!JsonSerializer.IsReflectionEnabledByDefault) options.TypeInfoResolver ??= JsonTypeInfoResolver.Combine();
        options.MakeReadOnly(populateMissingResolver: JsonSerializer.IsReflectionEnabledByDefault);
    }

    public static int MaxDepthOf(JsonSerializerOptions options) => options.MaxDepth == 0 ? DefaultMaxDepth : options.MaxDepth;

    // The application's options that these were made from; otherwise these options.
    public static JsonSerializerOptions OriginOf(JsonSerializerOptions options) =>
        Known.TryGetValue(options, out Facts? facts) ? facts.Origin ?? options : options;

    public static Facts FactsOf(JsonSerializerOptions options) =>
        Known.TryGetValue(options, out Facts? facts) ? facts : Known.GetOrAdd(options, new Facts());

    // What is known about one set of options. Each part is set by the layer that knows it.
    internal sealed class Facts
    {
        // The options of the application that these were made from; null if RowJson has not made them.
        public volatile JsonSerializerOptions? Origin;

        // The drop-in options that belong to these options.
        public volatile object? DropIn;

        // The drop-in options that belong to the first of all options that are equal to these.
        public volatile object? DropInOfEqual;

        private JsonRowOptions? _rows;

        // The row options that have these options and nothing else, with all that is learnt about names and columns.
        public JsonRowOptions RowsOf(JsonSerializerOptions options) =>
            Volatile.Read(ref _rows) ?? Interlocked.CompareExchange(ref _rows, new JsonRowOptions(options), null) ?? _rows;
    }
}
