namespace RowJson;

// How the serializer refuses an asynchronous sequence in a synchronous call: a NotSupportedException that only its message distinguishes
// from others. The message is provoked once, because it differs by version and language.
internal static class AsyncRefusal
{
    private static readonly Lazy<(string Before, string After)?> Text = new(Provoke);

    // The exception, or what it has been made of, is such a refusal.
    public static bool Is(Exception exception) =>
        exception is NotSupportedException
        && exception.GetBaseException() is NotSupportedException { Message: { } message }
        && Text.Value is var (before, after)
        && message.StartsWith(before, StringComparison.Ordinal)
        && message.Contains(after, StringComparison.Ordinal);

    // What is before and after the type; null if the serializer does not refuse.
    private static (string Before, string After)? Provoke()
    {
        try
        {
            JsonTypeInfo<IAsyncEnumerable<int>> info = JsonMetadataServices.CreateIAsyncEnumerableInfo<IAsyncEnumerable<int>, int>(
                KnownSerializerOptions.Default,
                new JsonCollectionInfoValues<IAsyncEnumerable<int>>
                {
                    ElementInfo = JsonMetadataServices.CreateValueInfo<int>(
                        KnownSerializerOptions.Default, JsonMetadataServices.Int32Converter),
                });
            JsonSerializer.Serialize(Stream.Null, new Nothing(), info);
        }
        catch (NotSupportedException exception)
        {
            string message = exception.GetBaseException().Message;
            string[] parts = message.Split(typeof(IAsyncEnumerable<int>).ToString(), 2);
            if (parts.Length == 2) return (parts[0], parts[1]);
        }
        return null;
    }

    private sealed class Nothing : IAsyncEnumerable<int>
    {
        public IAsyncEnumerator<int> GetAsyncEnumerator(CancellationToken cancellationToken = default) => throw new NotSupportedException();
    }
}
