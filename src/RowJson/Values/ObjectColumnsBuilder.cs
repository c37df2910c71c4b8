namespace RowJson;

// Makes the columns of a type as ValueChoices has decided, and those of the types that are nested in it.
internal sealed partial class ObjectColumnsBuilder(EncodingContext context, SerializerTraits traits, bool compiles)
{
    private const string SameProperty =
        "A property of the same types exists in the contract that is copied, and the metadata of its values comes from the same resolver.";

    private readonly ValueChoices _choices = new(context, traits, compiles, ColumnGain.IsForced(context.Options));

    // The columns of rows; null if the serializer has to write each row as a whole, or would write every column.
    public ObjectColumns<T>? BuildRow<T>(JsonTypeInfo<T> info)
    {
        if (_choices.OfObject(info) is not { Gains: true, Properties: var properties } choice) return null;
        bool areCells = Array.TrueForAll(properties, it => it.IsOneCell);
        if (properties.Length > 0 && !Array.Exists(properties, it => it is { IsOneCell: true, Converter: null })) return null;
        // Cells that are null in the output are left out, and some turn out to be null only when they are written.
        if (context.Options.LeavesOutNulls && !(areCells && Array.TrueForAll(properties, it => !it.Value.MayWriteNull))) return null;
        if (context.Options.ChangesColumns && !areCells) return null;
        ObjectColumn<T>[] columns = CreateColumns<T>(choice);
        EncodedName[] names = Array.ConvertAll(properties, property => NameOf(property.Property.Name, info));
        ObjectColumn<T>[] written = [.. columns.Where((_, i) => !names[i].IsExcluded)];
        EncodedName[] writtenNames = [.. names.Where(name => !name.IsExcluded)];
        // Without names, the next cell would take the place of a cell that is left out.
        bool writesValuesOnly = context.Options.IsCompact && areCells
            && Array.TrueForAll(properties, property => property.Omit is OmitCondition.Never or OmitCondition.NullIsRefused);
        if (writesValuesOnly) writtenNames = Array.ConvertAll(writtenNames, name => name.WithoutText());
        return Create(written, writtenNames, choice, writesValuesOnly);
    }

    // Writes rows that are lists, dictionaries, objects with a discriminator or values without parts; null if the serializer has to.
    public ValueWriter<T>? BuildValue<T>() =>
        _choices.Of(typeof(T)) is { Kind: not WriterKind.Object } choice
        && (choice.GainsAsRow || choice.IsSingle || choice is { Kind: WriterKind.Nullable, Item.GainsAsRow: true })
            ? (ValueWriter<T>)Create(choice)
            : null;

    // Writes values of a runtime type that are declared as objects; null if the serializer has to.
    // Excludes the type object, whose writer would look up the runtime type without end, and values with a discriminator.
    public ValueWriter<T>? BuildRuntime<T>() =>
        _choices.Of(typeof(T)) is { Gains: true, Kind: >= WriterKind.Enumeration and not (WriterKind.Polymorphic or WriterKind.Any) } choice
        && !ObjectContract.HasPolymorphicAncestor(typeof(T), context.Options.SerializerOptions)
            ? (ValueWriter<T>)Create(choice)
            : null;

    // The columns of some properties of a type.
    public ObjectColumns<T> BuildSome<T>(PropertyChoice[] properties, ObjectChoice choice, JsonTypeInfo<T> info)
    {
        // Read in a way that this builder can: only compiled code reads fields.
        PropertyChoice[] known = _choices.OfObject(info)?.Properties ?? [];
        ObjectColumn<T>[] columns = Array.ConvertAll(properties, property => CreateColumn(
            Array.Find(known, it => it.Property.Name == property.Property.Name) ?? property with { Member = null }, info));
        return Create(columns, NamesInContract(properties, info), choice);
    }

    // In order: those that are read and written directly, and those of the serializer.
    private ObjectColumn<T>[] CreateColumns<T>(ObjectChoice choice) =>
        Array.ConvertAll(choice.Properties, property => CreateColumn(property, (JsonTypeInfo<T>)choice.Info));

    private ObjectColumns<T> Create<T>(ObjectColumn<T>[] columns, EncodedName[] names, ObjectChoice choice, bool writesValuesOnly = false)
    {
        CellsWriter<T>? compiled = RuntimeFeature.IsDynamicCodeSupported && compiles ? CellsCompiler.Compile(columns, names) : null;
        return new ObjectColumns<T>(columns, names, compiled, choice) { WritesValuesOnly = writesValuesOnly };
    }

    private ObjectColumn<T> CreateColumn<T>(PropertyChoice choice, JsonTypeInfo<T> info)
    {
        if (choice.Member is null) return new SerializedColumn<T>(ContractOf(choice.Property, info));
        if (!compiles && info.OriginatingResolver is IJsonRowGetters getters)
            choice = choice with { Getter = getters.Find(choice.Member.DeclaringType!, choice.Member.Name) };
        return (choice.Value.Kind, choice.Omit) switch
        {
            (WriterKind.String, OmitCondition.Never) => new MemberColumn<T, string?, StringFormat>(choice),
            (WriterKind.String, OmitCondition.NullIsRefused) => new MemberColumn<T, string?, StringNotNullFormat>(choice),
            (WriterKind.String, _) => new MemberColumn<T, string?, StringOrNothingFormat>(choice),
            (WriterKind.Any, OmitCondition.Never) => new MemberColumn<T, object?, AnyFormat>(choice),
            (WriterKind.Any, _) => new MemberColumn<T, object?, AnyOrNothingFormat>(choice),
            (WriterKind.Scalar or WriterKind.QuotedNumber, _) =>
                ScalarTypes.Of(choice.Value.Type)!.Accept(new ScalarColumnFactory<T>(choice)),
            (WriterKind.Extension, _) when choice.Value.Item!.Kind == WriterKind.Any => new ExtensionColumn<T, object?>(choice),
            (WriterKind.Extension, _) => new ExtensionColumn<T, JsonElement>(choice),
            (WriterKind.Converted, _) => Column(typeof(ConvertedColumn<,>), choice.Converter, ContractOf(choice.Property, info)),
            (WriterKind.Enumeration, _) when !RuntimeFeature.IsDynamicCodeSupported =>
                ScalarTypes.Of(Enum.GetUnderlyingType(choice.Value.Type))!.Accept(
                    new EnumColumnFactory<T>(choice, EnumTextOf(choice.Property))),
            (WriterKind.Enumeration, _) => Column(typeof(MemberColumn<,>), CreateEnum(choice.Value.Type, EnumTextOf(choice.Property))),
            _ => Column(typeof(MemberColumn<,>), Create(choice.Value)),
        };

        ObjectColumn<T> Column(
            [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicConstructors)] Type definition, params object?[] arguments) =>
            (ObjectColumn<T>)GenericArguments.New(definition, [typeof(T), choice.Value.Type], [choice, .. arguments]);
    }

    // A contract that writes this one property as info does.
    public static JsonTypeInfo<T> ContractOf<T>(JsonPropertyInfo property, JsonTypeInfo<T> info) =>
        ContractOf<T>(property, info.Options, info.NumberHandling, property.Get, ObjectContract.ShouldSerializeOf(property, info));

    // A contract that writes a value as this property is written.
    public static JsonTypeInfo<StrongBox<object>> ContractOf(JsonPropertyInfo property) => ContractOf<StrongBox<object>>(
        property, property.Options, numbers: null, static value => ((StrongBox<object>)value).Value, static (_, _) => true);

    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = SameProperty)]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = SameProperty)]
    private static JsonTypeInfo<T> ContractOf<T>(
        JsonPropertyInfo property, JsonSerializerOptions options, JsonNumberHandling? numbers,
        Func<object, object?>? get, Func<object, object?, bool>? shouldSerialize)
    {
        JsonTypeInfo<T> contract = JsonTypeInfo.CreateJsonTypeInfo<T>(options);
        contract.NumberHandling = numbers;
        JsonPropertyInfo copy = contract.CreateJsonPropertyInfo(property.PropertyType, property.Name);
        copy.Get = get;
        copy.ShouldSerialize = shouldSerialize;
        copy.CustomConverter = property.CustomConverter;
        copy.NumberHandling = property.NumberHandling;
        copy.AttributeProvider = property.AttributeProvider;
        copy.IsGetNullable = property.IsGetNullable;
        copy.IsExtensionData = property.IsExtensionData;
        contract.Properties.Add(copy);
        contract.MakeReadOnly();
        return contract;
    }

    // A contract that writes only these properties, as info does, and with which the serializer reports failures in the same words.
    public static JsonTypeInfo<T> ContractOf<T>(PropertyChoice[] properties, JsonTypeInfo<T> info)
    {
        var contract = info.Options.TypeInfoResolver!.GetTypeInfo(typeof(T), info.Options) as JsonTypeInfo<T>;
        if (contract is not { IsReadOnly: false, Kind: JsonTypeInfoKind.Object }) return ContractOf(properties[0].Property, info);
        for (int i = contract.Properties.Count - 1; i >= 0; i--)
            if (!Array.Exists(properties, it => it.Property.Name == contract.Properties[i].Name)) contract.Properties.RemoveAt(i);
        return contract;
    }

    private EncodedName NameOf(string name, JsonTypeInfo info) =>
        context.Options.ChangesColumns
            ? new EncodedName(name, AsInUtf8(context.Names.Columns.Rename(name)), NamePredictor.Root, context.Escapes.Encoder)
            : NameInContract(name, info);

    private static EncodedName[] NamesInContract(PropertyChoice[] properties, JsonTypeInfo info) =>
        Array.ConvertAll(properties, property => NameInContract(property.Property.Name, info));

    // The serializer escapes the names of a contract by the contract's options, not by the output's encoder.
    public static EncodedName NameInContract(string name, JsonTypeInfo info) =>
        new(name, AsInUtf8(name), NamePredictor.Root, info.Options.Encoder ?? JavaScriptEncoder.Default);

    // It escapes them as UTF-8, in which half a surrogate pair is a replacement character.
    private static string? AsInUtf8(string? name) => name is null ? null : Encoding.UTF8.GetString(Encoding.UTF8.GetBytes(name));
}

// Makes the column of a member that is a scalar, or the nullable form of one.
internal sealed class ScalarColumnFactory<T>(PropertyChoice choice) : IScalarVisitor<ObjectColumn<T>>
{
    public ObjectColumn<T> Visit<TValue>()
        where TValue : struct =>
        choice is { Value.Kind: WriterKind.Scalar, Omit: not OmitCondition.WhenDefault } && choice.Value.Type == typeof(TValue)
            ? new MemberColumn<T, TValue, ScalarFormat<TValue>>(choice)
            : CreateOther<TValue>();

    // A method of its own: compiling it loads all of these types, once for each type of values.
    private ObjectColumn<T> CreateOther<TValue>()
        where TValue : struct => (choice.Value.Kind, choice.Value.Type == typeof(TValue?), choice.Omit) switch
        {
            (WriterKind.QuotedNumber, true, _) => new MemberColumn<T, TValue?>(choice, new QuotedNumberWriter<TValue?>()),
            (WriterKind.QuotedNumber, _, _) => new MemberColumn<T, TValue>(choice, new QuotedNumberWriter<TValue>()),
            (_, true, OmitCondition.Never) => new MemberColumn<T, TValue?, NullableScalarFormat<TValue>>(choice),
            (_, true, _) => new MemberColumn<T, TValue?, NullableScalarOrNothingFormat<TValue>>(choice),
            _ => new MemberColumn<T, TValue, ScalarUnlessDefaultFormat<TValue>>(choice),
        };
}

// Makes the column of a member that is an enumeration where no code can be made at run time. The member is read as the number that it is:
// code over numbers is compiled ahead, unlike code over enumerations.
internal sealed class EnumColumnFactory<T>(PropertyChoice choice, Func<object, byte[]> serialize) : IScalarVisitor<ObjectColumn<T>>
{
    public ObjectColumn<T> Visit<TValue>()
        where TValue : struct => new MemberColumn<T, TValue>(choice, new EnumWriter<TValue>(choice.Value.Type, serialize));
}
