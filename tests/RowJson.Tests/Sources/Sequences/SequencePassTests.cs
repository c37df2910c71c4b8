namespace RowJson.Tests;

public sealed class SequencePassTests
{
    /// <summary>As the serializer reads a list that is declared as one, whatever its items are seen as.</summary>
    [Fact]
    public void Enumerate_listThatGrowsAndShrinks_goesOnByIndex()
    {
        List<string> list = ["a", "b"];
        using IEnumerator<object> rows = SequencePass<object>.Enumerate(list);

        rows.MoveNext().Should().BeTrue();
        list.Add("c");
        rows.MoveNext().Should().BeTrue();
        rows.Current.Should().Be("b");
        rows.MoveNext().Should().BeTrue();
        rows.Current.Should().Be("c");
        list.Clear();
        rows.MoveNext().Should().BeFalse();
    }

    [Fact]
    public void Enumerate_otherCollections_useTheirOwnEnumerator()
    {
        Queue<string> queue = new(["a", "b"]);
        using IEnumerator<string> rows = SequencePass<string>.Enumerate(queue);
        rows.MoveNext().Should().BeTrue();
        queue.Enqueue("c");
        FluentActions.Invoking(rows.MoveNext).Should().Throw<InvalidOperationException>();
    }

    [Fact]
    public void Enumerate_classDerivedFromAList_usesItsOwnEnumerator()
    {
        using IEnumerator<string> rows = SequencePass<string>.Enumerate(new Derived { "hidden" });
        rows.MoveNext().Should().BeTrue();
        rows.Current.Should().Be("shown");
        rows.MoveNext().Should().BeFalse();
    }

    [Fact]
    public void Enumerate_noRows_endsAtOnce()
    {
        using IEnumerator<int> list = SequencePass<int>.Enumerate(new List<int>());
        using IEnumerator<int> array = SequencePass<int>.Enumerate(Array.Empty<int>());
        (list.MoveNext(), array.MoveNext()).Should().Be((false, false));
    }

    private sealed class Derived : List<string>, IEnumerable<string>
    {
        IEnumerator<string> IEnumerable<string>.GetEnumerator() => ((IEnumerable<string>)["shown"]).GetEnumerator();
    }
}
