namespace RowJson;

// Writes values that no encoder knows: by their runtime type if they are declared as objects, otherwise by their declared type.
internal sealed class RuntimeWriters(EncodingContext context)
{
    private readonly ConcurrentDictionary<Type, RuntimeWriter> _writers = [];
    private readonly bool _isUsed = context.Options.ObjectAccess is ObjectAccess.Automatic or ObjectAccess.Compiled
        && context.Traits.WritesAnyDirectly && !context.Traits.ConvertsObjects;

    // Writes values of this type; null if the serializer always does.
    public RuntimeWriter? Of(Type type) => !_isUsed || !GenericArguments.CanBe(type)
        ? null
        : _writers.GetOrAdd(type, static (type, context) =>
            (RuntimeWriter)GenericArguments.New(typeof(RuntimeWriter<>), [type], context), context);
}

// Writes values of one type: at first by its converter or the serializer, later by columns, as rows are.
internal abstract class RuntimeWriter(Type type)
{
    public Type Type { get; } = type;

    // Writes a value that is declared as an object and lies at a depth, where room for a scalar is reserved.
    public abstract int Write(ValueEncoder encoder, int position, object value, int depth);
}

internal sealed class RuntimeWriter<T>(EncodingContext context) : RuntimeWriter(typeof(T))
{
    // From this depth on the serializer writes: it passes a number handling on to all nested collections, and checks their elements' depth.
    private readonly int _deepest =
        context.Traits.HandsNumberHandlingDown ? context.Traits.MaxDepth - ValueChoices.MaxCollections - 1 : int.MaxValue;

    // Writes values without knowledge of what is around them; null if the type has no such converter.
    private readonly JsonConverter<T>? _converter = ConverterOf(context);

    // Columns from the first value on if the options need them; otherwise, at first, only what needs no compilation.
    private ValueWriter<T>? _writer = ColumnGain.IsForced(context.Options) ? Build(context)
        : ConverterOf(context) is { } converter && SerializerTraits.IsSerializers(converter)
            ? TextClassWriter.For(typeof(T)) as ValueWriter<T>
            : null;

    private long _bytes;
    private int _hasBegun = ColumnGain.IsForced(context.Options) ? 1 : 0;

    public override int Write(ValueEncoder encoder, int position, object value, int depth) =>
        Write(encoder, position, (T)value, value, depth);

    // declared: the same value, cast to the type by which the serializer writes it.
    public int Write<TDeclared>(ValueEncoder encoder, int position, T value, TDeclared declared, int depth)
    {
        bool isDeepest = depth >= _deepest;
        if (!isDeepest && Volatile.Read(ref _writer) is { } writer) return encoder.WriteNested(position, value, writer, depth);
        int start = encoder.OffsetOf(position);
        position = isDeepest || _converter is null
            ? encoder.WriteTyped(position, declared, depth)
            : encoder.WriteConverted(position, value, _converter, depth);
        Count(encoder.OffsetOf(position) - start);
        return position;
    }

    // Not the converter of a bare object, which would look up its type again.
    private static JsonConverter<T>? ConverterOf(EncodingContext context) =>
        typeof(T) != typeof(object)
        && SharedContracts.Find(context.Traits.Options, typeof(T)) is { Kind: JsonTypeInfoKind.None, NumberHandling: null } info
            ? info.Converter as JsonConverter<T>
            : null;

    // An estimate: several threads may write.
    private void Count(int bytes)
    {
        if (_hasBegun != 0 || (_bytes += bytes) < ColumnGain.BytesBeforeColumns || Interlocked.Exchange(ref _hasBegun, 1) != 0) return;
        ThreadPool.UnsafeQueueUserWorkItem(
            static it => Volatile.Write(ref it.Writer._writer, Build(it.Context)), (Writer: this, Context: context), preferLocal: false);
    }

    // If a contract cannot be read, the serializer reports the reason when it writes a value.
    private static ValueWriter<T>? Build(EncodingContext context) => Quietly.Ask(
        context,
        static it => new ObjectColumnsBuilder(it, it.Traits, compiles: RuntimeFeature.IsDynamicCodeSupported).BuildRuntime<T>(),
        otherwise: null);
}
