using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Dynamic;
using System.Text.Json.Nodes;
using Pair = System.Collections.Generic.KeyValuePair<string, object?>;

namespace RowJson.Tests;

public sealed class PairValuesTests
{
    public static TheoryData<Type> Dictionaries =>
    [
        typeof(Dictionary<string, object?>), typeof(IDictionary<string, object?>), typeof(IReadOnlyDictionary<string, object?>),
        typeof(SortedDictionary<string, object?>), typeof(ConcurrentDictionary<string, object?>), typeof(ExpandoObject),
        typeof(ImmutableDictionary<string, object?>), typeof(FrozenDictionary<string, object?>),
    ];

    [Theory]
    [MemberData(nameof(Dictionaries))]
    public void Of_dictionaries_areRowsOfNamesAndValues(Type type)
    {
        PairValues.Of(type).Should().BeSameAs(PairValues.OfObjects);
        PairValues.IsDictionary(type).Should().BeTrue();
    }

    [Theory]
    [InlineData(typeof(Pair[]))]
    [InlineData(typeof(List<Pair>))]
    [InlineData(typeof(IEnumerable<Pair>))]
    public void Of_sequencesOfPairs_areRowsButNoDictionaries(Type type)
    {
        PairValues.Of(type).Should().BeSameAs(PairValues.OfObjects);
        PairValues.IsDictionary(type).Should().BeFalse();
    }

    [Fact]
    public void Of_valuesOfOneType_knowsTheType()
    {
        PairValues.Of(typeof(Dictionary<string, int>)).Should().BeOfType<PairValues<int>>();
        PairValues.Of(typeof(JsonObject)).Should().BeOfType<PairValues<JsonNode>>();
        PairValues.Of(typeof(KeyValuePair<string, double?>[])).Should().BeOfType<PairValues<double?>>();
        PairValues.Of(typeof(Dictionary<string, int>))!.SequenceType.Should().Be<IEnumerable<KeyValuePair<string, int>>>();
        PairValues.OfObjects.SequenceType.Should().Be<IEnumerable<Pair>>();
    }

    [Theory]
    [InlineData(typeof(string))]
    [InlineData(typeof(object))]
    [InlineData(typeof(int[]))]
    [InlineData(typeof(Hashtable))]
    [InlineData(typeof(Dictionary<int, object>))]
    [InlineData(typeof(KeyValuePair<int, object>[]))]
    [InlineData(typeof(TwoKinds))]
    public void Of_otherTypes_areNoPairs(Type type) => PairValues.Of(type).Should().BeNull();

    [Theory]
    [InlineData(typeof(int), true)]
    [InlineData(typeof(string), true)]
    [InlineData(typeof(Guid?), true)]
    [InlineData(typeof(Version), false)]
    public void Find_typesThatNeedNoCodeMadeAtRunTime_areKnown(Type value, bool isKnown)
    {
        Type pairs = typeof(IEnumerable<>).MakeGenericType(typeof(KeyValuePair<,>).MakeGenericType(typeof(string), value));
        (KnownPairs.Find(pairs)?.SequenceType).Should().Be(isKnown ? pairs : null);
    }

    /// <summary>A sequence of pairs of two types: neither says what a row is.</summary>
    private sealed class TwoKinds : IEnumerable<KeyValuePair<string, int>>, IEnumerable<KeyValuePair<string, string>>
    {
        IEnumerator<KeyValuePair<string, int>> IEnumerable<KeyValuePair<string, int>>.GetEnumerator() => throw new NotSupportedException();

        IEnumerator<KeyValuePair<string, string>> IEnumerable<KeyValuePair<string, string>>.GetEnumerator() => throw new NotSupportedException();

        IEnumerator IEnumerable.GetEnumerator() => throw new NotSupportedException();
    }
}
