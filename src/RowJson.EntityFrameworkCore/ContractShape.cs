using System.Data.Common;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace RowJson.EntityFrameworkCore;

// The columns of a type's contract under one set of options, if all of them are values that are read from the reader.
internal sealed class ContractShape
{
    private static readonly HashSet<Type> Scalars =
    [
        typeof(string), typeof(bool), typeof(char), typeof(byte), typeof(sbyte), typeof(short), typeof(ushort), typeof(int), typeof(uint),
        typeof(long), typeof(ulong), typeof(float), typeof(double), typeof(decimal), typeof(DateTime), typeof(DateTimeOffset),
        typeof(DateOnly), typeof(TimeOnly), typeof(TimeSpan), typeof(Guid), typeof(byte[]),
    ];

    public ContractShape(Type type, JsonSerializerOptions options, MemberReader[] members)
    {
        Options = options;
        if (!options.IsReadOnly) options.MakeReadOnly(populateMissingResolver: true);
        if (IsPlain(options) && options.TryGetTypeInfo(type, out JsonTypeInfo? info) && IsPlain(info)) Shape = Create(info, members);
    }

    // The options.
    public JsonSerializerOptions Options { get; }

    // The columns; null if the serializer's contract asks for something other than their values.
    public JsonRowShape<DbDataReader>? Shape { get; }

    private static JsonRowShape<DbDataReader>? Create(JsonTypeInfo info, MemberReader[] members)
    {
        var shape = new JsonRowShape<DbDataReader>();
        int count = 0;
        foreach (JsonPropertyInfo property in info.Properties)
        {
            // Always ignored, or only deserialized.
            if (property.Get is null) continue;
            MemberReader? member = Array.Find(members, it => it.Property.Equals(property.AttributeProvider));
            if (member is null || member.Property.PropertyType != property.PropertyType || !IsPlain(property, info.Options)) return null;
            shape = member.AddTo(shape, property.Name);
            count++;
        }
        return count == 0 ? null : shape;
    }

    // No code of the user creates or changes contracts, or writes values; rows and cells have one form.
    private static bool IsPlain(JsonSerializerOptions options) =>
        options is
        {
            DefaultIgnoreCondition: JsonIgnoreCondition.Never, IgnoreReadOnlyProperties: false, RespectNullableAnnotations: false,
            ReferenceHandler: null, WriteIndented: false, Converters.Count: 0,
            // The depth of a list is 1, that of its rows 2, and the serializer looks at that of their values.
            MaxDepth: 0 or > 2,
        }
        && (options.NumberHandling & JsonNumberHandling.WriteAsString) == 0
#pragma warning disable SYSLIB0020 // Obsolete, and still obeyed by the serializer.
        && !options.IgnoreNullValues
#pragma warning restore SYSLIB0020
        && options.TypeInfoResolverChain.All(it => it is JsonSerializerContext || IsReflection(it));

    // Reads types by reflection, and changes nothing.
    private static bool IsReflection(IJsonTypeInfoResolver? resolver) =>
        resolver is DefaultJsonTypeInfoResolver { Modifiers.Count: 0 } && resolver.GetType() == typeof(DefaultJsonTypeInfoResolver);

    // A context that knows the type has code of its own for it, and may have other options.
    private static bool IsPlain(JsonTypeInfo info) =>
        info is { Kind: JsonTypeInfoKind.Object, OnSerializing: null, OnSerialized: null, NumberHandling: null, PolymorphismOptions: null }
        && IsReflection(info.OriginatingResolver)
        && !info.Type.IsDefined(typeof(JsonIgnoreAttribute), inherit: false);

    private static bool IsPlain(JsonPropertyInfo property, JsonSerializerOptions options) =>
        property is { CustomConverter: null, NumberHandling: null, ShouldSerialize: null, IsExtensionData: false }
        && !property.AttributeProvider!.IsDefined(typeof(JsonIgnoreAttribute), inherit: false)
        // What is escaped in names depends on the output for columns, and on the contract for objects.
        && property.Name.All(static it => char.IsAsciiLetterOrDigit(it) || it == '_')
        && IsScalar(Nullable.GetUnderlyingType(property.PropertyType) ?? property.PropertyType, options);

    private static bool IsScalar(Type type, JsonSerializerOptions options) =>
        Scalars.Contains(type)
        || (type.IsEnum && !type.IsDefined(typeof(JsonConverterAttribute), inherit: false) && IsReadByReflection(type, options));

    // A context may write an enumeration as text. Scalars are written by their contract, also if a context made it.
    private static bool IsReadByReflection(Type type, JsonSerializerOptions options) =>
        options.TryGetTypeInfo(type, out JsonTypeInfo? info) && IsReflection(info.OriginatingResolver);
}
