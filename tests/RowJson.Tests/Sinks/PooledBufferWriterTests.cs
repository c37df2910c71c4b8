namespace RowJson.Tests;

public class PooledBufferWriterTests
{
    private const int Initial = 64;

    [Fact]
    public void GetMemory_nothingAsked_givesRoomOfTheInitialSize()
    {
        var pool = new CountingPool();
        using var buffer = new PooledBufferWriter(pool, Initial);
        buffer.GetMemory().Length.Should().Be(Initial);
        buffer.GetSpan(Initial).Length.Should().Be(Initial);
        pool.Rented.Should().Be(1);
        buffer.WrittenCount.Should().Be(0);
    }

    [Fact]
    public void GetMemory_fullBuffer_doublesItAndKeepsItsContent()
    {
        var pool = new CountingPool();
        using var buffer = new PooledBufferWriter(pool, Initial);
        Write(buffer, Initial);
        pool.Rented.Should().Be(1, "what fits needs no growth");
        buffer.GetMemory(1).Length.Should().Be(Initial);
        Write(buffer, 1);

        buffer.WrittenMemory.ToArray().Should().Equal([.. Enumerable.Range(0, Initial).Select(i => (byte)i), 0]);
        (pool.Rented, pool.Outstanding).Should().Be((2, 1));
        buffer.GetMemory(500).Length.Should().BeGreaterThanOrEqualTo(500, "more than twice is given where it is asked for");
        buffer.WrittenCount.Should().Be(Initial + 1);
    }

    [Fact]
    public void GetMemory_moreThanAnArrayHolds_saysWhatToDo()
    {
        using var buffer = new PooledBufferWriter(new CountingPool(), Initial);
        Write(buffer, 1);
        FluentActions.Invoking(() => buffer.GetMemory(Array.MaxLength)).Should().Throw<InsufficientMemoryException>()
            .WithMessage($"The result is longer than the {Array.MaxLength} bytes of the largest array. Write it to a stream instead.");
    }

    [Fact]
    public void Clear_bufferOfUsualSize_isKept()
    {
        var pool = new CountingPool();
        using var buffer = new PooledBufferWriter(pool, Initial);
        Write(buffer, BufferSizes.KeptGrowth * Initial);
        buffer.Clear();
        buffer.Clear();
        (buffer.WrittenCount, pool.Outstanding).Should().Be((0, 1));
    }

    [Theory]
    [InlineData(128, true)]
    [InlineData(127, false)]
    public void Clear_bufferThatHasGrown_isKeptIfAQuarterIsUsed(int used, bool isKept)
    {
        var pool = new CountingPool();
        using var buffer = new PooledBufferWriter(pool, Initial);
        Write(buffer, 2 * BufferSizes.KeptGrowth * Initial);
        buffer.Clear();
        pool.Outstanding.Should().Be(1, "all of it was used");
        Write(buffer, used);
        buffer.Clear();
        (buffer.WrittenCount, pool.Outstanding).Should().Be((0, isKept ? 1 : 0));
    }

    [Fact]
    public void TryAdopt_longerArrayWhileEmpty_takesItForItsOwn()
    {
        var pool = new CountingPool();
        using var buffer = new PooledBufferWriter(pool, Initial);
        Write(buffer, 1);
        byte[] longer = pool.Rent(4 * Initial), equal = pool.Rent(Initial);
        buffer.TryAdopt(longer, 3).Should().BeFalse("something is written");
        buffer.Clear();
        buffer.TryAdopt(equal, 3).Should().BeFalse("it is no longer than what is there");
        pool.Outstanding.Should().Be(3);

        longer.AsSpan(0, 3).Fill(7);
        buffer.TryAdopt(longer, 3).Should().BeTrue();
        buffer.WrittenSpan.ToArray().Should().Equal(7, 7, 7);
        pool.Outstanding.Should().Be(2, "the former array is returned");
        pool.Return(equal);
    }

    [Fact]
    public void Exchange_twoBuffers_haveEachOthersContent()
    {
        var pool = new CountingPool();
        using var first = new PooledBufferWriter(pool, Initial);
        using var second = new PooledBufferWriter(pool, Initial);
        Write(first, 3);
        first.Exchange(second);
        (first.WrittenCount, second.WrittenCount).Should().Be((0, 3));
        second.WrittenSpan.ToArray().Should().Equal(0, 1, 2);
    }

    [Fact]
    public void Dispose_anyContent_returnsTheArrayOnce()
    {
        var pool = new CountingPool();
        var buffer = new PooledBufferWriter(pool, Initial);
        Write(buffer, 3);
        buffer.Dispose();
        buffer.Dispose();
        (buffer.WrittenCount, pool.Outstanding).Should().Be((0, 0));
        pool.Faults.Should().BeEmpty();
    }

    private static void Write(PooledBufferWriter buffer, int count)
    {
        Span<byte> room = buffer.GetSpan(count);
        for (int i = 0; i < count; i++) room[i] = (byte)i;
        buffer.Advance(count);
    }
}
