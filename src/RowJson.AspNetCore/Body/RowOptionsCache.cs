using System.Runtime.CompilerServices;
using System.Text.Json;

namespace RowJson.AspNetCore;

// The options that an application's rows are written with, kept as long as the options they are made from live: they hold what has been
// learnt about names and types.
// application: what the application has set for its rows.
internal sealed class RowOptionsCache(RowJsonHttpOptions application)
{
    private const int Formats = (int)JsonRowFormat.CompactColumns + 1;

    private readonly ConditionalWeakTable<JsonSerializerOptions, JsonRowOptions> _ofValues = [];
    private readonly ConditionalWeakTable<JsonRowOptions, Variants> _ofRows = [];

    // The options of values that the framework would have written: rows are sent whenever their source waits, as by the framework.
    public JsonRowOptions ForValues(JsonSerializerOptions serializer, JsonRowFormat format) => For(
        _ofValues.GetValue(serializer, static key => new JsonRowOptions(key) { FlushInterval = TimeSpan.Zero }), serializer, format);

    // The options of one result.
    // options: its own; null for none. Where they do not set the serializer's options or row readers, the application's apply.
    // serializer: the application's.
    // format: what the client is to get.
    public JsonRowOptions For(JsonRowOptions? options, JsonSerializerOptions serializer, JsonRowFormat format)
    {
        options ??= serializer;
        serializer = options.ChosenSerializer ?? serializer;
        return options.Framing == format && ReferenceEquals(options.SerializerOptions, serializer) && !application.AddsRowReadersTo(options)
            ? options
            : _ofRows.GetValue(options, static _ => new Variants()).Get(options, serializer, format, application);
    }

    // One for each format and each serializer's options, kept as long as the latter live.
    private sealed class Variants
    {
        private readonly ConditionalWeakTable<JsonSerializerOptions, JsonRowOptions?[]> _bySerializer = [];

        public JsonRowOptions Get(
            JsonRowOptions options, JsonSerializerOptions serializer, JsonRowFormat format, RowJsonHttpOptions application)
        {
            ref JsonRowOptions? known = ref _bySerializer.GetValue(serializer, static _ => new JsonRowOptions?[Formats])[(int)format];
            if (Volatile.Read(ref known) is { } made) return made;
            made = new JsonRowOptions(options)
            {
                SerializerOptions = serializer,
                Format = format,
                RowReaders = application.AddsRowReadersTo(options) ? [.. application.RowReaders] : options.RowReaders,
            };
            // If two are made at the same time, one stays, and learns for both.
            return Interlocked.CompareExchange(ref known, made, null) ?? made;
        }
    }
}
