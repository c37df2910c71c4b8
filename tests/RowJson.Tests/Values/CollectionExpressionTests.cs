using System.Text.Json;

namespace RowJson.Tests;

#pragma warning disable CA1869 // Options that are used once are what is tested.

/// <summary>Sequences of scalars and strings by the classes that hold them: of the C# compiler, sets, and classes of a user's.</summary>
public class CollectionExpressionTests
{
    private static readonly JsonRowOptions Options = new(JsonSerializerOptions.Web) { ObjectAccess = ObjectAccess.Compiled };

    [Fact]
    public void WriteTo_collectionExpressions_equalsSerializer()
    {
        IEnumerable<int> spread = [7, 8];
        Check<IReadOnlyList<string?>>(["a"], ["a", null, "é<"], [], [.. spread.Select(i => $"{i}")]);
        Check<IReadOnlyCollection<int>>([1], [1, -2, int.MaxValue], [], [.. spread, 3]);
        Check<IEnumerable<double>>([1.5], [1.5, 2, -0.0], [], [.. spread]);
        Check<IReadOnlyList<Guid?>>([null], [Guid.Empty, null], [], [.. spread.Select(_ => (Guid?)Guid.NewGuid())]);
    }

    [Fact]
    public void WriteTo_sets_equalsSerializer()
    {
        Check<HashSet<int>>([1, 2, 3], []);
        Check<HashSet<string?>>(["a", null], []);
        Check<ISet<DateTime>>(new HashSet<DateTime> { DateTime.UnixEpoch }, new SortedSet<DateTime> { DateTime.UnixEpoch });
    }

    [Fact]
    public void WriteTo_classThatEnumeratesOtherwise_isEnumerated() =>
        Check<IReadOnlyList<string>>(new Reversed(["a", "b"]), new List<string> { "a" }, new Reversed([]));

    [Fact]
    public void WriteTo_numbersAsText_equalsSerializer()
    {
        var serializer = new JsonSerializerOptions { NumberHandling = System.Text.Json.Serialization.JsonNumberHandling.WriteAsString };
        var options = new JsonRowOptions(serializer) { ObjectAccess = ObjectAccess.Compiled };
        Row<IReadOnlyList<int>>[] rows = [new(1, "a", [1, 2, 3]), new(2, "b", new HashSetList())];

        JsonRows.From(rows).ToJsonString(options).Should().Be(JsonSerializer.Serialize(rows, serializer));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void WriteTo_setNestedDeeperThanMaxDepth_failsLikeSerializer(bool isSet)
    {
        var serializer = new JsonSerializerOptions { MaxDepth = 3 };
        var options = new JsonRowOptions(serializer) { ObjectAccess = ObjectAccess.Compiled };
        Row<IEnumerable<int>>[] rows = [new(1, "a", isSet ? new HashSet<int> { 1 } : [1])];

        FluentActions.Invoking(() => JsonSerializer.Serialize(rows, serializer)).Should().Throw<JsonException>();
        FluentActions.Invoking(() => JsonRows.From(rows).ToJsonString(options)).Should().Throw<JsonRowException>();
    }

    [Fact]
    public void WriteTo_classesInTurns_areEachReadInTheirWay()
    {
        Row<IReadOnlyList<string>>[] rows =
        [
            .. Enumerable.Range(0, 50).Select(i => new Row<IReadOnlyList<string>>(i, "a", i % 3 == 0 ? new Reversed(["x", "y"]) : [$"{i}", "z"])),
        ];

        JsonRows.From(rows).ToJsonString(Options).Should().Be(JsonSerializer.Serialize(rows, JsonSerializerOptions.Web));
    }

    private static void Check<T>(params T[] values)
    {
        Row<T>[] rows = [.. values.Select((value, i) => new Row<T>(i, "a", value))];

        JsonRows.From(rows).ToJsonString(Options).Should().Be(JsonSerializer.Serialize(rows, JsonSerializerOptions.Web), typeof(T).ToString());
    }

    private sealed record Row<T>(int Id, string Name, T Value);

    /// <summary>Its index says something else than its enumerator, which the serializer calls.</summary>
    private sealed class Reversed(string[] items) : IReadOnlyList<string>
    {
        public string this[int index] => throw new NotSupportedException();

        public int Count => throw new NotSupportedException();

        public IEnumerator<string> GetEnumerator() => items.Reverse().GetEnumerator();

        System.Collections.IEnumerator System.Collections.IEnumerable.GetEnumerator() => GetEnumerator();
    }

    private sealed class HashSetList : IReadOnlyList<int>
    {
        public int this[int index] => throw new NotSupportedException();

        public int Count => throw new NotSupportedException();

        public IEnumerator<int> GetEnumerator() => new List<int> { 4, 5 }.GetEnumerator();

        System.Collections.IEnumerator System.Collections.IEnumerable.GetEnumerator() => GetEnumerator();
    }
}
