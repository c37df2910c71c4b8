using RowJson.Tests;

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
                SerializerOptions = ToSerializerOptions(), Format = Format, ObjectAccess = ObjectAccess,
            };

    /// <summary>The same for objects, with the metadata that the compiler generated.</summary>
    public JsonSerializerOptions ToGeneratedOptions() =>
        (Context ?? (Encoder is null ? ObjectContext.Default : new ObjectContext(new JsonSerializerOptions { Encoder = Encoder }))).Options;

    /// <summary>A writer to reuse. It does not validate, as the one inside <see cref="JsonSerializer"/> does not: its best case.</summary>
    public Utf8JsonWriter CreateWriter() => new(Stream.Null, new JsonWriterOptions { Encoder = Encoder, SkipValidation = true });
}

/// <summary>One way to turn rows into JSON.</summary>
/// <param name="Name">The name on the command line and in the output.</param>
/// <param name="Description">One line for the help text.</param>
/// <param name="Prepare">
/// Prepares what a program prepares once for many calls (options, a reused writer), given what <see cref="RowSource.Load"/> gave and what
/// is asked of the output; returns the call to measure. Null when this contender cannot encode such rows.
/// </param>
/// <param name="Agreement">How its output is compared with the reference.</param>
/// <param name="KnowsFormats">Whether it frames rows as <see cref="EncodingSettings.Format"/> asks; the others write an array.</param>
internal sealed record Contender(
    string Name, string Description, Func<object, EncodingSettings, EncodeRows?> Prepare, Agreement Agreement = default, bool KnowsFormats = false);

/// <summary>A stream that writes to a buffer, for encoders that know streams only.</summary>
internal sealed class BufferWriterStream(ArrayBufferWriter<byte> output) : WriteOnlyStream
{
    public override void Write(ReadOnlySpan<byte> buffer) => output.Write(buffer);

    // Without a thread of the pool's.
    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        output.Write(buffer.Span);
        return default;
    }

    public override Task FlushAsync(CancellationToken cancellationToken) => Task.CompletedTask;
}
