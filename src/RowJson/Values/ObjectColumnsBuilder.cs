namespace RowJson;

// Makes the columns of a type as ValueChoices has decided, and those of the types that are nested in it.
internal sealed class ObjectColumnsBuilder
{
    public const string SameProperty =
        "A property of the same types exists in the contract that is copied, and the metadata of its values comes from the same resolver.";

    private readonly EncodingContext _context;
    private readonly bool _compiles;
    private readonly ValueChoices _choices;
    private readonly ValueWriterFactory _writers;

    public ObjectColumnsBuilder(EncodingContext context, SerializerTraits traits, bool compiles)
    {
        _context = context;
        _compiles = compiles;
        _choices = new ValueChoices(context, traits, compiles, ColumnGain.IsForced(context.Options));
        _writers = new ValueWriterFactory(this, traits.Options, traits.IgnoresCycles, context.Escapes.Encoder);
    }

    // The columns of rows; null if the serializer has to write each row as a whole, or would write every column.
    public ObjectColumns<T>? BuildRow<T>(JsonTypeInfo<T> info)
    {
        if (_choices.OfObject(info) is not { Gains: true } choice) return null;
        ObjectColumn<T>[] columns = CreateColumns<T>(choice);
        if (columns.Length > 0 && !columns.Any(column => column is MemberColumn<T>)) return null;
        // Left out are cells that are null in the output: of some that is known only when they are written.
        if (_context.Options.LeavesOutNulls && columns.Any(column => column.MayWriteNull)) return null;
        if (_context.Options.ChangesColumns && !columns.All(column => column.IsOneCell)) return null;
        EncodedName[] names = Array.ConvertAll(columns, column => NameOf(column.Name, info));
        ObjectColumn<T>[] written = [.. columns.Where((_, i) => !names[i].IsExcluded)];
        EncodedName[] writtenNames = [.. names.Where(name => !name.IsExcluded)];
        // Without names, a cell that is left out would give its place to the next one.
        bool writesValuesOnly = _context.Options.IsCompact && columns.All(column => column.IsOneCell)
            && Array.TrueForAll(choice.Properties, property => property.Omit is OmitCondition.Never or OmitCondition.NullIsRefused);
        if (writesValuesOnly) writtenNames = Array.ConvertAll(writtenNames, name => name.WithoutText());
        return Create(written, writtenNames, choice, writesValuesOnly);
    }

    // What writes rows that are lists, dictionaries or objects with a discriminator; null if the serializer has to.
    public ValueWriter<T>? BuildValue<T>() =>
        _choices.Of(typeof(T)) is { Kind: not WriterKind.Object } choice
        && (choice.GainsAsRow || choice is { Kind: WriterKind.Nullable, Item.GainsAsRow: true })
            ? (ValueWriter<T>)_writers.Create(choice)
            : null;

    // What writes values of a runtime type, which are declared as objects; null if the serializer has to.
    // Excludes values declared as object, whose writer would look up their runtime type without end, and values with a discriminator.
    public ValueWriter<T>? BuildRuntime<T>() =>
        _choices.Of(typeof(T)) is { Gains: true, Kind: >= WriterKind.Enumeration and not (WriterKind.Polymorphic or WriterKind.Any) } choice
        && !ObjectContract.HasPolymorphicAncestor(typeof(T), _context.Options.SerializerOptions)
            ? (ValueWriter<T>)_writers.Create(choice)
            : null;

    public ObjectColumns<T> BuildNested<T>(ObjectChoice choice)
    {
        ObjectColumn<T>[] columns = CreateColumns<T>(choice);
        return Create(columns, Array.ConvertAll(columns, column => NameInContract(column.Name, choice.Info)), choice);
    }

    // The columns of some properties of a type.
    public ObjectColumns<T> BuildSome<T>(PropertyChoice[] properties, ObjectChoice choice, JsonTypeInfo<T> info)
    {
        // Read as this builder can: only compiled code reads fields.
        PropertyChoice[] known = _choices.OfObject(info)?.Properties ?? [];
        ObjectColumn<T>[] columns = Array.ConvertAll(properties, property => CreateColumn(
            Array.Find(known, it => it.Property.Name == property.Property.Name) ?? property with { Member = null }, info));
        return Create(columns, Array.ConvertAll(columns, column => NameInContract(column.Name, info)), choice);
    }

    // In order: those that are read and written directly, and those of the serializer.
    private ObjectColumn<T>[] CreateColumns<T>(ObjectChoice choice) =>
        Array.ConvertAll(choice.Properties, property => CreateColumn(property, (JsonTypeInfo<T>)choice.Info));

    private ObjectColumns<T> Create<T>(
        ObjectColumn<T>[] columns, EncodedName[] names, ObjectChoice choice, bool writesValuesOnly = false)
    {
        CellsWriter<T>? compiled =
            RuntimeFeature.IsDynamicCodeSupported && _compiles ? CellsCompiler.Compile(columns, names) : null;
        return new ObjectColumns<T>(columns, names, compiled, choice) { WritesValuesOnly = writesValuesOnly };
    }

    private ObjectColumn<T> CreateColumn<T>(PropertyChoice choice, JsonTypeInfo<T> info)
    {
        if (choice.Member is not { } member) return new SerializedColumn<T>(choice.Property.Name, ContractOf(choice.Property, info));
        string name = choice.Property.Name;
        return (choice.Value.Kind, choice.Omit) switch
        {
            (WriterKind.String, OmitCondition.Never) => new MemberColumn<T, string?, StringFormat>(name, member),
            (WriterKind.String, OmitCondition.NullIsRefused) => new MemberColumn<T, string?, StringNotNullFormat>(name, member),
            (WriterKind.String, _) => new MemberColumn<T, string?, StringOrNothingFormat>(name, member),
            (WriterKind.Any, OmitCondition.Never) => new MemberColumn<T, object?, AnyFormat>(name, member),
            (WriterKind.Any, _) => new MemberColumn<T, object?, AnyOrNothingFormat>(name, member),
            (WriterKind.Scalar or WriterKind.QuotedNumber, _) => CreateScalarColumn<T>(choice),
            _ => _writers.CreateColumn(choice, info),
        };
    }

    private static ObjectColumn<T> CreateScalarColumn<T>(PropertyChoice choice)
    {
        ScalarType scalar = ScalarTypes.Of(choice.Value.Type)!;
        bool isNullable = choice.Value.Type != scalar.Type;
        bool isQuoted = choice.Value.Kind == WriterKind.QuotedNumber;
        return scalar.Accept(new ScalarColumnFactory<T>(choice.Property.Name, choice.Member!, isNullable, choice.Omit, isQuoted));
    }

    // A contract that writes this one property as info does.
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = SameProperty)]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = SameProperty)]
    public static JsonTypeInfo<T> ContractOf<T>(JsonPropertyInfo property, JsonTypeInfo<T> info)
    {
        JsonTypeInfo<T> contract = JsonTypeInfo.CreateJsonTypeInfo<T>(info.Options);
        contract.NumberHandling = info.NumberHandling;
        JsonPropertyInfo copy = contract.CreateJsonPropertyInfo(property.PropertyType, property.Name);
        copy.Get = property.Get;
        copy.ShouldSerialize = ObjectContract.ShouldSerializeOf(property, info);
        copy.CustomConverter = property.CustomConverter;
        copy.NumberHandling = property.NumberHandling;
        copy.AttributeProvider = property.AttributeProvider;
        copy.IsGetNullable = property.IsGetNullable;
        copy.IsExtensionData = property.IsExtensionData;
        contract.Properties.Add(copy);
        contract.MakeReadOnly();
        return contract;
    }

    // A contract that writes only these properties as info does, and of which the serializer says in the same words what fails.
    public static JsonTypeInfo<T> ContractOf<T>(PropertyChoice[] properties, JsonTypeInfo<T> info)
    {
        var contract = info.Options.TypeInfoResolver!.GetTypeInfo(typeof(T), info.Options) as JsonTypeInfo<T>;
        if (contract is not { IsReadOnly: false, Kind: JsonTypeInfoKind.Object }) return ContractOf(properties[0].Property, info);
        for (int i = contract.Properties.Count - 1; i >= 0; i--)
            if (!Array.Exists(properties, it => it.Property.Name == contract.Properties[i].Name)) contract.Properties.RemoveAt(i);
        return contract;
    }

    private EncodedName NameOf(string name, JsonTypeInfo info) =>
        _context.Options.ChangesColumns
            ? new EncodedName(name, _context.Columns.Rename(name), NamePredictor.Root, _context.Escapes.Encoder)
            : NameInContract(name, info);

    // The serializer escapes the names of a contract by the contract's options, not by the output's encoder.
    public static EncodedName NameInContract(string name, JsonTypeInfo info) =>
        new(name, name, NamePredictor.Root, info.Options.Encoder ?? JavaScriptEncoder.Default);
}

// Makes the column of a member that is a scalar, or the nullable form of one.
internal sealed class ScalarColumnFactory<T>(string name, MemberInfo member, bool isNullable, OmitCondition omit, bool isQuoted)
    : IScalarVisitor<ObjectColumn<T>>
{
    public ObjectColumn<T> Visit<TValue>()
        where TValue : struct
    {
        if (isQuoted) return isNullable ? CreateQuoted<TValue?>() : CreateQuoted<TValue>();
        if (isNullable)
            return omit == OmitCondition.Never
                ? new MemberColumn<T, TValue?, NullableScalarFormat<TValue>>(name, member)
                : new MemberColumn<T, TValue?, NullableScalarOrNothingFormat<TValue>>(name, member);
        return omit == OmitCondition.WhenDefault
            ? new MemberColumn<T, TValue, ScalarUnlessDefaultFormat<TValue>>(name, member)
            : new MemberColumn<T, TValue, ScalarFormat<TValue>>(name, member);
    }

    private MemberColumn<T, TCell> CreateQuoted<TCell>() =>
        new(name, member, new ValueCell<TCell>(new QuotedNumberWriter<TCell>(), omit));
}
