using System.Text.Encodings.Web;

namespace RowJson;

/// <summary>
/// The contexts of one <see cref="JsonRowOptions"/>, one per encoder: its own encoder's, and those of the
/// <see cref="System.Text.Json.Utf8JsonWriter"/>s that it meets.
/// </summary>
internal sealed class EncodingContexts(JsonRowOptions options)
{
    /// <summary>
    /// More writers' encoders than this share no context: a caller who makes an encoder per call must not fill memory.
    /// </summary>
    private const int MaxForeign = 3;

    private readonly Lock _lock = new();
    private EncodingContext? _own;
    private EncodingContext[] _foreign = [];

    /// <summary>That of the options' own encoder: always the same one.</summary>
    public EncodingContext Own => Volatile.Read(ref _own) ?? AddOwn();

    public EncodingContext For(JavaScriptEncoder? encoder)
    {
        encoder ??= JavaScriptEncoder.Default;
        if (ReferenceEquals(Own.Escapes.Encoder, encoder)) return Own;
        return Find(Volatile.Read(ref _foreign), encoder) ?? AddForeign(encoder);
    }

    private static EncodingContext? Find(EncodingContext[] contexts, JavaScriptEncoder encoder)
    {
        foreach (EncodingContext context in contexts)
            if (ReferenceEquals(context.Escapes.Encoder, encoder)) return context;
        return null;
    }

    private EncodingContext AddOwn()
    {
        lock (_lock)
        {
            JavaScriptEncoder encoder = options.SerializerOptions.Encoder ?? JavaScriptEncoder.Default;
            if (_own is null) Volatile.Write(ref _own, new EncodingContext(options, encoder));
            return _own!;
        }
    }

    private EncodingContext AddForeign(JavaScriptEncoder encoder)
    {
        lock (_lock)
        {
            if (Find(_foreign, encoder) is { } present) return present;
            var context = new EncodingContext(options, encoder);
            if (_foreign.Length < MaxForeign) Volatile.Write(ref _foreign, [.. _foreign, context]);
            return context;
        }
    }
}
