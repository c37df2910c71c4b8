namespace RowJson.Tests;

public sealed class LiveListTests
{
    [Fact]
    public void TryGet_exactTypes_areReadByIndex()
    {
        LiveList<string>.TryGet(new List<string>(), out _).Should().BeTrue();
        LiveList<string>.TryGet(Array.Empty<string>(), out _).Should().BeTrue();
    }

    /// <summary>They may enumerate what they like, or hold items of another type.</summary>
    [Fact]
    public void TryGet_otherTypes_areNot()
    {
        LiveList<string>.TryGet(new Derived(), out _).Should().BeFalse();
        LiveList<object>.TryGet(new string[1], out _).Should().BeFalse();
        LiveList<object>.TryGet(new List<string>(), out _).Should().BeFalse();
        LiveList<string>.TryGet(new Queue<string>(), out _).Should().BeFalse();
        LiveList<uint>.TryGet(new int[1], out _).Should().BeFalse();
    }

    [Fact]
    public void TryGetItem_listThatChanges_hasTheItemsOfTheMoment()
    {
        List<string> list = ["a", "b"];
        var live = new LiveList<string>(list);

        live.Count.Should().Be(2);
        live.TryGetItem(1, out string item).Should().BeTrue();
        item.Should().Be("b");
        live.TryGetItem(2, out _).Should().BeFalse();

        list.AddRange(Enumerable.Repeat("c", 100));
        live.TryGetItem(101, out item).Should().BeTrue();
        item.Should().Be("c");
        live.Span.ToArray().Should().Equal(list);

        list.Clear();
        live.Count.Should().Be(0);
        live.TryGetItem(0, out item).Should().BeFalse();
        item.Should().BeNull();
        live.Span.Length.Should().Be(0);
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(3)]
    [InlineData(int.MaxValue)]
    [InlineData(int.MinValue)]
    public void TryGetItem_indexOutsideAnArray_isNoItem(int index)
    {
        var live = new LiveList<int>(new[] { 1, 2, 3 });
        live.TryGetItem(index, out int item).Should().BeFalse();
        item.Should().Be(0);
        live.Count.Should().Be(3);
    }

    [Fact]
    public void Default_hasNoItems() => default(LiveList<int>).Span.Length.Should().Be(0);

    private sealed class Derived : List<string>;
}
