namespace RowJson;

// Makes the ValueWriter<TValue> that has been chosen for a type, from generic types made at run time.
internal sealed class ValueWriterFactory(
    ObjectColumnsBuilder columns, JsonSerializerOptions options, bool ignoresCycles, JavaScriptEncoder encoder)
{
    // Writers of objects, by type: one that holds its own kind finds itself here.
    private readonly Dictionary<Type, object> _objects = [];

    // Writers of objects with a discriminator. One of the objects may be of the declared type itself.
    private readonly Dictionary<Type, object> _polymorphic = [];

    // Makes the column of a property that needs such a writer.
    public ObjectColumn<T> CreateColumn<T>(PropertyChoice choice, JsonTypeInfo<T> info)
    {
        if (choice.Value.Kind == WriterKind.Extension) return CreateExtension<T>(choice);
        if (choice.Converter is { } converter)
        {
            JsonTypeInfo<T> contract = ObjectColumnsBuilder.ContractOf(choice.Property, info);
            return (ObjectColumn<T>)Call(nameof(CreateConverted), [typeof(T), choice.Value.Type], choice, converter, contract);
        }
        if (choice.Value.Kind == WriterKind.Enumeration && !RuntimeFeature.IsDynamicCodeSupported) return CreateEnumColumn<T>(choice);
        object writer = choice.Value.Kind == WriterKind.Enumeration
            ? CreateEnum(choice.Value.Type, EnumTextOf(choice.Property))
            : Create(choice.Value);
        return (ObjectColumn<T>)Call(nameof(CreateColumnOf), [typeof(T), choice.Value.Type], choice, writer);
    }

    public object Create(ValueChoice choice)
    {
        object writer = CreateOf(choice);
        // A value that holds other values may hold itself. An array of scalars cannot.
        bool mayHoldItself = choice.Kind >= WriterKind.Object && !choice.Type.IsValueType
            && !(choice.Type.IsArray && choice.ItemFormat is not null);
        return ignoresCycles && mayHoldItself ? Call(nameof(CreateOfCycles), [choice.Type], writer) : writer;
    }

    private object CreateOf(ValueChoice choice) => choice.Kind switch
    {
        WriterKind.Bytes => new BytesWriter(),
        WriterKind.Any => AnyWriter.Instance,
        WriterKind.ObjectDictionary => new ObjectDictionaryWriter(),
        WriterKind.Enumeration => CreateEnum(choice.Type, EnumTextOf(choice.Type)),
        WriterKind.Text => TextClassWriter.For(choice.Type)!,
        WriterKind.Object => Call(nameof(CreateObjectOf), [choice.Type], this, choice),
        WriterKind.Polymorphic => Call(nameof(CreatePolymorphic), [choice.Type], choice),
        WriterKind.Scalar or WriterKind.String => Call(nameof(CreateSingle), [choice.Type]),
        WriterKind.Option => Call(nameof(CreateOption), [choice.Type, choice.Item!.Type], Create(choice.Item)),
        WriterKind.Nullable => Call(nameof(CreateNullable), [choice.Item!.Type], Create(choice.Item)),
        _ when choice.ItemFormat is { } format => CreateOfScalars(choice, format),
        _ => CreateOfItems(choice, Create(choice.Item!), default),
    };

    private object CreateOfScalars(ValueChoice choice, ListFormat format)
    {
        if (!RuntimeFeature.IsDynamicCodeSupported) ScalarTypes.Of(choice.Item!.Type)?.Accept(new CodeOfScalars());
        return CreateOfItems(choice, item: null, format);
    }

    // item: what writes an item; null where it is a scalar or a string.
    private object CreateOfItems(ValueChoice choice, object? item, ListFormat format) => choice.Kind switch
    {
        WriterKind.Array => Call(nameof(CreateArray), [choice.Item!.Type], item, format),
        WriterKind.Memory => Call(nameof(CreateMemory), [choice.Item!.Type], item, format),
        WriterKind.Sequence => Call(nameof(CreateSequence), [choice.Type, choice.Item!.Type], item, format),
        WriterKind.Dictionary => Call(nameof(CreateDictionary), [choice.Type, choice.Item!.Type], item, format),
        WriterKind.Keyed => Call(nameof(CreateKeyed), [choice.Type, choice.Key!, choice.Item!.Type], item, format),
        _ => throw new InvalidOperationException($"Values of kind {choice.Kind} have no writer."),
    };

    private static ObjectColumn<T> CreateEnumColumn<T>(PropertyChoice choice) =>
        new EnumColumns<T>(choice.Property.Name, choice.Member!, choice.Omit, EnumTextOf(choice.Property)).Create(choice.Value.Type);

    private static ObjectColumn<T> CreateExtension<T>(PropertyChoice choice)
    {
        (string name, bool isDictionary) = (choice.Property.Name, !choice.Value.Type.IsInterface);
        return choice.Value.Item!.Kind == WriterKind.Any
            ? new ExtensionColumn<T, object?>(name, choice.Member!, isDictionary)
            : new ExtensionColumn<T, JsonElement>(name, choice.Member!, isDictionary);
    }

    internal static MemberColumn<T, TValue> CreateColumnOf<T, TValue>(PropertyChoice choice, ValueWriter<TValue> writer) =>
        new(choice.Property.Name, choice.Member!, new ValueCell<TValue>(writer, choice.Omit));

    private static ConvertedColumn<T, TValue> CreateConverted<T, TValue>(
        PropertyChoice choice, JsonConverter<TValue> converter, JsonTypeInfo<T> contract) =>
        new(choice.Property.Name, MemberGetter<T, TValue>.For(choice.Member!), converter, choice.Omit, contract);

    // Found before its columns are made: they may refer to it.
    private ObjectWriter<TValue> CreateObject<TValue>(ObjectChoice choice)
    {
        if (_objects.TryGetValue(typeof(TValue), out object? known)) return (ObjectWriter<TValue>)known;
        var writer = new ObjectWriter<TValue>();
        _objects.Add(typeof(TValue), writer);
        writer.Columns = columns.BuildNested<TValue>(choice);
        return writer;
    }

    internal static ObjectWriter<TValue> CreateObjectOf<TValue>(ValueWriterFactory factory, ObjectChoice choice) =>
        factory.CreateObject<TValue>(choice);

    private PolymorphicWriter<TBase> CreatePolymorphic<TBase>(PolymorphicChoice choice)
        where TBase : class
    {
        if (_polymorphic.TryGetValue(typeof(TBase), out object? known)) return (PolymorphicWriter<TBase>)known;
        var cases = new Dictionary<Type, PolymorphicCase<TBase>>();
        var writer = new PolymorphicWriter<TBase>(cases, choice.Info.PolymorphismOptions!.UnknownDerivedTypeHandling);
        _polymorphic.Add(typeof(TBase), writer);
        if (choice.Own is { Gains: true }) writer.Own = CreateCase<TBase, TBase>(choice.Own, []);
        foreach ((ObjectChoice derived, object? discriminator) in choice.Cases)
        {
            byte[] text = DiscriminatorText(choice.Info, discriminator);
            cases.Add(derived.Type, (PolymorphicCase<TBase>)Call(nameof(CreateCase), [typeof(TBase), derived.Type], derived, text));
        }
        return writer;
    }

    private PolymorphicCase<TBase, T> CreateCase<TBase, T>(ObjectChoice choice, byte[] discriminator)
        where TBase : class
        where T : class => new(CreateObject<T>(choice), discriminator);

    // The discriminator as a cell, as the serializer writes it: its usual name by the default rules.
    private byte[] DiscriminatorText(JsonTypeInfo info, object? discriminator)
    {
        if (discriminator is null) return [];
        string name = info.PolymorphismOptions!.TypeDiscriminatorPropertyName;
        var text = new ArrayBufferWriter<byte>();
        using var writer = new Utf8JsonWriter(text, new JsonWriterOptions { Encoder = encoder });
        writer.WriteStartObject();
        writer.WritePropertyName(JsonEncodedText.Encode(name, name == "$type" ? null : options.Encoder));
        if (discriminator is string word) writer.WriteStringValue(word);
        else writer.WriteNumberValue((int)discriminator);
        writer.Flush();
        byte[] cell = text.WrittenSpan.ToArray();
        cell[0] = (byte)',';
        return cell;
    }

    private static CycleWriter<TValue> CreateOfCycles<TValue>(ValueWriter<TValue> writer)
        where TValue : class => new(writer);

    internal static NullableWriter<TValue> CreateNullable<TValue>(ValueWriter<TValue> writer)
        where TValue : struct => new(writer);

    private static SingleWriter<TValue> CreateSingle<TValue>() => new();

    private static OptionWriter<TOption, TValue> CreateOption<TOption, TValue>(ValueWriter<TValue> item) => new(item);

    internal static ArrayWriter<TValue> CreateArray<TValue>(ValueWriter<TValue>? item, ListFormat format) => new(item, format);

    private static MemoryWriter<TValue> CreateMemory<TValue>(ValueWriter<TValue>? item, ListFormat format) => new(item, format);

    internal static SequenceWriter<TSequence, TValue> CreateSequence<TSequence, TValue>(ValueWriter<TValue>? item, ListFormat format)
        where TSequence : class, IEnumerable<TValue> => new(item, format);

    internal static DictionaryWriter<TPairs, TValue> CreateDictionary<TPairs, TValue>(ValueWriter<TValue>? item, ListFormat format)
        where TPairs : class, IEnumerable<KeyValuePair<string, TValue>> => new(item, format);

    private static KeyedWriter<TPairs, TKey, TValue> CreateKeyed<TPairs, TKey, TValue>(ValueWriter<TValue>? item, ListFormat format)
        where TPairs : class, IEnumerable<KeyValuePair<TKey, TValue>>
        where TKey : struct => new(item, format);

    // serialize: has the serializer write a value that is not null.
    private object CreateEnum(Type type, Func<object, byte[]> serialize) => Nullable.GetUnderlyingType(type) is { } underlying
        ? Call(nameof(CreateNullable), [underlying], CreateEnum(underlying, serialize))
        : Call(nameof(CreateEnumOf), [type], serialize);

    private static EnumWriter<TEnum> CreateEnumOf<TEnum>(Func<object, byte[]> serialize)
        where TEnum : struct, Enum => new(typeof(TEnum), value => serialize(value));

    // Has the serializer write a value of an enumeration that is not a property.
    private Func<object, byte[]> EnumTextOf(Type type)
    {
        JsonTypeInfo info = options.GetTypeInfo(Nullable.GetUnderlyingType(type) ?? type);
        return value => JsonSerializer.SerializeToUtf8Bytes(value, info);
    }

    // Has the serializer write a value of an enumeration as it writes the property.
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = ObjectColumnsBuilder.SameProperty)]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = ObjectColumnsBuilder.SameProperty)]
    private static Func<object, byte[]> EnumTextOf(JsonPropertyInfo property)
    {
        JsonTypeInfo<ValueHolder> contract = ValueHolder.CreateContract(property);
        return value => ValueHolder.Serialize(value, contract);
    }

    private object Call(string method, Type[] types, params object?[] arguments) =>
        GenericArguments.Call(typeof(ValueWriterFactory), method, types, this, arguments)!;

    // Names the methods over each type of scalars, so that their code is compiled ahead. They are found by reflection.
    private sealed class CodeOfScalars : IScalarVisitor<Delegate[]>
    {
        public Delegate[] Visit<TValue>()
            where TValue : struct =>
            [CreateArray<TValue>, CreateSequence<List<TValue>, TValue>, CreateSequence<IEnumerable<TValue>, TValue>];
    }
}

// For which types generic code can be had at run time.
internal static class GenericArguments
{
    // Any type where code can be made. Without it, reference types: they share code that is compiled ahead. Value types have code of their
    // own.
    public static bool CanBe(Type type) => RuntimeFeature.IsDynamicCodeSupported || !type.IsValueType;

    // Calls a private method over types that are compiled. target: an object of the class; null for a method that is static.
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "Code over types that can be arguments is compiled ahead.")]
    [UnconditionalSuppressMessage("Trimming", "IL2060", Justification = "The methods ask nothing of their type arguments.")]
    public static object? Call(
        [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.NonPublicMethods)] Type owner, string method, Type[] types,
        object? target, params object?[] arguments) =>
        owner.GetMethod(method, BindingFlags.Instance | BindingFlags.Static | BindingFlags.NonPublic)!
            .MakeGenericMethod(types).Invoke(target, BindingFlags.DoNotWrapExceptions, binder: null, arguments, culture: null);

    // Those, and structures of which the application declares the code.
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "Asks whether there is code.")]
    [UnconditionalSuppressMessage("Trimming", "IL2071", Justification = "The type asks nothing of its type argument.")]
    public static bool IsCompiled(Type type)
    {
        if (CanBe(type) || type.IsEnum) return CanBe(type);
        try
        {
            return typeof(CodeOf<>).MakeGenericType(type).TypeHandle.Value != 0;
        }
        // The second: the type is a nullable one.
        catch (Exception exception) when (exception is NotSupportedException or ArgumentException)
        {
            return false;
        }
    }
}

// Names the methods over a structure that are found by reflection, so that their code is compiled ahead. That the compiler has seen this
// type tells that it has seen them.
internal sealed class CodeOf<T>(params Delegate[] others)
    where T : struct
{
    public Delegate[] Methods { get; } =
    [
        ValueWriterFactory.CreateObjectOf<T>, ValueWriterFactory.CreateNullable<T>, ValueWriterFactory.CreateColumnOf<T, object>,
        ValueWriterFactory.CreateColumnOf<object, T>, ValueWriterFactory.CreateColumnOf<object, T?>, ValueWriterFactory.CreateArray<T>,
        ValueWriterFactory.CreateSequence<List<T>, T>, ValueWriterFactory.CreateDictionary<Dictionary<string, T>, T>, .. others,
    ];
}
