namespace RowJson;

// Where contracts say that they come from. The serializer calls the handler of a collection only if all contracts below it come from a
// context whose settings are those of its options: this context has the settings of the options that it is made for.
internal sealed class HandlerContext(JsonSerializerOptions settings) : JsonSerializerContext(null)
{
    public const JsonNumberHandling ForWriting = JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowNamedFloatingPointLiterals;

    protected override JsonSerializerOptions GeneratedSerializerOptions => settings;

    // The serializer calls handlers under these options, if all contracts allow it.
    public static bool IsPossible(JsonSerializerOptions options) =>
        options is { Encoder: null, DictionaryKeyPolicy: null, ReferenceHandler: null }
#pragma warning disable SYSLIB0020 // Old, and in use.
        && !options.IgnoreNullValues
#pragma warning restore SYSLIB0020
        && (options.NumberHandling & ForWriting) == 0;

    // Nothing is asked of a context that only names the origin of others' contracts.
    public override JsonTypeInfo? GetTypeInfo(Type type) => null;

    // Lets the serializer call handlers of collections of what the contract describes.
    public void Admit(JsonTypeInfo info)
    {
        // Generated code has to obey the settings of its own context.
        if (!info.IsReadOnly && info.OriginatingResolver is not JsonSerializerContext
            && (info.Kind == JsonTypeInfoKind.None || !ObjectContract.HasGeneratedCode(info))) Sign(info);
    }

    // Lets the serializer call the handler of the contract itself.
    public void Sign(JsonTypeInfo info) => info.OriginatingResolver = this;
}
