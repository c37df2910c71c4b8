using System.Collections.Concurrent;
using System.Text.Json;

namespace RowJson.Fuzz;

/// <summary>
/// The serializer's options of a run. They keep no trace of what was written, and their metadata takes longer to make than many rows to
/// write: all epochs share them.
/// </summary>
internal sealed class SerializerPool(ulong seed)
{
    private const int Count = 64;

    private readonly SerializerSettings[] _settings = Create(new Draw(seed));
    private readonly ConcurrentDictionary<SerializerSettings, JsonSerializerOptions> _options = new();

    public SerializerSettings Next(Draw draw) => draw.Pick<SerializerSettings>(_settings);

    public JsonSerializerOptions OptionsOf(SerializerSettings settings) => _options.GetOrAdd(settings, key => key.Create());

    private static SerializerSettings[] Create(Draw draw) => [.. Enumerable.Range(0, Count).Select(_ => SerializerSettings.Next(draw))];
}
