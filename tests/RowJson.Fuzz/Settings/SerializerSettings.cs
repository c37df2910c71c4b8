using System.Text.Json;
using System.Text.Json.Serialization;
using RowJson.Tests;

namespace RowJson.Fuzz;

/// <summary>What a case sets of <see cref="JsonSerializerOptions"/>, as values that print.</summary>
internal sealed record SerializerSettings
{
    public const string Default = "none";

    /// <summary>What the serializer takes a depth of 0 for; a writer would take it for 1,000.</summary>
    private const int DefaultMaxDepth = 64;

    private static readonly string[] Encoders = ["default", "relaxed", "relaxed", "all", "cyrillic", "no ASCII", "custom"];
    private static readonly string[] Policies = ["camel", "snake", "KEBAB"];
    private static readonly int[] IndentSizes = [2, 2, 0, 1, 3, 15, 16, 127];
    private static readonly JsonNumberHandling[] Handlings =
    [
        JsonNumberHandling.WriteAsString, JsonNumberHandling.AllowReadingFromString, JsonNumberHandling.AllowNamedFloatingPointLiterals,
        JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowNamedFloatingPointLiterals,
    ];

    public string Encoder { get; init; } = Default;

    public string? KeyPolicy { get; init; }

    public string? PropertyPolicy { get; init; }

    public JsonNumberHandling Numbers { get; init; }

    public JsonIgnoreCondition Ignore { get; init; }

    public bool IgnoresCycles { get; init; }

    public bool Preserves { get; init; }

    public bool IsIndented { get; init; }

    public bool HasTabs { get; init; }

    public int IndentSize { get; init; } = 2;

    public bool HasEnumNames { get; init; }

    public bool IncludesFields { get; init; }

    public int MaxDepth { get; init; }

    public Contracts Contracts { get; init; }

    /// <summary>Properties are renamed, removed and moved.</summary>
    public bool AreContractsModified { get; init; }

    /// <summary>What else is changed in contracts.</summary>
    public ContractChange Change { get; init; }

    public bool IgnoresCase { get; init; }

    public bool PopulatesObjects { get; init; }

    public bool IsLenient { get; init; }

    public bool HasUserConverters { get; init; }

    /// <summary>0: the serializer's own. It writes to streams, and reads from them, so many bytes at a time.</summary>
    public int BufferSize { get; init; }

    public bool HasConverters => HasUserConverters || HasEnumNames;

    /// <summary>The resolver is one that changes contracts.</summary>
    public bool HasModifier => AreContractsModified || Change != ContractChange.None;

    /// <summary>Mostly one property that is not the default's; often none.</summary>
    public static SerializerSettings Next(Draw draw)
    {
        var settings = new SerializerSettings { Encoder = draw.Chance(2) ? draw.Pick(Encoders) : Default };
        for (int changes = draw.Pick([0, 0, 1, 1, 1, 2]); changes > 0; changes--)
        {
            settings = draw.Below(11) switch
            {
                0 => settings with { KeyPolicy = draw.Pick(Policies) },
                1 => settings with { PropertyPolicy = draw.Pick(Policies) },
                2 or 3 => settings with { Numbers = draw.Pick(Handlings) },
                4 => settings with { Ignore = draw.Pick([JsonIgnoreCondition.WhenWritingNull, JsonIgnoreCondition.WhenWritingDefault]) },
                5 => draw.Chance(2) ? settings with { IgnoresCycles = true } : settings with { Preserves = true },
                6 => settings with { IsIndented = true, HasTabs = draw.Chance(2), IndentSize = draw.Pick(IndentSizes) },
                7 => settings with { HasEnumNames = true },
                8 => settings with { IncludesFields = true },
                _ => settings with { MaxDepth = 1 + draw.Below(7) },
            };
        }
        if (draw.Chance(3)) settings = settings with { Contracts = Contracts.Generated };
        if (draw.Chance(6)) settings = settings with { AreContractsModified = true };
        return settings.Preserves && settings.IgnoresCycles ? settings with { IgnoresCycles = false } : settings;
    }

    /// <summary>With settings that concern values more than rows: what is read, and what belongs to contracts.</summary>
    public static SerializerSettings NextOfValues(Draw draw)
    {
        SerializerSettings settings = Next(draw) with { Contracts = Contracts.Reflection };
        for (int changes = draw.Pick([0, 1, 1, 2]); changes > 0; changes--)
        {
            settings = draw.Below(10) switch
            {
                0 => settings with { IgnoresCase = true },
                1 => settings with { PopulatesObjects = true },
                2 => settings with { IsLenient = true },
                3 => settings with { HasUserConverters = true },
                4 or 5 => settings with { Change = (ContractChange)(1 + draw.Below(ContractChanges.Count)) },
                6 => settings with { IncludesFields = true },
                7 or 8 => settings with { IgnoresCycles = !settings.Preserves },
                9 => settings with { Numbers = JsonNumberHandling.WriteAsString },
                _ => settings with { BufferSize = draw.Pick([1, 20, 100, 500]) },
            };
        }
        return settings;
    }

    public JsonSerializerOptions Create()
    {
        var options = new JsonSerializerOptions
        {
            Encoder = TestEncoders.All[Encoder],
            DictionaryKeyPolicy = Naming.Of(KeyPolicy),
            PropertyNamingPolicy = Naming.Of(PropertyPolicy),
            NumberHandling = Numbers,
            DefaultIgnoreCondition = Ignore,
            WriteIndented = IsIndented,
            NewLine = HasTabs ? "\r\n" : "\n",
            IndentCharacter = HasTabs ? '\t' : ' ',
            IndentSize = IndentSize,
            IncludeFields = IncludesFields,
            MaxDepth = MaxDepth,
            TypeInfoResolver = Resolvers.Create(Contracts, AreContractsModified, Change),
            ReferenceHandler = IgnoresCycles ? ReferenceHandler.IgnoreCycles : Preserves ? ReferenceHandler.Preserve : null,
        };
        if (IgnoresCase) options.PropertyNameCaseInsensitive = true;
        if (PopulatesObjects) options.PreferredObjectCreationHandling = JsonObjectCreationHandling.Populate;
        if (IsLenient)
        {
            options.AllowTrailingCommas = options.AllowOutOfOrderMetadataProperties = true;
            options.ReadCommentHandling = JsonCommentHandling.Skip;
            options.UnknownTypeHandling = JsonUnknownTypeHandling.JsonNode;
        }
        if (BufferSize != 0) options.DefaultBufferSize = BufferSize;
        if (HasUserConverters) options.Converters.Add(new LengthConverter());
        if (HasUserConverters) options.Converters.Add(new HashConverter());
        if (HasEnumNames) options.Converters.Add(new JsonStringEnumConverter());
        options.MakeReadOnly(populateMissingResolver: true);
        return options;
    }

    /// <summary>The style of a writer that writes as the serializer does.</summary>
    public JsonWriterOptions WriterOptions(JsonSerializerOptions options) => new()
    {
        Encoder = options.Encoder,
        Indented = options.WriteIndented,
        NewLine = options.NewLine,
        IndentCharacter = options.IndentCharacter,
        IndentSize = options.IndentSize,
        MaxDepth = options.MaxDepth == 0 ? DefaultMaxDepth : options.MaxDepth,
        SkipValidation = true,
    };
}
