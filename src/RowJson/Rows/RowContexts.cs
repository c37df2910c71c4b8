namespace RowJson;

// The contexts of one JsonRowOptions, one per encoder: its own encoder's, and those of the System.Text.Json.Utf8JsonWriters that it meets.
internal sealed class RowContexts(JsonRowOptions options)
{
    // More writers' encoders than this share no context: a caller that makes an encoder per call must not fill memory.
    private const int MaxForeign = 3;

    private readonly Lock _lock = new();
    private RowContext[] _foreign = [];

    public readonly RowContext Own = new(options, options.SerializerOptions.Encoder ?? JavaScriptEncoder.Default);

    public RowContext For(JavaScriptEncoder? encoder)
    {
        encoder ??= JavaScriptEncoder.Default;
        if (ReferenceEquals(Own.Escapes.Encoder, encoder)) return Own;
        return Find(Volatile.Read(ref _foreign), encoder) ?? AddForeign(encoder);
    }

    private static RowContext? Find(RowContext[] contexts, JavaScriptEncoder encoder)
    {
        foreach (RowContext context in contexts)
            if (ReferenceEquals(context.Escapes.Encoder, encoder)) return context;
        return null;
    }

    private RowContext AddForeign(JavaScriptEncoder encoder)
    {
        lock (_lock)
        {
            if (Find(_foreign, encoder) is { } present) return present;
            var context = new RowContext(options, encoder);
            if (_foreign.Length < MaxForeign) Volatile.Write(ref _foreign, [.. _foreign, context]);
            return context;
        }
    }
}

internal static class RowContextsOfOptions
{
    extension(JsonRowOptions options)
    {
        public RowContext Context => options.RowContexts.Own;

        public RowContext ContextFor(JavaScriptEncoder? encoder) => options.RowContexts.For(encoder);

        private RowContexts RowContexts
        {
            get
            {
                ref object? contexts = ref options.Contexts;
                return (RowContexts)(Volatile.Read(ref contexts)
                    ?? Interlocked.CompareExchange(ref contexts, new RowContexts(options), null)
                    ?? contexts!);
            }
        }
    }
}
