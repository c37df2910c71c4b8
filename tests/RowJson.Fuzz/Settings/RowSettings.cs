using System.Buffers;
using System.Text.Json;

namespace RowJson.Fuzz;

/// <summary>What a case sets of <see cref="JsonRowOptions"/>, and of what only tests can choose, as values that print.</summary>
internal sealed record RowSettings
{
    private static readonly string[] Policies = ["camel", "snake", "KEBAB"];

    public JsonRowFormat Format { get; init; }

    public bool OmitNulls { get; init; }

    public JsonNonFiniteHandling NonFinite { get; init; }

    public string? ColumnPolicy { get; init; }

    /// <summary>Leaves out about one column in so many; 0 keeps all.</summary>
    public int Filter { get; init; }

    /// <summary>Columns that are declared as JSON are strings.</summary>
    public bool JsonIsText { get; init; }

    /// <summary>Columns may not share a name, nor have none.</summary>
    public bool NeedsUniqueNames { get; init; }

    public bool IsInEnvelope { get; init; }

    public int FlushThreshold { get; init; } = BufferSizes.DefaultFlushThreshold;

    public int MaxCachedNames { get; init; } = 4096;

    public SizesKind Sizes { get; init; }

    public ObjectAccess Access { get; init; }

    public bool HasFlushInterval { get; init; }

    /// <summary>Where a write to a sink of <see cref="InterruptedSinks"/> is interrupted.</summary>
    public int InterruptedAt { get; init; }

    /// <summary>Rows are arrays of their values.</summary>
    public bool IsCompact => Format is JsonRowFormat.CompactRows or JsonRowFormat.CompactLines or JsonRowFormat.CompactColumns;

    /// <summary>The output is not the serializer's, but what the serializer makes of each cell or row, put together.</summary>
    public bool ChangesRows => OmitNulls || ColumnPolicy is not null || Filter > 0 || NonFinite != JsonNonFiniteHandling.Default;

    /// <summary>What the expected output depends on.</summary>
    internal RowSettings OfOutput => new()
    {
        Format = Format,
        OmitNulls = OmitNulls,
        NonFinite = NonFinite,
        ColumnPolicy = ColumnPolicy,
        Filter = Filter,
        JsonIsText = JsonIsText,
        NeedsUniqueNames = NeedsUniqueNames,
        IsInEnvelope = IsInEnvelope,
    };

    public static RowSettings Next(Draw draw)
    {
        var settings = new RowSettings();
        if (draw.Chance(4)) settings = settings with { Format = (JsonRowFormat)draw.Below(7) };
        if (draw.Chance(2))
        {
            settings = draw.Below(5) switch
            {
                0 => settings with { OmitNulls = true },
                1 => settings with { ColumnPolicy = draw.Pick(Policies) },
                2 => settings with { Filter = 2 + draw.Below(5) },
                3 => settings with { NonFinite = (JsonNonFiniteHandling)(1 + draw.Below(2)) },
                _ => settings with { OmitNulls = true, ColumnPolicy = draw.Pick(Policies), Filter = 3 },
            };
        }
        if (draw.Chance(6)) settings = settings with { IsInEnvelope = true };
        if (draw.Chance(2)) settings = settings with { JsonIsText = true };
        if (draw.Chance(4)) settings = settings with { NeedsUniqueNames = true };
        return settings.WithSizes(draw);
    }

    /// <summary>The same output with other buffers, thresholds and ways.</summary>
    public RowSettings WithSizes(Draw draw)
    {
        RowSettings settings = this;
        if (draw.Chance(2)) settings = settings with { FlushThreshold = draw.Chance(2) ? 1 + draw.Below(300) : 1 + draw.Below(70_000) };
        if (draw.Chance(3)) settings = settings with { MaxCachedNames = draw.Pick([0, 1, 3, 8, 50]) };
        if (draw.Chance(20)) settings = settings with { HasFlushInterval = true };
        return settings with
        {
            InterruptedAt = draw.Below(draw.Pick([1, 4, 4, 60])),
            Sizes = draw.Pick([SizesKind.Usual, SizesKind.Tiny, SizesKind.HotText, SizesKind.SmallTables]),
            Access = draw.Pick([ObjectAccess.Automatic, ObjectAccess.Delegates, ObjectAccess.Delegates, ObjectAccess.Compiled]),
        };
    }

    public JsonRowOptions Create(JsonSerializerOptions serializer, ArrayPool<byte> pool) => new()
    {
        SerializerOptions = serializer,
        Format = Format,
        OmitNulls = OmitNulls,
        NonFiniteHandling = NonFinite,
        ColumnNamingPolicy = Naming.Of(ColumnPolicy),
        ColumnFilter = Filter == 0 ? null : column => Keeps(column.Name),
        JsonColumnsAsText = JsonIsText,
        RequireUniqueColumnNames = NeedsUniqueNames,
        FlushThreshold = FlushThreshold,
        FlushInterval = HasFlushInterval ? TimeSpan.FromMilliseconds(5) : null,
        MaxCachedNames = MaxCachedNames,
        ObjectAccess = Access,
        Pool = pool,
        Sizes = Sizes switch
        {
            SizesKind.Tiny => BufferSizes.Tiny,
            SizesKind.HotText => BufferSizes.Default with { ColdText = 0 },
            SizesKind.SmallTables =>
                BufferSizes.Default with { NameSlots = 4, RefusalsPerGeneration = 32, FirstRequest = 64 },
            _ => BufferSizes.Default,
        },
    };

    /// <summary>The filter: depends on the name alone, and not on how lone surrogates are replaced.</summary>
    public bool Keeps(string name) => Filter == 0 || (name.Length + (name.Length > 0 && name[0] < 0x80 ? name[0] : 0)) % Filter != 0;
}

/// <summary>Which <see cref="BufferSizes"/> a case uses.</summary>
internal enum SizesKind
{
    Usual,

    /// <summary>Buffers in which hardly a row fits.</summary>
    Tiny,

    /// <summary>Usual buffers; document text is copied by the hot loops from its first byte on.</summary>
    HotText,

    /// <summary>Small tables of names, and names that are replaced often.</summary>
    SmallTables,
}
