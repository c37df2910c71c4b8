using System.Text;

namespace RowJson.Tests;

/// <summary>
/// The first batch in memory of the pool's: no byte too many, all arrays back,
/// and nothing at the sink before it is committed.
/// </summary>
public class Utf8OutputTests
{
    public static TheoryData<StrictMemory, bool> Sinks()
    {
        var data = new TheoryData<StrictMemory, bool>();
        foreach (StrictMemory kind in Enum.GetValues<StrictMemory>())
            foreach (bool isTiny in new[] { true, false }) data.Add(kind, isTiny);
        return data;
    }

    [Theory]
    [MemberData(nameof(Sinks))]
    public void Grow_firstBatchOfRowsOfAnyLength_reachesTheSinkWithTheCommitOnly(StrictMemory kind, bool isTiny)
    {
        foreach (int length in new[] { 1, 15, 16, 17, 1000, 4095, 4096, 4097, 70_000, 300_000 })
        {
            var pool = new CountingPool();
            var sink = new StrictWriter(kind, leastSize: 1);
            var output = new Utf8Output(pool, 1 << 20, isTiny ? BufferSizes.Tiny : BufferSizes.Default);
            output.Open(sink);
            var expected = new StringBuilder();
            for (int row = 0; row < 5; row++)
            {
                WriteRow(output, expected, (char)('a' + row), length, step: Math.Max(1, length / 7));
                sink.Written.Should().BeEmpty();
                output.BytesCommitted.Should().Be(0);
                output.BatchLength.Should().Be(expected.Length);
            }
            output.Commit();
            Text(sink).Should().Be(expected.ToString());

            // From here on rows leave as the sink's memory is full.
            WriteRow(output, expected, 'z', length, step: 1 + (length / 3));
            WriteRow(output, expected, 'y', length, step: 1 + (length / 3));
            output.BatchLength.Should().Be(2 * length);
            output.Commit();
            Text(sink).Should().Be(expected.ToString());
            output.Close();
            pool.Outstanding.Should().Be(0);
            pool.Faults.Should().BeEmpty();
        }
    }

    /// <summary>A position that is not in the row under way goes no further, whoever has lost it.</summary>
    [Fact]
    public void Position_outsideOfTheRow_isRefused()
    {
        var output = new Utf8Output(new CountingPool(), 100, BufferSizes.Default);
        output.Open(new StrictWriter(StrictMemory.Exact, leastSize: 1));
        int position = output.Reserve(output.RowStart, 10);

        FluentActions.Invoking(() => output.EndRow(output.Limit + 1)).Should().Throw<InvalidOperationException>();
        FluentActions.Invoking(() => output.EndRow(position - 1)).Should().Throw<InvalidOperationException>();
        FluentActions.Invoking(() => output.InRow(3, position + 3)).Should().Throw<InvalidOperationException>();
        FluentActions.Invoking(() => output.InRow(-1, position + 3)).Should().Throw<InvalidOperationException>();
        FluentActions.Invoking(() => output.Reserve(output.Limit + 1, 1)).Should().Throw<InvalidOperationException>();
        FluentActions.Invoking(() => output.Reserve(position - 1, int.MaxValue / 2)).Should().Throw<InvalidOperationException>();
        output.Close();
    }

    [Theory]
    [MemberData(nameof(Sinks))]
    public void Grow_committedBeforeThereWereRows_firstBatchIsStillHeldBack(StrictMemory kind, bool isTiny)
    {
        var pool = new CountingPool();
        var sink = new StrictWriter(kind, leastSize: 1);
        var output = new Utf8Output(pool, 1 << 20, isTiny ? BufferSizes.Tiny : BufferSizes.Default);
        output.Open(sink);
        output.Commit();
        var expected = new StringBuilder();
        for (int row = 0; row < 20; row++) WriteRow(output, expected, 'r', 500, step: 50);
        sink.Written.Should().BeEmpty();
        output.Close();
        sink.Written.Should().BeEmpty();
        pool.Outstanding.Should().Be(0);
    }

    [Theory]
    [MemberData(nameof(Sinks))]
    public void Commit_rowUnderWayInTheFirstBatch_isDropped(StrictMemory kind, bool isTiny)
    {
        foreach (int rest in new[] { 1, 100, 10_000, 200_000 })
        {
            var pool = new CountingPool();
            var sink = new StrictWriter(kind, leastSize: 1);
            var output = new Utf8Output(pool, 1 << 20, isTiny ? BufferSizes.Tiny : BufferSizes.Default);
            output.Open(sink);
            var expected = new StringBuilder();
            WriteRow(output, expected, 'r', 500, step: 50);
            Fill(output, output.RowStart, '!', rest, step: 1 + (rest / 5));
            output.Commit();
            Text(sink).Should().Be(expected.ToString());
            output.Close();
            pool.Outstanding.Should().Be(0);
        }
    }

    [Fact]
    public void Grow_firstBatchIntoAWriterOfThePools_isAdoptedAndReturnedOnce()
    {
        var pool = new CountingPool();
        using (var sink = new PooledBufferWriter(pool))
        {
            var output = new Utf8Output(pool, 1 << 20, BufferSizes.Default);
            output.Open(sink);
            var expected = new StringBuilder();
            for (int row = 0; row < 30; row++) WriteRow(output, expected, (char)('a' + (row % 20)), 5000, step: 700);
            sink.WrittenCount.Should().Be(0);
            output.Commit();
            WriteRow(output, expected, 'z', 5000, step: 5000);
            output.Commit();
            output.Close();
            Encoding.UTF8.GetString(sink.WrittenSpan).Should().Be(expected.ToString());
        }
        pool.Outstanding.Should().Be(0);
        pool.Faults.Should().BeEmpty();
    }

    private static string Text(StrictWriter sink) => Encoding.UTF8.GetString(sink.Written);

    private static void WriteRow(Utf8Output output, StringBuilder expected, char text, int length, int step)
    {
        output.EndRow(Fill(output, output.RowStart, text, length, step));
        expected.Append(text, length);
    }

    /// <summary>Writes as an encoder does: room for a few bytes at a time, and all of the room used.</summary>
    private static int Fill(Utf8Output output, int position, char text, int length, int step)
    {
        for (int left = length; left > 0; left -= step)
        {
            int count = Math.Min(step, left);
            position = output.Reserve(position, count);
            output.Buffer.AsSpan(position, count).Fill((byte)text);
            position += count;
        }
        return position;
    }
}
