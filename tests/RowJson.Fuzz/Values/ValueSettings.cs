namespace RowJson.Fuzz;

/// <summary>Where a value is.</summary>
internal enum Place
{
    Root,
    Element,
    Property,
    Entry,

    /// <summary>The root, declared as an object; and so on.</summary>
    Object,
    ObjectProperty,
    ObjectElement,
    ObjectEntry,
}

/// <summary>What is compared with the application's options.</summary>
internal enum FastOptions
{
    /// <summary><see cref="RowJsonOptionsExtensions.WithRowJson"/>.</summary>
    Write,

    /// <summary><see cref="RowJsonOptionsExtensions.WithRowJson"/>.</summary>
    Both,

    /// <summary><see cref="RowJsonOptionsExtensions.AddRowJson"/>.</summary>
    Configured,

    /// <summary>The methods of <see cref="JsonRowSerializer"/>.</summary>
    RowSerializer,

    /// <summary><see cref="JsonRows"/> of a list.</summary>
    Rows,
}

/// <summary>What is done with a copy of both options before they are used.</summary>
internal enum CopyOfOptions
{
    None,
    ConverterAdded,
    ConverterInserted,
}

/// <summary>What is wrong with a text that is read.</summary>
internal enum Damage
{
    None,
    Cut,
    Changed,
}

/// <summary>One value, where it is, and how it is written or read: as values that print, and whose defaults are the simplest.</summary>
internal sealed record ValueSettings
{
    public ulong Seed { get; init; }

    /// <summary>Values that one value may consist of: what lies deeper is null or empty.</summary>
    public int MostValues { get; init; } = 2;

    /// <summary>Values may be there more than once.</summary>
    public bool Repeats { get; init; }

    /// <summary>Texts and numbers of all kinds.</summary>
    public bool IsOdd { get; init; }

    public Place Place { get; init; }

    /// <summary>How often the value is in its list.</summary>
    public int Count { get; init; } = 1;

    public FastOptions Options { get; init; }

    public CopyOfOptions Copy { get; init; }

    /// <summary>Not the default: columns, small buffers and comparisons with the serializer from the first value on.</summary>
    public ObjectAccess Access { get; init; }

    /// <summary>A name of <see cref="ValueWays"/>.</summary>
    public string Way { get; init; } = ValueWays.Bytes;

    public Damage Damage { get; init; }

    /// <summary>Where the damage is.</summary>
    public int At { get; init; }

    /// <summary>How often to do it.</summary>
    public int Times { get; init; } = 1;

    /// <summary>Names and values are not written as declared, but as they are.</summary>
    public bool IsDeclaredAsObject => Place >= Place.Object;

    /// <summary>Only values.</summary>
    public bool IsSimple => !IsOdd;

    public static ValueSettings Next(Draw draw) => new()
    {
        Seed = draw.Bits(),
        MostValues = draw.Pick([10, 60, 60, 300]),
        Repeats = draw.Chance(3),
        IsOdd = !draw.Chance(3),
    };

    /// <summary>The same value elsewhere, in another way.</summary>
    public ValueSettings WithWay(Draw draw)
    {
        FastOptions options = (FastOptions)draw.Pick([0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 3, 3, 3, 4, 4]);
        bool reads = options is FastOptions.Both or FastOptions.Configured && draw.Chance(2);
        var place = (Place)draw.Below((int)Place.ObjectEntry + 1);
        return this with
        {
            Place = options == FastOptions.Rows ? draw.Chance(4) ? Place.ObjectElement : Place.Element : place,
            Count = draw.Pick([1, 1, 2, 3, 3, 40]),
            Options = options,
            Copy = options < FastOptions.Configured && draw.Chance(10) ? (CopyOfOptions)(1 + draw.Below(2)) : CopyOfOptions.None,
            Access = draw.Pick([ObjectAccess.Automatic, ObjectAccess.Automatic, ObjectAccess.Compiled, ObjectAccess.Compiled, ObjectAccess.Delegates]),
            Way = options switch
            {
                FastOptions.Rows => ValueWays.Bytes,
                FastOptions.RowSerializer => draw.Pick<string>(ValueWays.Streams),
                _ => draw.Pick<string>(reads ? ValueWays.Reads : ValueWays.Writes),
            },
            Damage = reads ? (Damage)draw.Below(3) : Damage.None,
            At = reads ? draw.Below(1 << 20) : 0,
            Times = draw.Chance(3) ? 2 : 1,
        };
    }
}
