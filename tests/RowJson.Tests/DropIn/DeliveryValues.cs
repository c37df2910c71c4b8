using System.Text.Json;
using System.Text.Json.Serialization;

namespace RowJson.Tests;

#pragma warning disable CA1822 // Properties are what is written.

/// <summary>Counts what is read of a value, and fails at one of these reads.</summary>
/// <param name="failAt">The number of the read that fails, from 1.</param>
internal sealed class Fuse(int failAt)
{
    private int _reads;

    public T Pass<T>(T value) => ++_reads == failAt ? throw new TimeoutException("a getter's own") : value;
}

/// <summary>Values of which each part may fail when it is read, by what they hold.</summary>
internal static class DeliveryValues
{
    private static readonly JsonElement Element = JsonElement.Parse("""{"x":[1,{"y":"é"}]}""");

    public static IReadOnlyDictionary<string, ICase> All { get; } = new Dictionary<string, ICase>
    {
        ["a list"] = new Case<List<FrailRow>>(Rows),
        ["an array"] = new Case<FrailRow[]>(fuse => [.. Rows(fuse)]),
        ["a sequence"] = new Case<IEnumerable<FrailRow>>(Sequence),
        ["structures"] = new Case<List<FrailPoint>>(fuse => [new(fuse), new(fuse)]),
        ["a dictionary of rows"] = new Case<Dictionary<string, FrailRow>>(fuse => new() { ["a"] = new(fuse), ["b"] = new(fuse) }),
        ["an object"] = new Case<FrailRow>(fuse => new(fuse)),
        ["a chain"] = new Case<FrailChain>(fuse => new(fuse, 4)),
        ["a page"] = new Case<FrailPage<List<FrailRow>>>(fuse => new(fuse, Rows(fuse))),
        ["a page of a sequence"] = new Case<FrailPage<IEnumerable<FrailRow>>>(fuse => new(fuse, Sequence(fuse))),
        ["a page of numbers"] = new Case<FrailPage<List<int>>>(fuse => new(fuse, [.. Enumerable.Range(0, 40)])),
        ["a page of texts"] = new Case<FrailPage<IEnumerable<string?>>>(fuse => new(fuse, Texts(fuse))),
        ["a page of names"] = new Case<FrailPage<Dictionary<string, object?>>>(
            fuse => new(fuse, new() { ["a"] = 1, ["b"] = Rows(fuse), ["c"] = new int[] { 1, 2 }, ["d"] = null, ["e"] = 1.5, ["f"] = new FrailRow(fuse) })),
        ["a page of dictionaries"] = new Case<FrailPage<List<Dictionary<string, object?>>>>(
            fuse => new(fuse, [new() { ["a"] = new FrailRow(fuse), ["b"] = "text" }, new() { ["a"] = 1 }])),
        ["a page of anything"] = new Case<FrailPage<List<object?>>>(fuse => new(fuse, [1, new FrailRow(fuse), "a", Rows(fuse), null, 5])),
        ["a page of an object"] = new Case<FrailPage<object>>(fuse => new(fuse, Rows(fuse))),
        ["a page of a chain"] = new Case<FrailPage<FrailChain>>(fuse => new(fuse, new(fuse, 3))),
        ["a page of an element"] = new Case<FrailPage<JsonElement>>(fuse => new(fuse, Element)),
        ["a page of a document"] = new Case<FrailPage<JsonDocument>>(fuse => new(fuse, JsonDocument.Parse("[1,{\"a\":2}]"))),
        ["a page of elements"] = new Case<FrailPage<List<JsonElement>>>(fuse => new(fuse, [Element, Element])),
        ["a list of documents"] = new Case<List<JsonDocument?>>(_ => [JsonDocument.Parse("[1,{\"a\":2}]"), null]),
        ["a page of lists"] = new Case<FrailPage<List<List<FrailRow>>>>(fuse => new(fuse, [Rows(fuse), [], Rows(fuse)])),
        ["a derived object"] = new Case<FrailBase>(fuse => new FrailDerived(fuse)),
        ["derived objects"] = new Case<List<FrailBase>>(fuse => [new FrailDerived(fuse), new FrailBase(fuse)]),
        ["a page of a derived object"] = new Case<FrailPage<FrailBase>>(fuse => new(fuse, new FrailDerived(fuse))),
        ["numbers with handlings of their own"] = new Case<FrailNumbers>(fuse => new(fuse)),
    };

    private static List<FrailRow> Rows(Fuse fuse) => [new(fuse), new(fuse)];

    private static IEnumerable<FrailRow> Sequence(Fuse fuse)
    {
        for (int i = 0; i < 2; i++) yield return fuse.Pass(new FrailRow(fuse));
    }

    private static IEnumerable<string?> Texts(Fuse fuse)
    {
        foreach (string? text in (string?[])["a", "b\"c", null]) yield return fuse.Pass(text);
    }

    /// <summary>A value of one declared type.</summary>
    internal interface ICase
    {
        Delivery Write(Delivery.IWay way, JsonSerializerOptions options, int failAt);
    }

    private sealed class Case<T>(Func<Fuse, T> make) : ICase
    {
        public Delivery Write(Delivery.IWay way, JsonSerializerOptions options, int failAt) => way.Write(make(new Fuse(failAt)), options);
    }
}

/// <summary>A row with a value of each kind.</summary>
internal sealed class FrailRow(Fuse fuse)
{
    public int Id => fuse.Pass(1);

    public string Name => fuse.Pass("ñ");

    public double Price => fuse.Pass(1.5);

    public List<int> Numbers => fuse.Pass<List<int>>([1, 2, 3]);

    public Dictionary<string, int> Counts => fuse.Pass<Dictionary<string, int>>(new() { ["a b"] = 1 });

    public FrailRow? Inner => fuse.Pass<FrailRow?>(null);

    public DateTime Time => fuse.Pass(DateTime.UnixEpoch);
}

internal readonly struct FrailPoint(Fuse fuse)
{
    public int X => fuse.Pass(1);

    public decimal Y => fuse.Pass(2.5m);
}

internal sealed class FrailChain(Fuse fuse, int length)
{
    public int Id => fuse.Pass(length);

    public string? Name => fuse.Pass("n");

    public double Price => fuse.Pass(1.5);

    public long Total => fuse.Pass(5L);

    public FrailChain? Next => fuse.Pass(length == 0 ? null : new FrailChain(fuse, length - 1));

    public double Last => fuse.Pass(2.5);
}

/// <summary>Holds a value among others.</summary>
internal sealed class FrailPage<T>(Fuse fuse, T value)
{
    public int A => fuse.Pass(1);

    public T Value => fuse.Pass(value);

    public List<int> Between => fuse.Pass<List<int>>([1, 2]);

    public T Again => fuse.Pass(value);

    public double Last => fuse.Pass(2.5);
}

[JsonDerivedType(typeof(FrailDerived), "derived")]
internal class FrailBase(Fuse fuse)
{
    public int A => fuse.Pass(1);

    public List<FrailRow> Rows => fuse.Pass<List<FrailRow>>([new(fuse)]);

    public List<int> Numbers => fuse.Pass<List<int>>([1, 2, 3]);

    [JsonExtensionData]
    public Dictionary<string, object> More { get; set; } = new() { ["more"] = new[] { 1, 2 } };

    public int B => fuse.Pass(2);
}

internal sealed class FrailDerived(Fuse fuse) : FrailBase(fuse)
{
    private readonly Fuse _fuse = fuse;

    public List<string> Texts => _fuse.Pass<List<string>>(["a", "b"]);
}

/// <summary>Values that inherit how their numbers are written.</summary>
internal sealed class FrailNumbers(Fuse fuse)
{
    [JsonNumberHandling(JsonNumberHandling.WriteAsString)]
    public List<int> Texts => fuse.Pass<List<int>>([1, 2]);

    [JsonNumberHandling(JsonNumberHandling.WriteAsString)]
    public object Anything => fuse.Pass<object>(new List<Dictionary<string, object>> { new() { ["a"] = 1 } });

    [JsonNumberHandling(JsonNumberHandling.WriteAsString)]
    public IEnumerable<object> Sequence => fuse.Pass<IEnumerable<object>>([1, new[] { 2 }]);

    [JsonNumberHandling(JsonNumberHandling.Strict)]
    public object Numbers => fuse.Pass<object>(new List<List<int>> { new() { 1 } });

    public double Last => fuse.Pass(2.5);
}
