using System.Dynamic;
using System.Reflection;

namespace RowJson.Fuzz;

/// <summary>All sources, by name.</summary>
internal static class RowSources
{
    /// <summary>An ExpandoObject finds every name by a linear search: wide rows would take too long.</summary>
    private const int MostNamesOfExpandos = 60;

    private static readonly FuzzSource[] OfObjects =
    [
        new ObjectSource("list of objects", ListForm.List),
        new ObjectSource("array of objects", ListForm.Array),
        new ObjectSource("lazy objects", ListForm.Lazy),
        new ObjectSource("asynchronous objects", ListForm.Asynchronous),
        new MixedSource(),
    ];

    private static readonly FuzzSource[] OfRows =
    [
        new PairsSource<Dictionary<string, object?>, object?>("list of dictionaries", Dictionary),
        new PairsSource<Dictionary<string, object?>, object?>("array of dictionaries", Dictionary, ListForm.Array),
        new PairsSource<Dictionary<string, object?>, object?>("lazy dictionaries", Dictionary, ListForm.Lazy),
        new PairsSource<Dictionary<string, object?>, object?>("asynchronous dictionaries", Dictionary, ListForm.Asynchronous),
        new PairsSource<SortedDictionary<string, object?>, object?>(
            "sorted dictionaries", row => new(Dictionary(row), StringComparer.Ordinal)),
        new PairsSource<IDictionary<string, object?>, object?>("IDictionary", Dictionary),
        new PairsSource<IReadOnlyDictionary<string, object?>, object?>("IReadOnlyDictionary", Dictionary),
        new PairsSource<DapperLikeRow, object?>("rows like Dapper's", DapperLikeRow.Of),
        new PairsSource<ExpandoObject, object?>("ExpandoObject", Expando, mostNames: MostNamesOfExpandos),
        new PairsSource<KeyValuePair<string, object?>[], object?>("pair arrays", row => [.. Dictionary(row)], isDictionary: false),
        new PairsSource<List<KeyValuePair<string, object?>>, object?>("pair lists", row => [.. Dictionary(row)], isDictionary: false),
        new MixedSource(),
    ];

    /// <summary>Rows that can be columns as well. Readers have more options than others: they come twice.</summary>
    private static readonly FuzzSource[] OfRegularRows = [.. OfRows, .. ColumnSource.All, .. ColumnSource.Readers];

    private static readonly Dictionary<Type, FuzzSource[]> OfTypes = ValueKind.Typed.ToDictionary(kind => kind.Type, CreateTyped);

    private static readonly Dictionary<string, FuzzSource> ByName =
        OfObjects.Concat(OfRows).Concat(ColumnSource.All).Concat(DocumentSource.All).DistinctBy(source => source.Name)
            .Concat(OfTypes.Values.SelectMany(sources => sources)).ToDictionary(source => source.Name);

    public static FuzzSource Find(string name) => ByName[name];

    /// <summary>The sources that may hold these rows.</summary>
    public static IReadOnlyList<FuzzSource> For(FuzzData data) => data switch
    {
        JsonText => DocumentSource.All,
        ObjectSet => OfObjects,
        RowSet set when OfTypes.TryGetValue(set.CellType, out FuzzSource[]? typed) => typed,
        RowSet { HasRepeatedNames: true } => ColumnSource.All,
        RowSet { IsRegular: true } => OfRegularRows,
        _ => OfRows,
    };

    public static Dictionary<string, object?> Dictionary(FuzzRow row) => Typed<object?>(row);

    private static Dictionary<string, T> Typed<T>(FuzzRow row)
    {
        var cells = new Dictionary<string, T>(row.Names.Length);
        for (int i = 0; i < row.Names.Length; i++) cells[row.Names[i]] = (T)row.Values[i]!;
        return cells;
    }

    private static ExpandoObject Expando(FuzzRow row)
    {
        IDictionary<string, object?> expando = new ExpandoObject();
        for (int i = 0; i < row.Names.Length; i++) expando[row.Names[i]] = row.Values[i];
        return (ExpandoObject)expando;
    }

    private static FuzzSource[] CreateTyped(ValueKind kind) => (FuzzSource[])typeof(RowSources)
        .GetMethod(nameof(TypedSources), BindingFlags.NonPublic | BindingFlags.Static)!.MakeGenericMethod(kind.Type).Invoke(null, null)!;

    private static FuzzSource[] TypedSources<T>()
    {
        string name = CSharpText.TypeName(typeof(T));
        return
        [
            new PairsSource<Dictionary<string, T>, T>($"Dictionary<string, {name}>", Typed<T>),
            new PairsSource<Dictionary<string, T>, T>($"array of Dictionary<string, {name}>", Typed<T>, ListForm.Array),
            new PairsSource<Dictionary<string, T>, T>($"asynchronous Dictionary<string, {name}>", Typed<T>, ListForm.Asynchronous),
            new PairsSource<SortedDictionary<string, T>, T>(
                $"SortedDictionary<string, {name}>", row => new(Typed<T>(row), StringComparer.Ordinal)),
            new PairsSource<IReadOnlyDictionary<string, T>, T>($"IReadOnlyDictionary<string, {name}>", Typed<T>),
            new PairsSource<KeyValuePair<string, T>[], T>($"pairs of {name}", row => [.. Typed<T>(row)], isDictionary: false),
        ];
    }
}
