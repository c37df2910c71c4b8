using System.Text.Encodings.Web;

namespace RowJson;

/// <summary>
/// The contexts of one <see cref="JsonRowOptions"/>, one per encoder: its own encoder's, and those of the
/// <see cref="System.Text.Json.Utf8JsonWriter"/>s that it meets.
/// </summary>
internal sealed class EncodingContexts(JsonRowOptions options)
{
    /// <summary>More encoders than this share no context: a caller who makes an encoder per call must not fill memory.</summary>
    private const int MaxContexts = 4;

    private readonly Lock _lock = new();
    private EncodingContext[] _contexts = [];

    public EncodingContext For(JavaScriptEncoder? encoder)
    {
        encoder ??= JavaScriptEncoder.Default;
        return Find(Volatile.Read(ref _contexts), encoder) ?? Add(encoder);
    }

    private static EncodingContext? Find(EncodingContext[] contexts, JavaScriptEncoder encoder)
    {
        foreach (EncodingContext context in contexts)
            if (ReferenceEquals(context.Escapes.Encoder, encoder)) return context;
        return null;
    }

    private EncodingContext Add(JavaScriptEncoder encoder)
    {
        lock (_lock)
        {
            if (Find(_contexts, encoder) is { } present) return present;
            var context = new EncodingContext(options, encoder);
            if (_contexts.Length < MaxContexts) Volatile.Write(ref _contexts, [.. _contexts, context]);
            return context;
        }
    }
}
