namespace RowJson;

// Makes the ValueWriter<TValue> that has been chosen for a type, from generic types made at run time.
internal sealed partial class ObjectColumnsBuilder
{
    // Writers of objects by their own types: a type that holds its own kind finds its writer here.
    private readonly Dictionary<Type, object> _objects = [];

    private object Create(ValueChoice choice)
    {
        if (!RuntimeFeature.IsDynamicCodeSupported && choice.Item is { } item) ScalarTypes.Of(item.Type)?.Accept(new CodeOfScalars());
        object writer = CreateOf(choice);
        // A value that holds other values may hold itself. An array of scalars cannot.
        bool mayHoldItself = choice.Kind >= WriterKind.Option && !choice.Type.IsValueType
            && !(choice.Type.IsArray && choice.HoldsScalars);
        return traits.IgnoresCycles && mayHoldItself ? GenericArguments.New(typeof(CycleWriter<>), [choice.Type], writer) : writer;
    }

    private object CreateOf(ValueChoice choice) => choice.Kind switch
    {
        WriterKind.Bytes => new BytesWriter(),
        WriterKind.Any => AnyWriter.Instance,
        WriterKind.ObjectDictionary => new ObjectDictionaryWriter(),
        WriterKind.Enumeration => CreateEnum(choice.Type, EnumTextOf(choice.Type)),
        WriterKind.Text => TextClassWriter.For(choice.Type)!,
        WriterKind.Object => Call(nameof(CreateObject), [choice.Type], choice),
        WriterKind.Polymorphic => Call(nameof(CreatePolymorphic), [choice.Type], choice),
        WriterKind.Scalar or WriterKind.String => GenericArguments.New(typeof(SingleWriter<>), [choice.Type]),
        WriterKind.Option => GenericArguments.New(typeof(OptionWriter<,>), [choice.Type, choice.Item!.Type], Create(choice.Item)),
        WriterKind.Nullable => GenericArguments.New(typeof(NullableWriter<>), [choice.Item!.Type], Create(choice.Item)),
        WriterKind.QuotedNumber => GenericArguments.New(typeof(QuotedNumberWriter<>), [choice.Type]),
        _ => CreateOfItems(
            choice, choice.Item!.Kind is WriterKind.Scalar or WriterKind.String ? null : Create(choice.Item), choice.ChecksItems),
    };

    // item: writes an item; null if it is a scalar or a string.
    private static object CreateOfItems(ValueChoice choice, object? item, bool checks) => choice.Kind switch
    {
        WriterKind.Array => GenericArguments.New(typeof(ArrayWriter<>), [choice.Item!.Type], item, checks),
        WriterKind.Memory when ValueChoices.IsImmutableArray(choice.Type) =>
            GenericArguments.New(typeof(ImmutableArrayWriter<>), [choice.Item!.Type], item),
        WriterKind.Memory => GenericArguments.New(typeof(MemoryWriter<>), [choice.Item!.Type], item, checks),
        WriterKind.Sequence => GenericArguments.New(typeof(SequenceWriter<,>), [choice.Type, choice.Item!.Type], item, checks),
        WriterKind.Dictionary => GenericArguments.New(typeof(DictionaryWriter<,>), [choice.Type, choice.Item!.Type], item, checks),
        WriterKind.Keyed => GenericArguments.New(typeof(KeyedWriter<,,>), [choice.Type, choice.Key!, choice.Item!.Type], item, checks),
        _ => throw new InvalidOperationException($"Values of kind {choice.Kind} have no writer."),
    };

    // Can be found before its columns are made: they may refer to it.
    internal ObjectWriter<TValue> CreateObject<TValue>(ObjectChoice choice)
    {
        if (_objects.TryGetValue(typeof(ObjectWriter<TValue>), out object? known)) return (ObjectWriter<TValue>)known;
        var writer = new ObjectWriter<TValue>();
        _objects.Add(typeof(ObjectWriter<TValue>), writer);
        writer.Columns = Create(CreateColumns<TValue>(choice), NamesInContract(choice.Properties, choice.Info), choice);
        return writer;
    }

    // The cases can be found before they are made: their columns may lead back here.
    private PolymorphicWriter<TBase> CreatePolymorphic<TBase>(PolymorphicChoice choice)
        where TBase : class
    {
        if (_objects.TryGetValue(typeof(PolymorphicWriter<TBase>), out object? known)) return (PolymorphicWriter<TBase>)known;
        var cases = new Dictionary<Type, PolymorphicCase>();
        var writer = new PolymorphicWriter<TBase>(cases, choice.Info.PolymorphismOptions!.UnknownDerivedTypeHandling);
        _objects.Add(typeof(PolymorphicWriter<TBase>), writer);
        if (choice.Own is { Gains: true }) cases.Add(typeof(TBase), CreateCase<TBase>(choice.Own, new EncodedText([])));
        foreach ((ObjectChoice derived, object? discriminator) in choice.Cases)
            cases[derived.Type] = (PolymorphicCase)Call(
                nameof(CreateCase), [derived.Type], derived, DiscriminatorText(choice.Info, discriminator));
        return writer;
    }

    // discriminator: as a cell, comma included; empty if there is none.
    private PolymorphicCase CreateCase<T>(ObjectChoice choice, EncodedText discriminator)
        where T : class
    {
        ObjectWriter<T> writer = CreateObject<T>(choice);
        return new PolymorphicCase(
            typeof(T),
            (encoder, position, value) => writer.Columns.WriteNested(encoder, position, Unsafe.As<T>(value), discriminator));
    }

    // The discriminator as a cell, as the serializer writes it: its usual name by the default rules. Empty if there is none.
    private EncodedText DiscriminatorText(JsonTypeInfo info, object? discriminator)
    {
        if (discriminator is null) return new EncodedText([]);
        string name = info.PolymorphismOptions!.TypeDiscriminatorPropertyName;
        JsonEncodedText encoded = JsonEncodedText.Encode(name, name == "$type" ? null : traits.Options.Encoder);
        string value = discriminator is string word
            ? $"\"{JsonEncodedText.Encode(word, context.Escapes.Encoder)}\""
            : ((int)discriminator).ToString(CultureInfo.InvariantCulture);
        return new EncodedText(Encoding.UTF8.GetBytes($",\"{encoded}\":{value}"));
    }

    // serialize: has the serializer write a value that is not null.
    private static object CreateEnum(Type type, Func<object, byte[]> serialize) => Nullable.GetUnderlyingType(type) is { } underlying
        ? GenericArguments.New(typeof(NullableWriter<>), [underlying], CreateEnum(underlying, serialize))
        : GenericArguments.New(typeof(EnumWriter<>), [type], type, serialize);

    // Has the serializer write a value of an enumeration that is not a property.
    private Func<object, byte[]> EnumTextOf(Type type)
    {
        JsonTypeInfo info = traits.Options.GetTypeInfo(Nullable.GetUnderlyingType(type) ?? type);
        return value => JsonSerializer.SerializeToUtf8Bytes(value, info);
    }

    // Has the serializer write a value of an enumeration as it writes the property.
    private static Func<object, byte[]> EnumTextOf(JsonPropertyInfo property)
    {
        JsonTypeInfo<StrongBox<object>> contract = ContractOf(property);
        return value =>
        {
            using JsonDocument document = JsonSerializer.SerializeToDocument(new StrongBox<object>(value), contract);
            return JsonMarshal.GetRawUtf8Value(document.RootElement.EnumerateObject().First().Value).ToArray();
        };
    }

    private object Call(string method, Type[] types, params object?[] arguments) =>
        GenericArguments.Call(typeof(ObjectColumnsBuilder), this, method, types, arguments)!;

    // Names the writers over each type of scalars, so that their code is compiled ahead.
    private sealed class CodeOfScalars : IScalarVisitor<object[]>
    {
        public object[] Visit<TValue>()
            where TValue : struct =>
        [
            new ArrayWriter<TValue>(null, default), new SequenceWriter<List<TValue>, TValue>(null, default),
            new QuotedNumberWriter<TValue>(),
        ];
    }
}

// Generic code over types that are known at run time.
[UnconditionalSuppressMessage("AOT", "IL3050", Justification = "Only types that can be arguments are, or it is asked whether they can.")]
[UnconditionalSuppressMessage("Trimming", "IL2055", Justification = "The classes ask nothing of their type arguments.")]
[UnconditionalSuppressMessage("Trimming", "IL2060", Justification = "The methods ask nothing of their type arguments.")]
internal static class GenericArguments
{
    // Any type can be an argument if code can be made at run time. If not, only reference types can: their shared code is compiled ahead.
    public static bool CanBe(Type type) => RuntimeFeature.IsDynamicCodeSupported || !type.IsValueType;

    // These types, and structures whose code the application declares.
    public static bool IsCompiled(Type type) =>
        CanBe(type) || (!type.IsEnum && Quietly.Ask(type, static it => New(typeof(CodeOf<>), [it]) is not null, otherwise: false));

    // Makes an instance of a generic class with one constructor.
    public static object New(
        [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicConstructors)] Type definition, Type[] types,
        params object?[] arguments) => definition.MakeGenericType(types).GetConstructors()[0].Invoke(
            BindingFlags.DoNotWrapExceptions, binder: null, arguments, culture: null);

    // Calls a private method of owner; instance is null if the method is static.
    public static object? Call(
        [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.NonPublicMethods)] Type owner, object? instance, string method,
        Type[] types, params object?[] arguments) =>
        owner.GetMethod(method, BindingFlags.Instance | BindingFlags.Static | BindingFlags.NonPublic)!
            .MakeGenericMethod(types).Invoke(instance, BindingFlags.DoNotWrapExceptions, binder: null, arguments, culture: null);
}

// Made only where the code over a structure is named: if the compiler has seen this type, it has seen that code.
internal sealed class CodeOf<T>;
