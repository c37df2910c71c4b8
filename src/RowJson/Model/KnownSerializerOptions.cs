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

    /// <summary>By options that RowJson has made: those of the application that they were made of.</summary>
    private static readonly ConditionalWeakTable<JsonSerializerOptions, JsonSerializerOptions> Origins = [];

    /// <summary>The framework's default options where it has them: without reflection it has none.</summary>
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

    /// <summary>The options of the application, where these are made of them; else the same.</summary>
    public static JsonSerializerOptions OriginOf(JsonSerializerOptions options) =>
        Origins.TryGetValue(options, out JsonSerializerOptions? origin) ? origin : options;

    /// <summary>Remembers what options of ours were made of, as long as they are used.</summary>
    public static void SetOrigin(JsonSerializerOptions options, JsonSerializerOptions origin) => Origins.AddOrUpdate(options, origin);
}
