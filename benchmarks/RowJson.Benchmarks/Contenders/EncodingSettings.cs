namespace RowJson.Benchmarks;

/// <summary>What is asked of the output beside the rows; the same for all contenders of a race.</summary>
internal sealed record EncodingSettings
{
    public static EncodingSettings Default { get; } = new();

    /// <summary>Its name in the output; empty for the defaults.</summary>
    public string Name { get; init; } = "";

    /// <summary>The encoder; that of <see cref="JsonSerializerOptions.Default"/> when null.</summary>
    public JavaScriptEncoder? Encoder { get; init; }

    /// <summary>Generated metadata with options of its own, which RowJson is given too; null for <see cref="ObjectContext"/>.</summary>
    public JsonSerializerContext? Context { get; init; }

    /// <summary>How rows are framed; only RowJson knows more than one way.</summary>
    public JsonRowFormat Format { get; init; }

    /// <summary>How RowJson reads the members of objects: a program that was compiled ahead of time has delegates only.</summary>
    public ObjectAccess ObjectAccess { get; init; }

    public JsonSerializerOptions ToSerializerOptions() =>
        Context is not null ? new JsonSerializerOptions(Context.Options) { TypeInfoResolver = JsonSerializerOptions.Default.TypeInfoResolver }
        : Encoder is null ? JsonSerializerOptions.Default
        : new JsonSerializerOptions(JsonSerializerOptions.Default) { Encoder = Encoder };

    public JsonRowOptions ToRowOptions() =>
        this == Default
            ? JsonRowOptions.Default
            : new JsonRowOptions
            {
                SerializerOptions = ToSerializerOptions(),
                Format = Format,
                ObjectAccess = ObjectAccess,
            };

    /// <summary>The same for objects, with the metadata that the compiler generated.</summary>
    public JsonSerializerOptions ToGeneratedOptions() =>
        (Context ?? (Encoder is null ? ObjectContext.Default : new ObjectContext(new JsonSerializerOptions { Encoder = Encoder }))).Options;

    /// <summary>A writer to reuse. It does not validate, as the one inside <see cref="JsonSerializer"/> does not: its best case.</summary>
    public Utf8JsonWriter CreateWriter() => new(Stream.Null, new JsonWriterOptions { Encoder = Encoder, SkipValidation = true });

    /// <summary>A writer to reuse that checks every call, as it does by default.</summary>
    public Utf8JsonWriter CreateValidatingWriter() => new(Stream.Null, new JsonWriterOptions { Encoder = Encoder });
}
