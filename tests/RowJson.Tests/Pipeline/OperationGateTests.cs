namespace RowJson.Tests;

public class OperationGateTests
{
    [Fact]
    public void Enter_heldGate_refusesUntilItIsLeft()
    {
        var gate = new OperationGate(typeof(JsonRowWriter));
        gate.Enter();
        FluentActions.Invoking(gate.Enter).Should().Throw<InvalidOperationException>().WithMessage("Another call on this JsonRowWriter*");
        gate.Exit();
        gate.Enter();
    }

    [Fact]
    public void TryClose_freeGate_isTheLastOperation()
    {
        var gate = new OperationGate(typeof(JsonRowWriter));
        gate.IsClosed.Should().BeFalse();
        gate.TryClose(out bool isUnderWay).Should().BeTrue();
        isUnderWay.Should().BeFalse();
        gate.IsClosed.Should().BeTrue();
        gate.TryClose(out isUnderWay).Should().BeFalse();
        isUnderWay.Should().BeFalse();
        FluentActions.Invoking(gate.Enter).Should().Throw<ObjectDisposedException>();
    }

    [Fact]
    public void WhenLeft_operationUnderWay_runsOnceAsItEnds()
    {
        var gate = new OperationGate(typeof(JsonRowWriter));
        int runs = 0;
        gate.Enter();
        gate.TryClose(out bool isUnderWay).Should().BeTrue();
        isUnderWay.Should().BeTrue();
        gate.WhenLeft(() => runs++);
        runs.Should().Be(0);
        gate.Exit();
        runs.Should().Be(1);
        gate.Exit();
        runs.Should().Be(1);
    }

    [Fact]
    public async Task WhenLeft_operationThatHasEnded_runsAtOnce()
    {
        var gate = new OperationGate(typeof(JsonRowWriter));
        int runs = 0;
        gate.WhenLeft(() => runs++);
        runs.Should().Be(1);
        await gate.WhenLeftAsync();
        gate.Enter();
        Task left = gate.WhenLeftAsync();
        left.IsCompleted.Should().BeFalse();
        gate.Exit();
        await left;
    }
}
