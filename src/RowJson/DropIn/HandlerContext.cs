namespace RowJson;

// The resolver that contracts name as their origin. The serializer calls the handler of a collection only if all contracts below it come
// from a context whose settings equal those of its options: this context has the settings of the options that it is made for.
internal sealed class HandlerContext(JsonSerializerOptions settings) : JsonSerializerContext(null)
{
    public const JsonNumberHandling ForWriting = JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowNamedFloatingPointLiterals;

    protected override JsonSerializerOptions GeneratedSerializerOptions => settings;

    // The serializer calls handlers under these options, if all contracts allow it.
    public static bool IsPossible(JsonSerializerOptions options) =>
        options is { Encoder: null, DictionaryKeyPolicy: null, ReferenceHandler: null }
#pragma warning disable SYSLIB0020 // Obsolete, and still in use.
        && !options.IgnoreNullValues
#pragma warning restore SYSLIB0020
        && (options.NumberHandling & ForWriting) == 0;

    // This context makes no contracts: it is only the origin that others name.
    public override JsonTypeInfo? GetTypeInfo(Type type) => null;

    // Lets the serializer call the handlers of collections of the contract's type.
    public void Admit(JsonTypeInfo info)
    {
        // Generated code has to obey the settings of its own context.
        if (!info.IsReadOnly && info.OriginatingResolver is not JsonSerializerContext
            && (info.Kind == JsonTypeInfoKind.None || !ObjectContract.HasGeneratedCode(info))) Sign(info);
    }

    // Lets the serializer call the handler of the contract itself.
    public void Sign(JsonTypeInfo info) => info.OriginatingResolver = this;
}
