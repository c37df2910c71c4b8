using System.Collections.Frozen;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace RowJson;

/// <summary>
/// What a <see cref="JsonSerializerOptions"/> asks for that our own writers cannot give, found once:
/// where a user's converter or a setting has its say, the ordinary serializer writes.
/// </summary>
internal sealed class SerializerTraits
{
    /// <summary><see cref="JsonSerializerOptions.MaxDepth"/> 0 means this.</summary>
    public const int DefaultMaxDepth = 64;

    /// <summary>Nearly every row holds these: a converter for one of them leaves nothing for our own writers to win.</summary>
    private static readonly Type[] CommonScalars = [typeof(string), typeof(bool), typeof(long), typeof(int), typeof(double)];

    private static readonly Type[] OtherScalars =
    [
        typeof(decimal), typeof(float), typeof(Half), typeof(short), typeof(byte), typeof(sbyte), typeof(ushort), typeof(uint),
        typeof(ulong), typeof(char), typeof(Guid), typeof(DateTime), typeof(DateTimeOffset), typeof(DateOnly), typeof(TimeOnly),
        typeof(TimeSpan), typeof(byte[]), typeof(JsonElement), typeof(JsonDocument), typeof(RawJson),
    ];

    /// <summary>Unlike points in time, the serializer writes them as it writes any string.</summary>
    private static readonly Type[] EscapedScalars = [typeof(TimeSpan), typeof(DateOnly), typeof(TimeOnly)];

    private static readonly Type[] Containers =
        [typeof(object), typeof(Dictionary<string, object?>), typeof(List<object?>), typeof(object?[])];

    private readonly JsonSerializerOptions _options;
    private readonly bool _isUntouched;
    private readonly FrozenSet<Type>? _convertedScalars;

    /// <param name="options">What the rows are to be written as.</param>
    /// <param name="escapesTimes">Whether the encoder escapes what times and spans consist of.</param>
    public SerializerTraits(JsonSerializerOptions options, bool escapesTimes)
    {
        MakeReadOnly(options);
        _options = options;
        _isUntouched = options.Converters.Count == 0
            && options.TypeInfoResolver?.GetType() == typeof(DefaultJsonTypeInfoResolver)
            && ((DefaultJsonTypeInfoResolver)options.TypeInfoResolver).Modifiers.Count == 0;

        MaxDepth = options.MaxDepth == 0 ? DefaultMaxDepth : options.MaxDepth;
        WritesNamedLiterals = options.NumberHandling.HasFlag(JsonNumberHandling.AllowNamedFloatingPointLiterals);
        KeepsReferences = options.ReferenceHandler is not null && options.ReferenceHandler != ReferenceHandler.IgnoreCycles;
        WritesDirectly = !options.WriteIndented
            && options.ReferenceHandler is null
            && !options.NumberHandling.HasFlag(JsonNumberHandling.WriteAsString)
            && Array.TrueForAll(CommonScalars, IsBuiltIn)
            && Array.TrueForAll(Containers, IsBuiltIn);
        Type[] converted = [.. OtherScalars.Where(type => !IsBuiltIn(type)), .. escapesTimes ? EscapedScalars : []];
        if (converted.Length > 0) _convertedScalars = converted.ToFrozenSet();
    }

    /// <summary>The deepest nesting allowed, the array of rows included.</summary>
    public int MaxDepth { get; }

    /// <summary>Our own writers write rows and the common values. False: the serializer writes each row.</summary>
    public bool WritesDirectly { get; }

    /// <summary>Non-finite numbers are written as strings.</summary>
    public bool WritesNamedLiterals { get; }

    /// <summary>Objects carry <c>$id</c> and <c>$ref</c> through the whole result.</summary>
    public bool KeepsReferences { get; }

    /// <summary>No user's converter and no changed contract has its say about <paramref name="type"/>.</summary>
    public bool IsBuiltIn(Type type)
    {
        if (Nullable.GetUnderlyingType(type) is { } underlying && !IsBuiltIn(underlying)) return false;
        if (_isUntouched && (type.Assembly == typeof(object).Assembly || type.Assembly == typeof(JsonSerializer).Assembly)) return true;
        if (_isUntouched && type == typeof(RawJson)) return true;
        if (!_options.TryGetTypeInfo(type, out JsonTypeInfo? info)) return true;
        return (info.Converter.GetType().Assembly == typeof(JsonSerializer).Assembly || info.Converter is RawJsonConverter)
            && info.NumberHandling is null or JsonNumberHandling.Strict
            && info is { OnSerializing: null, OnSerialized: null, PolymorphismOptions: null };
    }

    /// <summary>The serializer writes the type as an object of names and values.</summary>
    public bool IsDictionary(Type type) =>
        _options.TryGetTypeInfo(type, out JsonTypeInfo? info) && info.Kind is JsonTypeInfoKind.Dictionary or JsonTypeInfoKind.None;

    /// <summary>The serializer has to write this type of scalar, one of those that our own writers know.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool IsConverted(Type scalar) =>
        _convertedScalars is not null && _convertedScalars.Contains(Nullable.GetUnderlyingType(scalar) ?? scalar);

    /// <summary>The metadata by which a value of unknown type is written: by its runtime type.</summary>
    public JsonTypeInfo ObjectInfo => _options.GetTypeInfo(typeof(object));

    /// <summary>The framework's default options where it has them: without reflection it has none.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "Taken only where reflection is enabled, as JsonSerializer does.")]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "Taken only where reflection is enabled, as JsonSerializer does.")]
    public static JsonSerializerOptions DefaultOptions { get; } =
        JsonSerializer.IsReflectionEnabledByDefault ? JsonSerializerOptions.Default : new JsonSerializerOptions();

    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "Taken only where reflection is enabled, as JsonSerializer does.")]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "Taken only where reflection is enabled, as JsonSerializer does.")]
    private static void MakeReadOnly(JsonSerializerOptions options)
    {
        if (options.IsReadOnly) return;
        if (!JsonSerializer.IsReflectionEnabledByDefault) options.TypeInfoResolver ??= JsonTypeInfoResolver.Combine();
        options.MakeReadOnly(populateMissingResolver: JsonSerializer.IsReflectionEnabledByDefault);
    }
}
