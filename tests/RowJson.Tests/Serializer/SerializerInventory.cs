namespace RowJson.Tests;

/// <summary>What the serializer offers, and what decides about each in RowJson.</summary>
internal static class SerializerInventory
{
    private const string Reading = "it is about reading";
    private const string OfContract = "it shows in the contract, which is what RowJson asks";

    public static readonly Decision[] Options =
    [
        In("Converters", "SerializerTraits.cs"),
        Not("TypeClassifiers", Reading),
        In("TypeInfoResolver", "SerializerTraits.cs"),
        In("TypeInfoResolverChain", "SharedContracts.cs"),
        Not("AllowOutOfOrderMetadataProperties", Reading),
        Not("AllowTrailingCommas", Reading),
        Not("DefaultBufferSize", "how much is sent at once is a setting of JsonRowOptions, and what is written is the same"),
        In("Encoder", "EscapeTable.cs"),
        In("DictionaryKeyPolicy", "NameCaches.cs"),
        In("IgnoreNullValues", "ObjectContract.cs"),
        In("DefaultIgnoreCondition", "ObjectContract.cs"),
        In("NumberHandling", "SerializerTraits.cs"),
        Not("PreferredObjectCreationHandling", Reading),
        In("IgnoreReadOnlyProperties", "ObjectContract.cs"),
        In("IgnoreReadOnlyFields", "ObjectContract.cs"),
        Not("IncludeFields", OfContract),
        In("MaxDepth", "SerializerTraits.cs"),
        In("PropertyNamingPolicy", "JsonRowEnvelope.cs"),
        Not("PropertyNameCaseInsensitive", Reading),
        Not("ReadCommentHandling", Reading),
        Not("UnknownTypeHandling", Reading),
        Not("UnmappedMemberHandling", Reading),
        In("WriteIndented", "RowFrame.cs"),
        In("IndentCharacter", "SerializerFallback.cs"),
        In("IndentSize", "SerializerFallback.cs"),
        In("ReferenceHandler", "SerializerTraits.cs"),
        In("NewLine", "SerializerFallback.cs"),
        In("RespectNullableAnnotations", "ObjectContract.cs"),
        Not("RespectRequiredConstructorParameters", Reading),
        Not("AllowDuplicateProperties", Reading),
        Not("InferClosedTypePolymorphism", OfContract),
        In("IsReadOnly", "ObjectContract.cs"),
        Not("Default", "a set of options like any other"),
        Not("Web", "a set of options like any other"),
        Not("Strict", "a set of options like any other"),
    ];

    public static readonly Decision[] Contracts =
    [
        In("ElementType", "ValueChoices.Collections.cs"),
        Not("KeyType", "the interface of the dictionary says it as well"),
        Not("CreateObject", Reading),
        In("OnSerializing", "ObjectContract.cs"),
        In("OnSerialized", "ObjectContract.cs"),
        Not("OnDeserializing", Reading),
        Not("OnDeserialized", Reading),
        In("Properties", "ObjectContract.cs"),
        In("PolymorphismOptions", "ValueChoices.cs"),
        Not("IsReadOnly", "those of read-only options are, and RowJson makes the options read-only"),
        Not("UnionCases", "a union is not an object by its kind: the serializer writes it"),
        Not("TypeClassifier", Reading),
        Not("UnionDeconstructor", "a union is not an object by its kind: the serializer writes it"),
        Not("UnionConstructor", Reading),
        In("Options", "ObjectContract.cs"),
        In("Type", "ObjectContract.cs"),
        In("Converter", "ObjectContract.cs"),
        In("Kind", "ObjectContract.cs"),
        In("NumberHandling", "ObjectContract.cs"),
        Not("UnmappedMemberHandling", Reading),
        Not("PreferredPropertyObjectCreationHandling", Reading),
        In("OriginatingResolver", "ObjectContract.cs"),
        Not("ConstructorAttributeProvider", Reading),
        In("SerializeHandler", "ObjectContract.cs"),
    ];

    public static readonly Decision[] Properties =
    [
        In("CustomConverter", "ObjectContract.cs"),
        In("Get", "ObjectContract.cs"),
        Not("Set", Reading),
        In("ShouldSerialize", "ObjectContract.cs"),
        In("AttributeProvider", "ObjectContract.cs"),
        Not("ObjectCreationHandling", Reading),
        In("IsGetNullable", "ObjectContract.cs"),
        Not("IsSetNullable", Reading),
        In("IsExtensionData", "ValueChoices.cs"),
        Not("IsRequired", Reading),
        Not("AssociatedParameter", Reading),
        Not("DeclaringType", "the member says it as well"),
        In("PropertyType", "ObjectContract.cs"),
        In("Name", "ObjectColumnsBuilder.cs"),
        In("Options", "ObjectContract.cs"),
        Not("Order", "the contract has its properties in that order"),
        In("NumberHandling", "ObjectContract.cs"),
    ];

    public static readonly Decision[] Polymorphism =
    [
        In("DerivedTypes", "ValueChoices.cs"),
        Not("IgnoreUnrecognizedTypeDiscriminators", Reading),
        Not("UnknownDerivedTypeHandling", "the serializer writes values of types that are not listed"),
        In("TypeDiscriminatorPropertyName", "ObjectColumnsBuilder.Writers.cs"),
    ];

    public static readonly Decision[] WriterStyle =
    [
        In("Encoder", "EnvelopeText.cs"),
        In("Indented", "SerializerFallback.cs"),
        In("IndentCharacter", "SerializerFallback.cs"),
        In("IndentSize", "SerializerFallback.cs"),
        In("MaxDepth", "RowEncoder.cs"),
        In("SkipValidation", "SerializerFallback.cs"),
        In("NewLine", "SerializerFallback.cs"),
    ];

    public static readonly Decision[] Kinds =
    [
        Not("None", "the serializer writes it, but for the types of ScalarTypes.cs"),
        In("Object", "ObjectContract.cs"),
        In("Enumerable", "ValueChoices.cs"),
        In("Dictionary", "ValueChoices.cs"),
        Not("Union", "the serializer writes it: only the other kinds are looked at"),
    ];

    public static readonly Decision[] Attributes =
    [
        Not("JsonAttribute", "the base of the others"),
        Not("JsonSerializableAttribute", "the contracts of a context show it"),
        Not("JsonSourceGenerationOptionsAttribute", "the options of a context show it"),
        Not("JsonObjectCreationHandlingAttribute", Reading),
        Not("JsonConstructorAttribute", Reading),
        Not("JsonConverterAttribute", OfContract),
        Not("JsonDerivedTypeAttribute", OfContract),
        Not("JsonExtensionDataAttribute", OfContract),
        In("JsonIgnoreAttribute", "ObjectContract.cs"),
        Not("JsonIncludeAttribute", OfContract),
        Not("JsonNumberHandlingAttribute", OfContract),
        Not("JsonNamingPolicyAttribute", OfContract),
        Not("JsonPolymorphicAttribute", OfContract),
        Not("JsonPropertyNameAttribute", OfContract),
        Not("JsonRequiredAttribute", Reading),
        Not("JsonPropertyOrderAttribute", OfContract),
        Not("JsonUnmappedMemberHandlingAttribute", Reading),
        Not("JsonStringEnumMemberNameAttribute", "the texts of an enumeration are those that the serializer writes"),
        Not("JsonUnionAttribute", Reading),
    ];

    private static Decision In(string name, string file) => new(name, file, null);

    private static Decision Not(string name, string reason) => new(name, null, reason);
}

/// <summary>The file that decides about something of the serializer's, or why nothing has to.</summary>
public sealed record Decision(string Name, string? File, string? Reason);
