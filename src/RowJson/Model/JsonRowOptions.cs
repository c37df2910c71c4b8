namespace RowJson;

/// <summary>Options for writing rows.</summary>
/// <remarks>
/// An instance is immutable and thread-safe. It owns a bounded cache of encoded names, as <see cref="JsonSerializerOptions"/> owns its
/// metadata: make one, keep it, share it between threads.
/// </remarks>
[DebuggerDisplay("{ToString(),nq}")]
public sealed partial class JsonRowOptions
{
    // The longest time that Task.Delay takes: about 49 days.
    private static readonly TimeSpan LongestInterval = TimeSpan.FromMilliseconds(uint.MaxValue - 1);

    /// <summary>Initializes a new instance with the default values.</summary>
    public JsonRowOptions()
    {
    }

    /// <summary>Initializes a new instance with the default values and the given <see cref="SerializerOptions"/>.</summary>
    /// <param name="serializerOptions">The value of <see cref="SerializerOptions"/>.</param>
    /// <exception cref="ArgumentNullException"><paramref name="serializerOptions"/> is null.</exception>
    public JsonRowOptions(JsonSerializerOptions serializerOptions) => SerializerOptions = serializerOptions;

    /// <summary>Initializes a new instance with the values of another one; its cache of names is not shared.</summary>
    /// <param name="options">The options to copy.</param>
    /// <exception cref="ArgumentNullException"><paramref name="options"/> is null.</exception>
    /// <example><c>new JsonRowOptions(JsonRowOptions.Web) { Format = JsonRowFormat.Lines }</c></example>
    public JsonRowOptions(JsonRowOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        ChosenSerializer = options.ChosenSerializer;
        Format = options.Format;
        FlushThreshold = options.FlushThreshold;
        FlushInterval = options.FlushInterval;
        MaxCachedNames = options.MaxCachedNames;
        OmitNulls = options.OmitNulls;
        NonFiniteHandling = options.NonFiniteHandling;
        ColumnNamingPolicy = options.ColumnNamingPolicy;
        ColumnFilter = options.ColumnFilter;
        ChosenColumns = options.ChosenColumns;
        JsonColumnsAsText = options.JsonColumnsAsText;
        IsJsonColumn = options.IsJsonColumn;
        ColumnConverter = options.ColumnConverter;
        UnwritableHandling = options.UnwritableHandling;
        RequireUniqueColumnNames = options.RequireUniqueColumnNames;
        RowReaders = options.RowReaders;
        FillMissingColumns = options.FillMissingColumns;
        ColumnsPropertyName = options.ColumnsPropertyName;
        RowsPropertyName = options.RowsPropertyName;
        RowPrefix = options.RowPrefix;
        Pool = options.Pool;
        ObjectAccess = options.ObjectAccess;
        Sizes = options.Sizes;
    }

    /// <summary>The options that are used if none are given: every property has its default value.</summary>
    public static JsonRowOptions Default { get; } = new();

    /// <summary>
    /// Options with <see cref="JsonSerializerOptions.Web"/>, which ASP.NET Core uses by default: names of objects' properties in camel
    /// case.
    /// </summary>
    public static JsonRowOptions Web => field ??= FromJsonSerializerOptions(KnownSerializerOptions.Web);

    /// <summary>
    /// The options that decide how values are written: encoder, <c>DictionaryKeyPolicy</c>, <c>NumberHandling</c>, converters, depth.
    /// Default: <see cref="JsonSerializerOptions.Default"/>.
    /// </summary>
    /// <remarks>The instance becomes read-only on first use.</remarks>
    /// <exception cref="ArgumentNullException">The value is null.</exception>
    public JsonSerializerOptions SerializerOptions
    {
        get => ChosenSerializer ?? KnownSerializerOptions.Default;
        init => ChosenSerializer = KnownSerializerOptions.OriginOf(value ?? throw new ArgumentNullException(nameof(SerializerOptions)));
    }

    // The SerializerOptions, or null where they are not set.
    internal JsonSerializerOptions? ChosenSerializer { get; private init; }

    /// <summary>
    /// How rows are framed. Default: <see langword="null"/>, which is an array (<see cref="JsonRowFormat.Array"/>); for responses in
    /// ASP.NET Core the client's Accept header chooses.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is not a member of the enumeration.</exception>
    public JsonRowFormat? Format
    {
        get;
        init => field = value is { } format ? Defined(format, nameof(Format)) : null;
    }

    // The Format, or what it is by default.
    internal JsonRowFormat Framing => Format ?? JsonRowFormat.Array;

    /// <summary>The number of bytes, at most 1 GiB, after which complete rows are handed to the sink. Default: 61,440.</summary>
    /// <remarks>A write uses about as much memory, plus one row; twice as much in asynchronous writes to a slow stream.</remarks>
    /// <exception cref="ArgumentOutOfRangeException">The value is below 1.</exception>
    public int FlushThreshold
    {
        get;
        init
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, 1, nameof(FlushThreshold));
            field = value;
        }
    } = BufferSizes.DefaultFlushThreshold;

    /// <summary>
    /// The longest time that complete rows of an asynchronous source wait for more rows before they are handed to the sink: for live
    /// feeds. Default: <see langword="null"/>, they wait until <see cref="FlushThreshold"/> is reached.
    /// </summary>
    /// <remarks>
    /// <para>
    /// With <see cref="TimeSpan.Zero"/> rows are sent whenever the source does not have the next one at once, as
    /// <see cref="JsonSerializer"/> does.
    /// </para>
    /// <para>
    /// With an interval, the source receives a token that is linked to the write's. If the sink fails or the reader of a pipe completes
    /// while the source yields no rows, that token is cancelled: the write ends, and the source is disposed after its pending call. The
    /// write waits at most two seconds for a source that ignores the token. Such a source is disposed, and a
    /// <see cref="System.Data.Common.DbDataReader"/> may be used again, only when its pending call ends.
    /// </para>
    /// <para>
    /// Unless the interval is zero, a pipe is also flushed at each interval without a new row, which detects that its reader has
    /// completed. In ASP.NET Core a flush starts the response.
    /// </para>
    /// </remarks>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative, or longer than a timer can wait.</exception>
    public TimeSpan? FlushInterval
    {
        get;
        init
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value.GetValueOrDefault(), TimeSpan.Zero, nameof(FlushInterval));
            ArgumentOutOfRangeException.ThrowIfGreaterThan(value.GetValueOrDefault(), LongestInterval, nameof(FlushInterval));
            field = value;
        }
    }

    /// <summary>The most names that a cache keeps encoded. Default: 4,096; 0 keeps none.</summary>
    /// <remarks>
    /// There are up to three caches for each <see cref="JavaScriptEncoder"/> that this instance is used with: for nested names, names of
    /// rows and names of columns, which may be converted differently. Names that are not cached, and names longer than 1,024 characters,
    /// are encoded each time. When a cache is full, names in use replace names that are no longer used.
    /// </remarks>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    public int MaxCachedNames
    {
        get;
        init
        {
            ArgumentOutOfRangeException.ThrowIfNegative(value, nameof(MaxCachedNames));
            field = value;
        }
    } = 4096;

    /// <summary>Leaves out the cells of a row that are null or <see cref="DBNull"/>. Default: <see langword="false"/>.</summary>
    /// <remarks>
    /// Values nested in a cell are not affected, nor is <c>NaN</c>, even if <see cref="NonFiniteHandling"/> writes it as <c>null</c>. In
    /// the compact formats nothing is left out.
    /// </remarks>
    public bool OmitNulls { get; init; }

    /// <summary>How <c>NaN</c> and the infinities in cells are written. Default: <see cref="JsonNonFiniteHandling.Default"/>.</summary>
    /// <remarks>
    /// Objects and properties that only <see cref="JsonSerializer"/> can write are not affected: the number handling of their metadata
    /// applies.
    /// </remarks>
    /// <exception cref="ArgumentOutOfRangeException">The value is not a member of the enumeration.</exception>
    public JsonNonFiniteHandling NonFiniteHandling
    {
        get;
        init => field = Defined(value, nameof(NonFiniteHandling));
    }

    /// <summary>A line before each row, with <see cref="JsonRowFormat.Lines"/> only. Default: <see langword="null"/>, none.</summary>
    /// <remarks>A write with another format and a prefix is refused with an <see cref="ArgumentException"/>.</remarks>
    public JsonRowPrefix? RowPrefix { get; init; }

    /// <summary>In compact formats, writes null for a column that a row lacks. Default: <see langword="false"/>, the write fails.</summary>
    /// <remarks>
    /// The columns are those of the first row, or those that the source declares. A column that only a later row has is a failure in either
    /// case.
    /// </remarks>
    public bool FillMissingColumns { get; init; }

    /// <summary>
    /// The name of the property that holds the names of the columns with <see cref="JsonRowFormat.CompactColumns"/>, before any naming
    /// policy. Default: <c>columns</c>.
    /// </summary>
    /// <exception cref="ArgumentNullException">The value is null.</exception>
    public string ColumnsPropertyName
    {
        get;
        init => field = value ?? throw new ArgumentNullException(nameof(ColumnsPropertyName));
    } = "columns";

    /// <summary>
    /// The name of the property that holds the rows with <see cref="JsonRowFormat.CompactColumns"/>, before any naming policy. Default:
    /// <c>rows</c>.
    /// </summary>
    /// <remarks>In an envelope, the envelope names it.</remarks>
    /// <exception cref="ArgumentNullException">The value is null.</exception>
    public string RowsPropertyName
    {
        get;
        init => field = value ?? throw new ArgumentNullException(nameof(RowsPropertyName));
    } = "rows";

    // A row is written as an array of its values.
    internal bool IsCompact => Framing >= JsonRowFormat.CompactRows;

    // Cells of a row that are null are left out.
    internal bool LeavesOutNulls => OmitNulls && !IsCompact;

    // The sizes of buffers and tables: tests choose.
    internal BufferSizes Sizes { get; init; } = BufferSizes.Default;

    // Where buffers come from, and go back to.
    internal ArrayPool<byte> Pool { get; init; } = ArrayPool<byte>.Shared;

    // How members of objects and cells of readers are read; set by tests.
    internal ObjectAccess ObjectAccess { get; init; }

    // What the encoders work out for these options, once.
    internal object? KnownContext;

    // Throws ArgumentOutOfRangeException: the value is not a member of the enumeration.
    private static T Defined<T>(T value, string property)
        where T : struct, Enum =>
        Enum.IsDefined(value) ? value : throw new ArgumentOutOfRangeException(property, value, $"Use a value of {typeof(T).Name}.");

    /// <summary>
    /// Options with the given <see cref="SerializerOptions"/>, and the default value of every other property: a
    /// <see cref="JsonSerializerOptions"/> can be passed wherever a <see cref="JsonRowOptions"/> is expected.
    /// </summary>
    /// <param name="options">The options of the serializer; null converts to null.</param>
    /// <example><c>string json = JsonRows.From(people).ToJsonString(JsonSerializerOptions.Web);</c></example>
    [return: NotNullIfNotNull(nameof(options))]
    public static implicit operator JsonRowOptions?(JsonSerializerOptions? options) =>
        options is null ? null : FromJsonSerializerOptions(options);

    /// <summary>Options with the given <see cref="SerializerOptions"/>, and the default value of every other property.</summary>
    /// <param name="options">The options of the serializer.</param>
    /// <returns>Always the same instance for the same options, which keeps the names that it has encoded.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="options"/> is null.</exception>
    public static JsonRowOptions FromJsonSerializerOptions(JsonSerializerOptions options) =>
        KnownSerializerOptions.FactsOf(options ?? throw new ArgumentNullException(nameof(options))).RowsOf(options);

    /// <summary>The properties that do not have their default value, for a debugger.</summary>
    /// <returns>Such as <c>JsonRowOptions (Format = Lines, OmitNulls = True)</c>.</returns>
    public override string ToString()
    {
        IEnumerable<string> set = typeof(JsonRowOptions).GetProperties(BindingFlags.Public | BindingFlags.Instance)
            .Select(it => (it.Name, Value: it.GetValue(this), Usual: it.GetValue(Default)))
            .Where(it => !Equals(it.Value, it.Usual) && it.Value is not IReadOnlyList<DbRowReader> { Count: 0 })
            .Select(it => $"{it.Name} = {TextOf(it.Value)}");
        if (ChosenColumns is not null) set = set.Append($"{nameof(WithColumns)} = …");
        return $"JsonRowOptions ({string.Join(", ", set)})";
    }

    private static string? TextOf(object? value) => value switch
    {
        IReadOnlyList<DbRowReader> readers => TextOf(readers.Count),
        null or IConvertible or TimeSpan or JsonNamingPolicy => Convert.ToString(value, CultureInfo.InvariantCulture),
        _ => "…",
    };
}

// How members of objects are read.
internal enum ObjectAccess
{
    // By compiled code if supported, otherwise by delegates; the first rows by the serializer.
    Automatic,

    Serializer,

    // By delegates, from the first row on.
    Delegates,

    // By compiled code, from the first row on.
    Compiled,
}
