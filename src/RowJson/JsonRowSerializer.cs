using System.Buffers;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace RowJson;

/// <summary>
/// Writes any value as <see cref="JsonSerializer"/> does, byte for byte, and lists of rows inside it several times faster: by options that
/// make <see cref="JsonSerializer"/> itself do so, or by calls of its own that write large lists with little memory.
/// </summary>
/// <remarks>
/// Taken over are lists, arrays and sequences of objects that have a contract without surprises, of dictionaries with names, and of JSON
/// elements; the options also take over lists of scalars and dictionaries with names. Everything else is written by the serializer, by the
/// options that are passed.
/// </remarks>
public static partial class JsonRowSerializer
{
    /// <summary>Options for writing with <see cref="JsonSerializer"/>, made of those of an application.</summary>
    /// <param name="options">
    /// The application's options, which become read-only. They decide every byte; read with them, and make schemas with them.
    /// </param>
    /// <returns>
    /// Options for writing: always the same instance for the same options. It is <paramref name="options"/> itself where these have been
    /// made by this method, or where nothing can be taken over: with <c>ReferenceHandler.Preserve</c>, <c>WriteIndented</c>,
    /// read-only members that are ignored, or without code made at run time.
    /// </returns>
    /// <remarks>Reading a list with the options returned is refused with a <see cref="NotSupportedException"/>.</remarks>
    /// <exception cref="ArgumentNullException"><paramref name="options"/> is null.</exception>
    /// <example>
    /// <code>
    /// static readonly JsonSerializerOptions Fast = JsonRowSerializer.CreateWriteOptions(JsonSerializerOptions.Web);
    ///
    /// string json = JsonSerializer.Serialize(page, Fast);
    /// </code>
    /// </example>
    public static JsonSerializerOptions CreateWriteOptions(JsonSerializerOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        return DropInOptions.Of(options).Whole;
    }

    /// <summary>Writes a value as a string.</summary>
    /// <typeparam name="TValue">The type that the value is written as.</typeparam>
    /// <param name="value">The value.</param>
    /// <param name="options">The application's options; <see cref="JsonSerializerOptions.Default"/> if null.</param>
    /// <returns>The JSON text.</returns>
    /// <exception cref="JsonException">A value is nested too deeply.</exception>
    /// <exception cref="NotSupportedException">The serializer does not support a type.</exception>
    public static string Serialize<TValue>(TValue value, JsonSerializerOptions? options = null) =>
        JsonSerializer.Serialize(value, WholeInfo<TValue>(options));

    /// <inheritdoc cref="Serialize{TValue}(TValue, JsonSerializerOptions?)"/>
    /// <param name="value">The value.</param>
    /// <param name="inputType">The type that the value is written as.</param>
    /// <param name="options">The application's options; <see cref="JsonSerializerOptions.Default"/> if null.</param>
    /// <exception cref="ArgumentNullException"><paramref name="inputType"/> is null.</exception>
    public static string Serialize(object? value, Type inputType, JsonSerializerOptions? options = null) =>
        JsonSerializer.Serialize(value, WholeInfo(inputType, options));

    /// <inheritdoc cref="Serialize{TValue}(TValue, JsonSerializerOptions?)"/>
    /// <param name="value">The value.</param>
    /// <param name="jsonTypeInfo">The metadata of the type; a contract that its options do not have is written as it is.</param>
    /// <exception cref="ArgumentNullException"><paramref name="jsonTypeInfo"/> is null.</exception>
    public static string Serialize<TValue>(TValue value, JsonTypeInfo<TValue> jsonTypeInfo) =>
        JsonSerializer.Serialize(value, Whole(jsonTypeInfo));

    /// <summary>Writes a value as UTF-8 text.</summary>
    /// <typeparam name="TValue">The type that the value is written as.</typeparam>
    /// <param name="value">The value.</param>
    /// <param name="options">The application's options; <see cref="JsonSerializerOptions.Default"/> if null.</param>
    /// <returns>The JSON text.</returns>
    /// <exception cref="JsonException">A value is nested too deeply.</exception>
    /// <exception cref="NotSupportedException">The serializer does not support a type.</exception>
    public static byte[] SerializeToUtf8Bytes<TValue>(TValue value, JsonSerializerOptions? options = null) =>
        JsonSerializer.SerializeToUtf8Bytes(value, WholeInfo<TValue>(options));

    /// <inheritdoc cref="SerializeToUtf8Bytes{TValue}(TValue, JsonSerializerOptions?)"/>
    /// <param name="value">The value.</param>
    /// <param name="inputType">The type that the value is written as.</param>
    /// <param name="options">The application's options; <see cref="JsonSerializerOptions.Default"/> if null.</param>
    /// <exception cref="ArgumentNullException"><paramref name="inputType"/> is null.</exception>
    public static byte[] SerializeToUtf8Bytes(object? value, Type inputType, JsonSerializerOptions? options = null) =>
        JsonSerializer.SerializeToUtf8Bytes(value, WholeInfo(inputType, options));

    /// <inheritdoc cref="SerializeToUtf8Bytes{TValue}(TValue, JsonSerializerOptions?)"/>
    /// <param name="value">The value.</param>
    /// <param name="jsonTypeInfo">The metadata of the type; a contract that its options do not have is written as it is.</param>
    /// <exception cref="ArgumentNullException"><paramref name="jsonTypeInfo"/> is null.</exception>
    public static byte[] SerializeToUtf8Bytes<TValue>(TValue value, JsonTypeInfo<TValue> jsonTypeInfo) =>
        JsonSerializer.SerializeToUtf8Bytes(value, Whole(jsonTypeInfo));

    /// <summary>Writes a value where a writer is.</summary>
    /// <typeparam name="TValue">The type that the value is written as.</typeparam>
    /// <param name="writer">Receives the value, and is not flushed by this method alone: as by <see cref="JsonSerializer"/>.</param>
    /// <param name="value">The value.</param>
    /// <param name="options">The application's options; <see cref="JsonSerializerOptions.Default"/> if null.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is null.</exception>
    /// <exception cref="JsonException">A value is nested too deeply.</exception>
    /// <exception cref="NotSupportedException">The serializer does not support a type.</exception>
    public static void Serialize<TValue>(Utf8JsonWriter writer, TValue value, JsonSerializerOptions? options = null) =>
        JsonSerializer.Serialize(writer, value, WholeInfo<TValue>(options));

    /// <inheritdoc cref="Serialize{TValue}(Utf8JsonWriter, TValue, JsonSerializerOptions?)"/>
    /// <param name="writer">Receives the value.</param>
    /// <param name="value">The value.</param>
    /// <param name="inputType">The type that the value is written as.</param>
    /// <param name="options">The application's options; <see cref="JsonSerializerOptions.Default"/> if null.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> or <paramref name="inputType"/> is null.</exception>
    public static void Serialize(Utf8JsonWriter writer, object? value, Type inputType, JsonSerializerOptions? options = null) =>
        JsonSerializer.Serialize(writer, value, WholeInfo(inputType, options));

    /// <inheritdoc cref="Serialize{TValue}(Utf8JsonWriter, TValue, JsonSerializerOptions?)"/>
    /// <param name="writer">Receives the value.</param>
    /// <param name="value">The value.</param>
    /// <param name="jsonTypeInfo">The metadata of the type; a contract that its options do not have is written as it is.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> or <paramref name="jsonTypeInfo"/> is null.</exception>
    public static void Serialize<TValue>(Utf8JsonWriter writer, TValue value, JsonTypeInfo<TValue> jsonTypeInfo) =>
        JsonSerializer.Serialize(writer, value, Whole(jsonTypeInfo));

    /// <summary>Writes a value to a buffer, batch by batch.</summary>
    /// <typeparam name="TValue">The type that the value is written as.</typeparam>
    /// <param name="utf8Json">Receives the text; a pipe is not flushed.</param>
    /// <param name="value">The value.</param>
    /// <param name="options">The application's options; <see cref="JsonSerializerOptions.Default"/> if null.</param>
    /// <exception cref="ArgumentNullException"><paramref name="utf8Json"/> is null.</exception>
    /// <exception cref="JsonException">A value is nested too deeply.</exception>
    /// <exception cref="NotSupportedException">The serializer does not support a type.</exception>
    public static void Serialize<TValue>(IBufferWriter<byte> utf8Json, TValue value, JsonSerializerOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(utf8Json);
        JsonTypeInfo<TValue> info = WholeInfo<TValue>(options);
        using var writer = new Utf8JsonWriter(utf8Json, StyleOf(info.Options));
        JsonSerializer.Serialize(writer, value, info);
    }

    /// <inheritdoc cref="Serialize{TValue}(IBufferWriter{byte}, TValue, JsonSerializerOptions?)"/>
    /// <param name="utf8Json">Receives the text; a pipe is not flushed.</param>
    /// <param name="value">The value.</param>
    /// <param name="inputType">The type that the value is written as.</param>
    /// <param name="options">The application's options; <see cref="JsonSerializerOptions.Default"/> if null.</param>
    /// <exception cref="ArgumentNullException"><paramref name="utf8Json"/> or <paramref name="inputType"/> is null.</exception>
    public static void Serialize(IBufferWriter<byte> utf8Json, object? value, Type inputType, JsonSerializerOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(utf8Json);
        JsonTypeInfo info = WholeInfo(inputType, options);
        using var writer = new Utf8JsonWriter(utf8Json, StyleOf(info.Options));
        JsonSerializer.Serialize(writer, value, info);
    }

    private static JsonWriterOptions StyleOf(JsonSerializerOptions options) =>
        WriterStyle.Of(options, options.WriteIndented) with { Encoder = options.Encoder, SkipValidation = true };

    private static JsonTypeInfo<TValue> WholeInfo<TValue>(JsonSerializerOptions? options) =>
        (JsonTypeInfo<TValue>)Of(options).Whole.GetTypeInfo(typeof(TValue));

    private static JsonTypeInfo WholeInfo(Type inputType, JsonSerializerOptions? options)
    {
        ArgumentNullException.ThrowIfNull(inputType);
        return Of(options).Whole.GetTypeInfo(inputType);
    }

    /// <summary>The contract of the same type with lists taken over; a contract that was made apart is left as it is.</summary>
    private static JsonTypeInfo<TValue> Whole<TValue>(JsonTypeInfo<TValue> info)
    {
        ArgumentNullException.ThrowIfNull(info);
        return IsOfItsOptions(info) ? WholeInfo<TValue>(info.Options) : info;
    }

    private static bool IsOfItsOptions(JsonTypeInfo info)
    {
        info.MakeReadOnly();
        return info.Options.IsReadOnly
            && info.Options.TryGetTypeInfo(info.Type, out JsonTypeInfo? known) && ReferenceEquals(known, info);
    }

    private static DropInOptions Of(JsonSerializerOptions? options) => DropInOptions.OfEqual(options ?? KnownSerializerOptions.Default);
}
