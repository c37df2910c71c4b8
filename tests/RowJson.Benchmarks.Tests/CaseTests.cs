namespace RowJson.Benchmarks.Tests;

public class CaseTests
{
    private static readonly byte[] Text = "[1,2]"u8.ToArray();

    [Fact]
    public void Check_sameBytes_countsWhatWasCompared() =>
        Create(Sink.ToBytes("a", () => Text), Sink.ToBytes("b", () => [.. Text]), new Way("c", () => { })).Check().Should().Be(2);

    [Fact]
    public void Check_otherBytes_saysWhereTheyDiffer()
    {
        Case it = Create(Sink.ToBytes("a", () => Text), Sink.ToBytes("b", () => "[1,3]"u8.ToArray()));
        it.Invoking(it => it.Check()).Should().Throw<BenchmarkException>().WithMessage("rows, dictionary: b writes other bytes: at byte 3 of 5 *");
    }

    [Fact]
    public void Check_sameValues_comparesTokens()
    {
        Way other = Sink.ToBytes("b", () => "[ 1.0, 2 ]"u8.ToArray());
        Create(Sink.ToBytes("a", () => Text), other with { Agreement = Agreement.SameValues }).Check().Should().Be(2);
        Create(Sink.ToBytes("a", () => Text), other).Invoking(it => it.Check()).Should().Throw<BenchmarkException>();
    }

    [Fact]
    public void Check_bound_isNotCompared() =>
        Create(Sink.ToBytes("a", () => Text), Sink.ToBytes("b", () => []) with { Agreement = Agreement.Bound }).Check().Should().Be(1);

    [Fact]
    public void Check_ofAnotherFormat_expectsWhatTheFirstWayMakesOfIt()
    {
        Way lines = Sink.ToBytes("lines", () => "1\n2\n"u8.ToArray()) with { Expected = array => [.. array[1..^1].Select(it => it == ',' ? (byte)'\n' : it), 10] };
        Create(Sink.ToBytes("a", () => Text), lines).Check().Should().Be(2);
    }

    [Fact]
    public void Check_failure_namesTheWay()
    {
        Case it = Create(Sink.ToBytes("a", () => Text), Sink.ToBytes("b", () => throw new NotSupportedException("no")));
        it.Invoking(it => it.Check()).Should().Throw<BenchmarkException>().WithMessage("rows, dictionary: b failed: NotSupportedException: no");
    }

    [Fact]
    public void Lines_ofEachWay_andOfTheLast()
    {
        Case it = Create(new Way("plain", () => { }), new Way("fast", () => { }) { Target = 2 });
        IReadOnlyList<Measurement> measured = [Measured(it, 0, 40, 44, 42), Measured(it, 1, 10, 11, 14)];

        new Layout(true, Column.Way("way"), Column.Count(">ns", line => line.Own.TimePerUnit)).Lines(measured)
            .Should().BeEquivalentTo(new[] { new[] { "plain", "42" }, ["fast", "11"] });
        new Layout(false, [Column.Label("of", 1), .. Column.Faster(">times", "fast"), .. Column.Faster(">times", "none")]).Lines(measured).Single()
            .Should().Equal("dictionary", "4.00", "± 12 %", "2", "met", "-", "", "", "");
    }

    [Fact]
    public void Measure_allocatedBytes_ofWhatFurtherUnitsAdd()
    {
        Case slice = Allocating(10);
        using Case it = Allocating(110, slice);
        Measurement.Measure(it, new Schedule { Rounds = 1, RoundTime = TimeSpan.FromMilliseconds(1), CaseWarmUpTime = TimeSpan.Zero, Pause = TimeSpan.Zero })
            .Single().AllocatedBytesPerUnit.Should().BeApproximately(1_000, 10);
    }

    // A thousand bytes for each unit, and some for the array.
    private static Case Allocating(int units, Case? slice = null) =>
        new() { Ways = [new Way("a", () => GC.KeepAlive(new byte[units * 1_000]))], Units = units, Slice = slice };

    private static Measurement Measured(Case it, int way, params double[] nanoseconds) => new(it, it.Ways[way], 0, 0, 0, nanoseconds);

    private static Case Create(params Way[] ways) => new() { Ways = ways, Labels = ["rows", "dictionary"] };
}
