namespace RowJson;

// The column that a failure of the serializer is about: the first step of its exception's path.
internal static class SerializerPath
{
    private const string InMessage = " Path: $";

    // The serializer adds a path to such exceptions of a converter, or turns them into others.
    public static bool IsGivenTo(Exception exception) => exception is JsonException or NotSupportedException or InvalidOperationException;

    // Writes a value that has failed once more, at the same depth, and discards the text: the serializer's exceptions have a path that
    // those of a converter lack. Returns if nothing fails.
    public static void Repeat(object? value, JsonTypeInfo contract, JsonWriterOptions style, int depth)
    {
        using var discarded = new Utf8JsonWriter(Stream.Null, style);
        // MaxDepth counts from the beginning of the document.
        for (int i = 0; i < depth; i++) discarded.WriteStartArray();
        JsonSerializer.Serialize(discarded, value, contract);
    }

    // Null if the exception has no path, or one that does not begin with a column.
    public static string? ColumnOf(Exception exception, JsonTypeInfo contract)
    {
        if (FirstStep(PathOf(exception)) is not { } step) return null;
        // A path has the names in code, not those of the contract, and no keys of dictionaries. A converter's may be of another document.
        return contract.Properties.FirstOrDefault(property => (property.AttributeProvider as MemberInfo)?.Name == step)?.Name
            ?? contract.Properties.FirstOrDefault(property => property.Name == step)?.Name;
    }

    private static string? PathOf(Exception exception)
    {
        if (exception is JsonException { Path: { } path }) return path;
        // "The type '…' is not supported. … Path: $.Member."
        string message = exception is NotSupportedException ? ExceptionText.MessageOf(exception) : "";
        int start = message.LastIndexOf(InMessage, StringComparison.Ordinal);
        return start < 0 ? null : message[(start + InMessage.Length - 1)..].TrimEnd('.');
    }

    // The member after $: .Name, or ['odd name'].
    private static string? FirstStep(string? path)
    {
        ReadOnlySpan<char> rest = path is ['$', .. var steps] ? steps : "";
        if (rest is ['.', .. var name])
        {
            int end = name.IndexOfAny('.', '[');
            return (end < 0 ? name : name[..end]).ToString();
        }
        if (rest is not ['[', '\'', .. var quoted]) return null;
        int close = quoted.IndexOf("']", StringComparison.Ordinal);
        return close < 0 ? null : quoted[..close].ToString();
    }
}

// Throws what another converter has thrown.
internal sealed class FailedConverter<TValue>(Exception exception) : JsonConverter<TValue>
{
    public override bool HandleNull => true;

    // Throws what the serializer makes of a converter's exception: one with a path, or another one. The converter is not called again.
    public static void Throw(Exception exception, JsonSerializerOptions options) => SerializerPath.Repeat(
        default(TValue), JsonMetadataServices.CreateValueInfo<TValue>(options, new FailedConverter<TValue>(exception)), default, depth: 0);

    public override TValue? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => Rethrow(exception);

    public override void Write(Utf8JsonWriter writer, TValue value, JsonSerializerOptions options) => Rethrow(exception);

    public static TValue Rethrow(Exception exception)
    {
        ExceptionDispatchInfo.Throw(exception);
        return default;
    }
}
