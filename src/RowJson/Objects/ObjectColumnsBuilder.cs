using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Text.Encodings.Web;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace RowJson;

/// <summary>Makes the columns of a type from its contract, and those of the types that are nested in it.</summary>
internal sealed partial class ObjectColumnsBuilder(EncodingContext context, SerializerTraits traits, bool compiles)
{
    private const string SameProperty =
        "A property of the same types exists in the contract that is copied, and the metadata of its values comes from the same resolver.";

    /// <summary>Columns of nested types, by type: a type that holds its own kind finds itself here.</summary>
    private readonly Dictionary<Type, object?> _nested = [];

    /// <summary>Types of which the serializer has turned out to write the values, after another type has found them here.</summary>
    private bool _isPromiseBroken;

    /// <summary>The columns of rows; null if the serializer has to write each row as a whole, or would write every column.</summary>
    public ObjectColumns<T>? BuildRow<T>(JsonTypeInfo<T> info)
    {
        if (!ObjectContract.WritesMembers(info, context.Traits.MaxDepth)) return null;
        ObjectColumn<T>[] columns = CreateColumns(info);
        if (columns.Length > 0 && !columns.Any(column => column is MemberColumn<T>)) return null;
        if (GeneratedCodeDiffers(info, columns) || !PayOff(columns) || _isPromiseBroken) return null;
        // Left out are cells that are null in the output: of some that is known only when they are written.
        if (context.Options.OmitNulls && columns.Any(column => column.MayWriteNull)) return null;
        // The serializer writes such a property under the contract's name.
        if (context.Options.ChangesColumns && columns.Any(column => column is SerializedColumn<T>)) return null;
        EncodedName[] names = Array.ConvertAll(columns, column => NameOf(column.Name, info));
        ObjectColumn<T>[] written = [.. columns.Where((_, i) => !names[i].IsExcluded)];
        return Create(written, [.. names.Where(name => !name.IsExcluded)]);
    }

    /// <summary>The columns of values that are nested in rows; null if the serializer has to write them.</summary>
    private NestedObject<T>? BuildNested<T>(JsonTypeInfo<T> info)
    {
        if (_nested.TryGetValue(typeof(T), out object? known))
        {
            if (known is NestedObject<T> { IsMade: false } underWay) underWay.IsPromised = true;
            return (NestedObject<T>?)known;
        }
        if (!ObjectContract.WritesMembers(info, context.Traits.MaxDepth))
        {
            _nested.Add(typeof(T), null);
            return null;
        }
        var nested = new NestedObject<T>();
        _nested.Add(typeof(T), nested);
        ObjectColumn<T>[] columns = CreateColumns(info);
        if (GeneratedCodeDiffers(info, columns) || !PayOff(columns))
        {
            _nested[typeof(T)] = null;
            _isPromiseBroken |= nested.IsPromised;
            return null;
        }
        nested.Columns = Create(columns, Array.ConvertAll(columns, column => EncodedNameOf(column.Name, column.Name, info)));
        return nested;
    }

    private bool PayOff<T>(ObjectColumn<T>[] columns)
    {
        int direct = columns.Count(column => column is MemberColumn<T>);
        return ColumnGain.IsForced(context.Options) || ColumnGain.PaysOff(direct, columns.Length - direct);
    }

    private ObjectColumns<T> Create<T>(ObjectColumn<T>[] columns, EncodedName[] names)
    {
        CellsWriter<T>? compiled =
            RuntimeFeature.IsDynamicCodeSupported && compiles ? CellsCompiler.Compile(columns, names) : null;
        return new ObjectColumns<T>(columns, names, compiled, ReadsCopy(columns));
    }

    /// <summary>Some member of the struct may change it.</summary>
    private static bool ReadsCopy<T>(ObjectColumn<T>[] columns) =>
        typeof(T).IsValueType
        && !typeof(T).IsDefined(typeof(IsReadOnlyAttribute), inherit: false)
        && columns.Any(column => column is MemberColumn<T> { Member: PropertyInfo { GetMethod: { } getter } }
            && !getter.IsDefined(typeof(IsReadOnlyAttribute), inherit: false));

    /// <summary>
    /// Source-generated getters unbox a struct each for itself: none sees what another one has changed. And a source-generated method
    /// writes an array of bytes that is null as an empty string.
    /// </summary>
    private static bool GeneratedCodeDiffers<T>(JsonTypeInfo<T> info, ObjectColumn<T>[] columns) =>
        info.OriginatingResolver is JsonSerializerContext
        && (ReadsCopy(columns)
            || (info.SerializeHandler is not null && info.Properties.Any(property => property.PropertyType == typeof(byte[]))));

    /// <summary>The columns of a type, in order: those that are read and written directly, and those of the serializer.</summary>
    public ObjectColumn<T>[] CreateColumns<T>(JsonTypeInfo<T> info)
    {
        bool isUnchanged = ObjectContract.IsUnchanged(info);
        return [.. ObjectContract.WrittenProperties(info).Select(property => CreateColumn(property, info, isUnchanged))];
    }

    private ObjectColumn<T> CreateColumn<T>(JsonPropertyInfo property, JsonTypeInfo<T> info, bool isUnchanged) =>
        ObjectContract.MemberOf(property, isUnchanged) is { } member
        && (compiles || member is PropertyInfo)
        && ObjectContract.OmitConditionOf(property) is { } omit
        && traits.IsBuiltIn(property.PropertyType)
        && CreateMemberColumn<T>(property, member, omit, ObjectContract.NumberHandlingOf(property, info)) is { } column
            ? column
            : CreateSerializedColumn(property, info);

    private ObjectColumn<T>? CreateMemberColumn<T>(
        JsonPropertyInfo property, MemberInfo member, OmitCondition omit, JsonNumberHandling numbers)
    {
        Type type = property.PropertyType;
        string name = property.Name;
        if (type == typeof(string))
        {
            MemberGetter<T, string?> getter = MemberGetter<T, string?>.For(member);
            return omit == OmitCondition.Never
                ? new MemberColumn<T, string?, StringFormat>(name, member, getter)
                : new MemberColumn<T, string?, StringOrNothingFormat>(name, member, getter);
        }
        if (type == typeof(object))
        {
            if (!WritesAnyDirectly(numbers)) return null;
            MemberGetter<T, object?> getter = MemberGetter<T, object?>.For(member);
            return omit == OmitCondition.Never
                ? new MemberColumn<T, object?, AnyFormat>(name, member, getter)
                : new MemberColumn<T, object?, AnyOrNothingFormat>(name, member, getter);
        }
        if (ScalarTypes.Of(type) is { } scalar)
        {
            if (!WritesDirectly(scalar, numbers)) return null;
            bool isNullable = type != scalar.Type;
            return IsQuoted(scalar, numbers)
                ? scalar.CreateQuotedColumn<T>(name, member, isNullable, omit)
                : scalar.CreateColumn<T>(name, member, isNullable, omit);
        }
        return RuntimeFeature.IsDynamicCodeSupported && compiles ? CreateWriterColumn<T>(property, member, omit, numbers) : null;
    }

    /// <summary>
    /// Values that are declared as objects are written by the options of the rows: those of the contract and the property's own number
    /// handling may be others. They may hold whatever a converter is for, and themselves.
    /// </summary>
    private bool WritesAnyDirectly(JsonNumberHandling numbers) =>
        HasOptionsOfRows && traits.WritesAnyDirectly && numbers == traits.Options.NumberHandling;

    private bool HasOptionsOfRows => ReferenceEquals(traits, context.Traits);

    private bool WritesDirectly(ScalarType scalar, JsonNumberHandling numbers) =>
        !traits.IsConverted(scalar.Type)
        && (!scalar.HasNonFinite
            || IsQuoted(scalar, numbers)
            || numbers.HasFlag(JsonNumberHandling.AllowNamedFloatingPointLiterals) == context.Traits.WritesNamedLiterals);

    /// <summary>The scalar is a number that is written as a string.</summary>
    private static bool IsQuoted(ScalarType scalar, JsonNumberHandling numbers) =>
        scalar.IsNumber && numbers.HasFlag(JsonNumberHandling.WriteAsString);

    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = SameProperty)]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = SameProperty)]
    private static SerializedColumn<T> CreateSerializedColumn<T>(JsonPropertyInfo property, JsonTypeInfo<T> info)
    {
        JsonTypeInfo<T> contract = JsonTypeInfo.CreateJsonTypeInfo<T>(info.Options);
        contract.NumberHandling = info.NumberHandling;
        JsonPropertyInfo copy = contract.CreateJsonPropertyInfo(property.PropertyType, property.Name);
        copy.Get = property.Get;
        copy.ShouldSerialize = ObjectContract.ShouldSerializeOf(property);
        copy.CustomConverter = property.CustomConverter;
        copy.NumberHandling = property.NumberHandling;
        copy.AttributeProvider = property.AttributeProvider;
        copy.IsGetNullable = property.IsGetNullable;
        contract.Properties.Add(copy);
        contract.MakeReadOnly();
        return new SerializedColumn<T>(property.Name, contract);
    }

    private EncodedName NameOf(string name, JsonTypeInfo info) =>
        context.Options.ChangesColumns
            ? new EncodedName(name, context.Columns.Rename(name), NamePredictor.Root, context.Escapes.Encoder)
            : EncodedNameOf(name, name, info);

    /// <summary>The serializer escapes the names of a contract by the contract's options, whatever the output's encoder is.</summary>
    private static EncodedName EncodedNameOf(string key, string name, JsonTypeInfo info) =>
        new(key, name, NamePredictor.Root, info.Options.Encoder ?? JavaScriptEncoder.Default);
}
