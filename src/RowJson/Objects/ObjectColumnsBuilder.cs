using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Text.Encodings.Web;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace RowJson;

/// <summary>Makes the columns of a type from its contract, and those of the types that are nested in it.</summary>
internal sealed class ObjectColumnsBuilder(EncodingContext context, SerializerTraits traits, bool compiles)
{
    private const string SameProperty =
        "A property of the same types exists in the contract that is copied, and the metadata of its values comes from the same resolver.";

    /// <summary>Columns of nested types, by type: a type that holds its own kind finds itself here.</summary>
    private readonly Dictionary<Type, object?> _nested = [];

    /// <summary>The columns of rows; null where the serializer has to write each row as a whole, or would write every column.</summary>
    public ObjectColumns<T>? BuildRow<T>(JsonTypeInfo<T> info)
    {
        if (!ObjectContract.WritesMembers(info, traits)) return null;
        ObjectColumn<T>[] columns = CreateColumns(info);
        if (columns.Length > 0 && !columns.Any(column => column is MemberColumn<T>)) return null;
        EncodedName[] names = Array.ConvertAll(columns, column => NameOf(column.Name, info));
        if (context.Options.RequireUniqueColumnNames) ColumnNames.RequireUnique(names);
        ObjectColumn<T>[] written = [.. columns.Where((_, i) => !names[i].IsExcluded)];
        return Create(written, [.. names.Where(name => !name.IsExcluded)]);
    }

    /// <summary>The columns of values that are nested in rows; null where the serializer has to write them.</summary>
    private NestedObject<T>? BuildNested<T>(JsonTypeInfo<T> info)
    {
        if (_nested.TryGetValue(typeof(T), out object? known)) return (NestedObject<T>?)known;
        if (!ObjectContract.WritesMembers(info, traits))
        {
            _nested.Add(typeof(T), null);
            return null;
        }
        var nested = new NestedObject<T>();
        _nested.Add(typeof(T), nested);
        ObjectColumn<T>[] columns = CreateColumns(info);
        nested.Columns = Create(columns, Array.ConvertAll(columns, column => EncodedNameOf(column.Name, column.Name, info)));
        return nested;
    }

    private ObjectColumns<T> Create<T>(ObjectColumn<T>[] columns, EncodedName[] names) =>
        new(columns, names, RuntimeFeature.IsDynamicCodeSupported && compiles ? CellsCompiler.Compile(columns, names) : null, ReadsCopy(columns));

    /// <summary>Some member of the struct may change it.</summary>
    private static bool ReadsCopy<T>(ObjectColumn<T>[] columns) =>
        typeof(T).IsValueType
        && !typeof(T).IsDefined(typeof(IsReadOnlyAttribute), inherit: false)
        && columns.Any(column => column is MemberColumn<T> { Member: PropertyInfo { GetMethod: { } getter } }
            && !getter.IsDefined(typeof(IsReadOnlyAttribute), inherit: false));

    private ObjectColumn<T>[] CreateColumns<T>(JsonTypeInfo<T> info)
    {
        bool isUnchanged = ObjectContract.IsUnchanged(info);
        return [.. ObjectContract.WrittenProperties(info).Select(property => CreateColumn(property, info, isUnchanged))];
    }

    private ObjectColumn<T> CreateColumn<T>(JsonPropertyInfo property, JsonTypeInfo<T> info, bool isUnchanged) =>
        ObjectContract.MemberOf(property, isUnchanged) is { } member
        && (compiles || member is PropertyInfo)
        && ObjectContract.OmitConditionOf(property) is { } omit
        && traits.IsBuiltIn(property.PropertyType)
        && CreateMemberColumn<T>(property.Name, member, property.PropertyType, omit, ObjectContract.NumberHandlingOf(property, info)) is { } column
            ? column
            : CreateSerializedColumn(property, info);

    private ObjectColumn<T>? CreateMemberColumn<T>(
        string name, MemberInfo member, Type type, OmitCondition omit, JsonNumberHandling numbers)
    {
        if (type == typeof(string))
        {
            MemberGetter<T, string?> getter = MemberGetter<T, string?>.For(member);
            return omit == OmitCondition.Never
                ? new MemberColumn<T, string?, StringFormat>(name, member, getter)
                : new MemberColumn<T, string?, StringOrNothingFormat>(name, member, getter);
        }
        if (ScalarTypes.Of(type) is { } scalar)
        {
            return WritesDirectly(scalar, numbers)
                ? scalar.CreateColumn<T>(name, member, isNullable: type != scalar.Type, omit)
                : null;
        }
        return RuntimeFeature.IsDynamicCodeSupported && compiles
            ? CreateCompositeColumn<T>(name, member, type, omit != OmitCondition.Never, numbers)
            : null;
    }

    private bool WritesDirectly(ScalarType scalar, JsonNumberHandling numbers) =>
        !traits.IsConverted(scalar.Type)
        && !(scalar.IsNumber && numbers.HasFlag(JsonNumberHandling.WriteAsString))
        && !(scalar.HasNonFinite && numbers.HasFlag(JsonNumberHandling.AllowNamedFloatingPointLiterals) != traits.WritesNamedLiterals);

    /// <summary>Arrays, lists and objects.</summary>
    [RequiresDynamicCode("Makes generic types at run time.")]
    private ObjectColumn<T>? CreateCompositeColumn<T>(
        string name, MemberInfo member, Type type, bool omitsNull, JsonNumberHandling numbers)
    {
        bool isList = type.IsGenericType && type.GetGenericTypeDefinition() == typeof(List<>);
        Type? element = isList ? type.GetGenericArguments()[0] : type.IsSZArray ? type.GetElementType() : null;
        object? writer = null;
        if (element is null) writer = CreateNestedWriter(nameof(CreateObjectWriter), type, omitsNull);
        else if (type == typeof(byte[])) writer = new BytesWriter(omitsNull);
        else if (element == typeof(string)) writer = isList ? new ScalarListWriter<string?>(omitsNull) : new ScalarArrayWriter<string?>(omitsNull);
        else if (ScalarTypes.Of(element) is { } scalar)
        {
            if (element == scalar.Type && traits.IsBuiltIn(element) && WritesDirectly(scalar, numbers))
                writer = scalar.CreateArrayWriter(isList, omitsNull);
        }
        else writer = CreateNestedWriter(isList ? nameof(CreateListWriter) : nameof(CreateArrayWriter), element, omitsNull);
        return writer is null ? null : (ObjectColumn<T>?)Generic(nameof(CreateWriterColumn), [typeof(T), type]).Invoke(this, [name, member, writer]);
    }

    [RequiresDynamicCode("Makes generic types at run time.")]
    private object? CreateNestedWriter(string create, Type type, bool omitsNull) =>
        traits.IsBuiltIn(type) && TryGetInfo(type, out JsonTypeInfo? info) ? Generic(create, [type]).Invoke(this, [info, omitsNull]) : null;

    private NestedObjectWriter<TValue>? CreateObjectWriter<TValue>(JsonTypeInfo<TValue> info, bool omitsNull) =>
        BuildNested(info) is { } nested ? new NestedObjectWriter<TValue>(nested, omitsNull) : null;

    private NestedArrayWriter<TValue>? CreateArrayWriter<TValue>(JsonTypeInfo<TValue> info, bool omitsNull) =>
        BuildNested(info) is { } nested ? new NestedArrayWriter<TValue>(nested, omitsNull) : null;

    private NestedListWriter<TValue>? CreateListWriter<TValue>(JsonTypeInfo<TValue> info, bool omitsNull) =>
        BuildNested(info) is { } nested ? new NestedListWriter<TValue>(nested, omitsNull) : null;

    private bool TryGetInfo(Type type, [NotNullWhen(true)] out JsonTypeInfo? info)
    {
        try
        {
            return traits.Options.TryGetTypeInfo(type, out info);
        }
        catch (Exception exception) when (exception is InvalidOperationException or NotSupportedException or ArgumentException)
        {
            // The serializer says so when a row brings a value of the type, and not before.
            info = null;
            return false;
        }
    }

    private static MemberColumn<T, TValue> CreateWriterColumn<T, TValue>(string name, MemberInfo member, CellWriter<TValue> writer) =>
        new(name, member, MemberGetter<T, TValue>.For(member), writer);

    [RequiresDynamicCode("Makes generic methods at run time.")]
    [UnconditionalSuppressMessage("Trimming", "IL2060", Justification = "The methods ask nothing of their type arguments.")]
    private static MethodInfo Generic(string name, Type[] arguments) =>
        typeof(ObjectColumnsBuilder).GetMethod(name, BindingFlags.Instance | BindingFlags.Static | BindingFlags.NonPublic)!.MakeGenericMethod(arguments);

    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = SameProperty)]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = SameProperty)]
    private static SerializedColumn<T> CreateSerializedColumn<T>(JsonPropertyInfo property, JsonTypeInfo<T> info)
    {
        JsonTypeInfo<T> contract = JsonTypeInfo.CreateJsonTypeInfo<T>(info.Options);
        contract.NumberHandling = info.NumberHandling;
        JsonPropertyInfo copy = contract.CreateJsonPropertyInfo(property.PropertyType, property.Name);
        copy.Get = property.Get;
        copy.ShouldSerialize = property.ShouldSerialize;
        copy.CustomConverter = property.CustomConverter;
        copy.NumberHandling = property.NumberHandling;
        copy.AttributeProvider = property.AttributeProvider;
        copy.IsGetNullable = property.IsGetNullable;
        contract.Properties.Add(copy);
        contract.MakeReadOnly();
        return new SerializedColumn<T>(property.Name, contract);
    }

    private EncodedName NameOf(string name, JsonTypeInfo info) =>
        context.Options.ColumnName is { } rename
            ? new EncodedName(name, rename(name), RowShape.Root, context.Escapes.Encoder)
            : EncodedNameOf(name, name, info);

    /// <summary>The serializer escapes the names of a contract by the contract's options, whatever the output's encoder is.</summary>
    private static EncodedName EncodedNameOf(string key, string name, JsonTypeInfo info) =>
        new(key, name, RowShape.Root, info.Options.Encoder ?? JavaScriptEncoder.Default);
}
