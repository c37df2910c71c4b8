namespace RowJson;

// Writes values of one declared type that are the root of what the serializer writes.
internal interface IRootConverter
{
    // RowJson writes the values; false: the application's contract writes them, with all that is in them.
    bool IsTaken { get; }

    // Such values are lists or hold lists: Open makes a source of them, and options that only write refuse to read them.
    bool SendsParts { get; }

    // Something in such values may have to be awaited.
    bool IsAsync { get; }

    // The contract by which the serializer writes a value that is left to it.
    JsonTypeInfo Contract { get; }

    // The contract with this converter, for options that RowJson makes; null if they have the application's contract.
    JsonTypeInfo? CreateInfo(JsonSerializerOptions options);

    // Writes a value of the type that was declared as another type.
    void WriteAny(Utf8JsonWriter writer, object value);

    // Such a value as a source of rows, which the write loop sends in parts; null if the serializer has to send it.
    RowSource? Open(object value);
}

// A value is written as a whole: by RowJson, with all that is in it, or by the converter of the application's contract. A nested call of
// the serializer would flush the caller's writer.
// plain: the contract of the application; null for that of its options.
internal abstract class RootConverter<T>(DropInOptions options, Func<JsonTypeInfo>? plain = null)
    : JsonConverter<T>, IRootConverter
{
    public virtual bool IsTaken => true;

    public virtual bool SendsParts => false;

    public virtual bool IsAsync => false;

    protected DropInOptions Options => options;

    // The contract of the application's options.
    protected JsonTypeInfo<T> Plain => field ??= (JsonTypeInfo<T>)(plain is not null ? plain() : Options.Plain.GetTypeInfo(typeof(T)));

    public JsonTypeInfo Contract => Plain;

    public virtual JsonTypeInfo? CreateInfo(JsonSerializerOptions options)
    {
        JsonTypeInfo<T> info = JsonMetadataServices.CreateValueInfo<T>(options, this);
        // The application's contract writes discriminators.
        info.PolymorphismOptions = null;
        return info;
    }

    public void WriteAny(Utf8JsonWriter writer, object value) => Write(writer, (T)value, Options.Plain);

    public virtual RowSource? Open(object value) => null;

    // Columns are ready for values like this one. If not, they will come: the serializer has written enough bytes of such values.
    public virtual bool IsReady(Utf8JsonWriter writer, T value, long bytes) => true;

    public override T? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
    {
        if (SendsParts && Options.RefusalOf(options) is { } refusal) throw new NotSupportedException(refusal);
        Utf8JsonReader start = reader;
        try
        {
            return ((JsonConverter<T>)Plain.Converter).Read(ref reader, typeToConvert, Plain.Options);
        }
        // The serializer knows the whole path of a value that it does not look into.
        catch (Exception exception) when (Plain.Kind != JsonTypeInfoKind.None && FailedValue.HasNoPath(exception))
        {
            ReadFailure.Throw(start, in reader, Plain);
            throw;
        }
    }

    // Has the application's contract write a value; returns the bytes of its text.
    protected long WritePlain(Utf8JsonWriter writer, T value)
    {
        long start = Utf8JsonWriterSink.LengthOf(writer);
        int depth = writer.CurrentDepth;
        try
        {
            ((JsonConverter<T>)Plain.Converter).Write(writer, value, Plain.Options);
        }
        // A sequence that is not kept in memory may not allow a second enumeration, or may block in it.
        catch (Exception exception) when (FailedValue.HasNoPath(exception) && IsKept(value))
        {
            new FailedValue(value, Plain).ThrowAsSerializer(exception, writer, depth);
            throw;
        }
        return Utf8JsonWriterSink.LengthOf(writer) - start;
    }

    private static bool IsKept(T value) => value is null || FailedValue.IsKept(value.GetType());

    // Has the serializer write a value by the contract into a buffer of its own: only a call of the serializer finds the type of an object,
    // calls generated code and gives exceptions their paths, but such a call would flush the writer. Returns the bytes.
    protected long WriteAside(Utf8JsonWriter writer, T value)
    {
        long start = Utf8JsonWriterSink.LengthOf(writer);
        using var rented = new RawEncoder(writer, Options.Rows.Context.For(writer.Options.Encoder), writer.CurrentDepth);
        using (new EncodingScope(rented.Encoder))
        {
            // The contract of an object's own type would not know of the handling.
            if (typeof(T) == typeof(object) && Plain.NumberHandling is { } handling)
                rented.Encoder.Fallback.WriteInContext(writer, value, handling);
            else rented.Encoder.Fallback.WriteAside(writer, value, Plain);
        }
        return Utf8JsonWriterSink.LengthOf(writer) - start;
    }
}

// An encoder whose output a writer takes as raw values. It is rented until it is disposed of.
internal readonly struct RawEncoder : IDisposable
{
    private readonly Utf8JsonWriter _writer;

    public RawEncoder(Utf8JsonWriter writer, RowContext context, int rowDepth)
    {
        _writer = writer;
        Encoder = context.Rent();
        Encoder.OpenInside(Encoder.OwnBuffer, writer, rowDepth);
    }

    public RowEncoder Encoder { get; }

    // Hands what has been encoded since the last call to the writer.
    public void Send()
    {
        Encoder.Commit();
        ReadOnlySpan<byte> text = Encoder.OwnBuffer.WrittenSpan;
        if (text.IsEmpty) return;
        _writer.WriteRawValue(text, skipInputValidation: true);
        Encoder.OwnBuffer.Clear();
    }

    public void Dispose() => Encoder.Context.Return(Encoder);
}

// Values in which nothing gains: the application's contract writes them, so that nothing in them is taken over by itself.
// isAside: the contract is not the one that its options have for the type, so the converter would not obey it.
internal sealed class PlainRoot<T>(DropInOptions options, Func<JsonTypeInfo>? plain = null, bool isAside = false)
    : RootConverter<T>(options, plain)
{
    public override bool IsTaken => false;

    public override T? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        isAside ? JsonSerializer.Deserialize(ref reader, Plain) : base.Read(ref reader, typeToConvert, options);

    public override void Write(Utf8JsonWriter writer, T value, JsonSerializerOptions options)
    {
        if (isAside) WriteAside(writer, value);
        else WritePlain(writer, value);
    }
}

// Values that are declared as objects: written by their runtime type.
internal sealed class ObjectRoot(DropInOptions options) : RootConverter<object>(options)
{
    public override bool IsTaken => false;

    private readonly ConcurrentDictionary<Type, IRootConverter?> _roots = [];

    public override RowSource? Open(object value) => RootOf(value.GetType())?.Open(value);

    public override void Write(Utf8JsonWriter writer, object value, JsonSerializerOptions options)
    {
        if (RootOf(value.GetType()) is { } root) root.WriteAny(writer, value);
        else if (Utf8JsonWriterSink.TakesRawValue(writer)) WriteAside(writer, value);
        else if (ScalarTypes.Of(value.GetType()) is { IsNumber: true } || value is Int128 or UInt128) WriteNumber(writer, value);
        else JsonSerializer.Serialize(writer, value, Plain);
    }

    // By the contract's number handling. A call of the serializer would flush the writer.
    private void WriteNumber(Utf8JsonWriter writer, object value)
    {
        JsonElement number = JsonSerializer.SerializeToElement(value, Plain);
        // The writer has no method for these: their converters write raw values, which it does not indent.
        if (value is Half or Int128 or UInt128) writer.WriteRawValue(number.GetRawText(), skipInputValidation: true);
        else if (number.ValueKind != JsonValueKind.String) number.WriteTo(writer);
        // The serializer escapes nothing in the text of a number, not even a plus sign.
        else writer.WriteStringValue(JsonEncodedText.Encode(number.GetString()!, JavaScriptEncoder.UnsafeRelaxedJsonEscaping));
    }

    private IRootConverter? RootOf(Type type) =>
        _roots.TryGetValue(type, out IRootConverter? known) ? known : _roots.GetOrAdd(type, FindRoot);

    // A discriminator that an ancestor declares is written only if the serializer finds the type by itself.
    private IRootConverter? FindRoot(Type type)
    {
        // If something is wrong with the type, its own contract reports it.
        if (type == typeof(object) || !Options.Plain.TryGetTypeInfo(type, out _)) return null;
        if (!ObjectContract.IsPolymorphic(type, Options.Plain)
            && ObjectContract.HasPolymorphicAncestor(type, Options.Plain, out Type? ancestor))
            return ancestor is null ? null : Options.Converters.CreatePlain(ancestor);
        return Options.RootOf(type) is { IsAsync: false } root ? root : Options.Converters.CreatePlain(type);
    }
}
