using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace RowJson;

/// <summary>What is asked of every <see cref="JsonSerializerOptions"/>, with or without reflection.</summary>
internal static class KnownSerializerOptions
{
    /// <summary><see cref="JsonSerializerOptions.MaxDepth"/> 0 means this.</summary>
    private const int DefaultMaxDepth = 64;

    /// <summary>What is known about each set of options, as long as it lives: the one table of the library, for all entrances.</summary>
    private static readonly ConditionalWeakTable<JsonSerializerOptions, Facts> Known = [];

    /// <summary>The framework's default options; null without reflection, where it has none.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "Taken only where reflection is enabled, as JsonSerializer does.")]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "Taken only where reflection is enabled, as JsonSerializer does.")]
    public static JsonSerializerOptions Default { get; } =
        JsonSerializer.IsReflectionEnabledByDefault ? JsonSerializerOptions.Default : new JsonSerializerOptions();

    /// <summary>The framework's options for the web, where it has them.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "Taken only where reflection is enabled, as JsonSerializer does.")]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "Taken only where reflection is enabled, as JsonSerializer does.")]
    public static JsonSerializerOptions Web =>
        JsonSerializer.IsReflectionEnabledByDefault ? JsonSerializerOptions.Web : new JsonSerializerOptions(JsonSerializerDefaults.Web);

    /// <summary>Makes options read-only, as the first write with them does.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "Taken only where reflection is enabled, as JsonSerializer does.")]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "Taken only where reflection is enabled, as JsonSerializer does.")]
    public static void MakeReadOnly(JsonSerializerOptions options)
    {
        if (options.IsReadOnly) return;
        if (!JsonSerializer.IsReflectionEnabledByDefault) options.TypeInfoResolver ??= JsonTypeInfoResolver.Combine();
        options.MakeReadOnly(populateMissingResolver: JsonSerializer.IsReflectionEnabledByDefault);
    }

    /// <summary>The deepest nesting that options allow.</summary>
    public static int MaxDepthOf(JsonSerializerOptions options) => options.MaxDepth == 0 ? DefaultMaxDepth : options.MaxDepth;

    /// <summary>The application's options that these were made of; otherwise these options.</summary>
    public static JsonSerializerOptions OriginOf(JsonSerializerOptions options) =>
        Known.TryGetValue(options, out Facts? facts) ? facts.Origin ?? options : options;

    /// <summary>Remembers what options of ours were made of, as long as they are used.</summary>
    public static void SetOrigin(JsonSerializerOptions options, JsonSerializerOptions origin) => FactsOf(options).Origin = origin;

    /// <summary>What is known about options.</summary>
    public static Facts FactsOf(JsonSerializerOptions options) =>
        Known.TryGetValue(options, out Facts? facts) ? facts : Known.GetValue(options, static _ => new Facts());

    /// <summary>What is known about one set of options. Each part is set by the layer that knows it.</summary>
    internal sealed class Facts
    {
        private JsonSerializerOptions? _origin;
        private JsonRowOptions? _rows;
        private object? _dropIn;
        private object? _dropInOfEqual;

        /// <summary>The options of the application that these were made of; null if RowJson has not made them.</summary>
        public JsonSerializerOptions? Origin
        {
            get => Volatile.Read(ref _origin);
            set => Volatile.Write(ref _origin, value);
        }

        /// <summary>The options of rows that have these and nothing else: with all that is learnt about names and columns.</summary>
        public JsonRowOptions RowsOf(JsonSerializerOptions options) =>
            Volatile.Read(ref _rows) ?? Interlocked.CompareExchange(ref _rows, new JsonRowOptions(options), null) ?? _rows;

        /// <summary>What becomes of these options for <see cref="JsonSerializer"/>.</summary>
        public object? DropIn
        {
            get => Volatile.Read(ref _dropIn);
            set => Volatile.Write(ref _dropIn, value);
        }

        /// <summary>What is known about the first of all options that are equal to these.</summary>
        public object? DropInOfEqual
        {
            get => Volatile.Read(ref _dropInOfEqual);
            set => Volatile.Write(ref _dropInOfEqual, value);
        }
    }
}
