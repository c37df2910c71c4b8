namespace RowJson.Benchmarks;

/// <summary>All contenders, the baseline first.</summary>
internal static class Contenders
{
    public static IContender Baseline { get; } = new JsonSerializerContender();

    /// <summary>RowJson into a buffer.</summary>
    public static IContender Buffer { get; } = new RowJsonContender("RowJson");

    /// <summary>RowJson with a package for the provider.</summary>
    public static IContender Package { get; } = new RowJsonPackageContender();

    /// <summary>RowJson into a <c>Utf8JsonWriter</c>.</summary>
    public static IContender Writer { get; } = new RowJsonWriterContender();

    /// <summary>The floor for documents.</summary>
    public static IContender Copy { get; } = new MemoryCopyContender();

    /// <summary>The floor for all other sources.</summary>
    public static IContender Reading { get; } = new ReadingContender();

    /// <summary>What RowJson is compared with.</summary>
    public static IReadOnlyList<IContender> Others { get; } =
    [
        Baseline,
        new JsonElementContender(),
        new Utf8JsonWriterContender(),
        new CachedUtf8JsonWriterContender(),
        new NewtonsoftContender(),
        new SourceGeneratedContender(),
        new DapperContender(),
    ];

    public static IReadOnlyList<IContender> All { get; } =
    [
        .. Others,
        Buffer,
        Package,
        new RowJsonShapeContender(),
        new RowJsonTypeInfoContender(),
        Writer,
        Copy,
        Reading,
        new SteppingContender(),
    ];

    public static IContender Get(string name) => All.Single(contender => contender.Name == name);
}
