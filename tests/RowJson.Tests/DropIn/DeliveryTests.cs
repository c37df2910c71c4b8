using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using Xunit.Abstractions;

namespace RowJson.Tests;

/// <summary>
/// Every way to write a value, with a failure at each of its members and without one: the receiver gets no part of a value that
/// <see cref="JsonSerializer"/> with plain options keeps back, and is written to and flushed no more often.
/// </summary>
public class DeliveryTests(ITestOutputHelper log)
{
    private static Dictionary<string, Func<JsonSerializerOptions>> Options => new()
    {
        ["default"] = () => new(),
        ["web, encoder"] = () => new(JsonSerializerDefaults.Web)
        {
            Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
            Converters = { new JsonStringEnumConverter() },
        },
        ["numbers as text"] = () => new() { NumberHandling = JsonNumberHandling.WriteAsString },
        ["indented"] = () => new() { WriteIndented = true },
        ["cycles ignored"] = () => new() { ReferenceHandler = ReferenceHandler.IgnoreCycles },
    };

    private static Dictionary<string, Func<JsonSerializerOptions, JsonSerializerOptions>> Makers => new()
    {
        ["write options, cold"] = it => it.WithRowJson(writeOnly: true),
        ["write options, warm"] = plain => WithColumns(plain).WriteOnly,
        ["both directions, cold"] = it => it.WithRowJson(),
        ["both directions, warm"] = plain => WithColumns(plain).Both,
    };

    public static TheoryData<string> Names => [.. Options.Keys];

    public static TheoryData<string, string> Cases
    {
        get
        {
            var cases = new TheoryData<string, string>();
            foreach ((int row, string options) in Options.Keys.Index())
            {
                foreach ((int column, string maker) in Makers.Keys.Index())
                    if (MatrixShare.Has(2, row, column)) cases.Add(options, maker);
            }
            return cases;
        }
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public void Serialize_valueThatMayFailAnywhere_deliversNoMoreThanWithPlainOptions(string name, string maker)
    {
        JsonSerializerOptions plain = Options[name](), fast = Makers[maker](Options[name]());
        plain.MakeReadOnly(populateMissingResolver: true);
        Compare(Delivery.Ways, plain, fast);
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void SerializeAsync_valueThatMayFailAnywhere_deliversNoMoreThanJsonSerializer(string name)
    {
        JsonSerializerOptions plain = Options[name]();
        plain.MakeReadOnly(populateMissingResolver: true);
        Compare(Delivery.BatchedWays, plain, plain);
    }

    /// <param name="ways">How the values are written with what is compared.</param>
    /// <param name="plain">What <see cref="JsonSerializer"/> writes them with.</param>
    /// <param name="fast">What is compared.</param>
    private void Compare(IReadOnlyDictionary<string, Delivery.IWay> ways, JsonSerializerOptions plain, JsonSerializerOptions fast)
    {
        List<string> differences = [];
        int written = 0, failed = 0;
        foreach ((string of, DeliveryValues.ICase value) in DeliveryValues.All)
        {
            foreach ((string receiver, Delivery.IWay way) in ways)
            {
                Delivery expected;
                int failAt = 1;
                do
                {
                    expected = value.Write(Delivery.Ways[receiver], plain, failAt);
                    if (Difference(expected, value.Write(way, fast, failAt)) is { } difference)
                        differences.Add($"{of}, {receiver}, failure at {failAt}: {difference}");
                    failed++;
                    failAt += receiver is "a writer over a stream" or "a pipe" ? 3 : 11;
                }
                while (expected.Failure is TimeoutException);
                expected.Failure.Should().BeNull($"{of} is written where nothing fails");
                written++;
            }
        }
        log.WriteLine($"{written} written, {failed} failed");
        differences.Should().BeEmpty();
        failed.Should().BeGreaterThan(300);
    }

    /// <summary>All values are written by columns, from the first on.</summary>
    private static DropInOptions WithColumns(JsonSerializerOptions plain) =>
        DropInOptions.Create(plain, new JsonRowOptions { ObjectAccess = ObjectAccess.Compiled });

    private static string? Difference(Delivery expected, Delivery actual)
    {
        if (actual.Failure?.GetType() != expected.Failure?.GetType()) return $"{actual.Failure} instead of {expected.Failure}";
        if (expected.Failure is null && actual.Text != expected.Text) return $"{actual.Text} instead of {expected.Text}";
        // Where a writer runs out of memory, the receiver has a part of the value: how much of it depends on the steps of the writer.
        if (expected.Text.Length == 0 && actual.Text.Length > 0) return $"the receiver has {actual.Text}";
        return actual.Writes <= expected.Writes && actual.Flushes <= expected.Flushes
            ? null
            : $"{actual.Writes} writes and {actual.Flushes} flushes instead of {expected.Writes} and {expected.Flushes}";
    }
}
