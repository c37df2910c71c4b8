using System.Runtime.CompilerServices;
using System.Text.Json;

namespace RowJson.AspNetCore;

// The options that rows are written with, kept as long as the options they are made from live: they hold what has been learnt about names
// and types.
internal static class RowOptionsCache
{
    private const int Formats = (int)JsonRowFormat.Columns + 1;

    private static readonly ConditionalWeakTable<JsonSerializerOptions, JsonRowOptions> OfValues = [];
    private static readonly ConditionalWeakTable<JsonRowOptions, Variants> OfRows = [];

    // The options of values that the framework would have written: rows leave whenever their source waits, as there.
    public static JsonRowOptions ForValues(JsonSerializerOptions application, JsonRowFormat format) => For(
        OfValues.GetValue(application, static key => new JsonRowOptions(key) { FlushInterval = TimeSpan.Zero }), application, format);

    // The options of one result.
    // options: its own; null for none. Where they leave the serializer's open, the application's hold.
    // application: the application's.
    // format: what the client is to get.
    public static JsonRowOptions For(JsonRowOptions? options, JsonSerializerOptions application, JsonRowFormat format)
    {
        options ??= application;
        JsonSerializerOptions serializer =
            ReferenceEquals(options.SerializerOptions, JsonRowOptions.Default.SerializerOptions) ? application : options.SerializerOptions;
        return options.Framing == format && ReferenceEquals(options.SerializerOptions, serializer)
            ? options
            : OfRows.GetValue(options, static _ => new Variants()).Get(options, serializer, format);
    }

    // One for each format and each application: a process may have several that share what a result is written with. They live as long as
    // the application's options.
    private sealed class Variants
    {
        private readonly ConditionalWeakTable<JsonSerializerOptions, JsonRowOptions?[]> _byApplication = [];

        public JsonRowOptions Get(JsonRowOptions options, JsonSerializerOptions serializer, JsonRowFormat format)
        {
            ref JsonRowOptions? known = ref _byApplication.GetValue(serializer, static _ => new JsonRowOptions?[Formats])[(int)format];
            if (Volatile.Read(ref known) is { } made) return made;
            made = new JsonRowOptions(options) { SerializerOptions = serializer, Format = format };
            // Of two that are made at the same time one stays: it learns for both.
            return Interlocked.CompareExchange(ref known, made, null) ?? made;
        }
    }
}
