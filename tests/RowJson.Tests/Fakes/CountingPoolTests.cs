namespace RowJson.Tests;

/// <summary>The pool of the tests detects every fault that it exists for.</summary>
public class CountingPoolTests
{
    private readonly CountingPool _pool = new();

    [Fact]
    public void Return_arrayThatIsHeld_isAFault()
    {
        byte[] array = _pool.Rent(100);
        byte[]? held = _pool.Hold(array.AsMemory(10, 20));
        held.Should().BeSameAs(array);
        _pool.Invoking(pool => pool.Return(array)).Should().Throw<InvalidOperationException>();
        _pool.Faults.Should().ContainSingle().Which.Should().Contain("still reads");
    }

    [Fact]
    public void Return_arrayThatWasReleased_isNoFault()
    {
        byte[] array = _pool.Rent(100);
        byte[]? first = _pool.Hold(array.AsSpan(99, 1));
        byte[]? second = _pool.Hold(array.AsSpan(0, 1));
        _pool.Release(first);
        _pool.Release(second);
        _pool.Return(array);
        _pool.Faults.Should().BeEmpty();
        _pool.Outstanding.Should().Be(0);
    }

    [Fact]
    public void Hold_memoryOfSomebodyElse_isNothing()
    {
        _pool.Rent(100);
        _pool.Hold(new byte[100].AsSpan()).Should().BeNull();
        _pool.Hold(new byte[100].AsMemory()).Should().BeNull();
    }

    [Fact]
    public void Return_twice_isAFault()
    {
        byte[] array = _pool.Rent(100);
        _pool.Return(array);
        _pool.Invoking(pool => pool.Return(array)).Should().Throw<InvalidOperationException>();
        _pool.Faults.Should().ContainSingle().Which.Should().Contain("not out");
    }

    [Fact]
    public void CheckResting_arrayThatWasWrittenAfterItsReturn_isAFault()
    {
        byte[] array = _pool.Rent(100);
        _pool.Return(array);
        array[50] = 1;
        _pool.CheckResting();
        _pool.Faults.Should().ContainSingle().Which.Should().Contain("Byte 50");
    }

    [Fact]
    public void Abandon_arraysThatAreOut_areCountedAndForgotten()
    {
        _pool.Rent(100);
        _pool.Rent(100);
        _pool.Abandon().Should().Be(2);
        _pool.Outstanding.Should().Be(0);
        _pool.BytesOutstanding.Should().Be(0);
        _pool.Faults.Should().BeEmpty();
    }
}
