using System.Text;
using System.Text.Json;

namespace RowJson.Tests;

/// <summary>Memory streams, whose own memory rows are encoded into: nothing but the rows may change.</summary>
public class MemoryStreamTests
{
    private const byte Other = 0xA5;

    /// <summary>Room for a piece of any size, so that rows are written in place.</summary>
    private const int Roomy = 128 * 1024;

    private static readonly List<Dictionary<string, object?>> Rows =
        [.. Enumerable.Range(0, 200).Select(i => new Dictionary<string, object?> { ["id"] = i, ["text"] = new string('x', i % 50) + "é" })];

    private static readonly byte[] Expected = JsonSerializer.SerializeToUtf8Bytes(Rows);

    private readonly CountingPool _pool = new();

    public static TheoryData<int, int> CapacitiesAndThresholds
    {
        get
        {
            var data = new TheoryData<int, int>();
            foreach (int capacity in new[] { 0, 1, 1000, 4097, 5000, 8 * 1024, 32 * 1024, 65_536, Roomy })
                foreach (int threshold in new[] { 1, 300, 4096, 60 * 1024, int.MaxValue }) data.Add(capacity, threshold);
            return data;
        }
    }

    [Theory]
    [MemberData(nameof(CapacitiesAndThresholds))]
    public async Task Write_anyCapacity_appendsTheRows(int capacity, int threshold)
    {
        var stream = new MemoryStream(capacity);
        stream.Write("head:"u8);
        JsonRows.From(Rows).WriteTo(stream, Options(threshold)).Should().Be(Rows.Count);
        stream.Write("|"u8);
        (await JsonRows.From(Rows).WriteToAsync(stream, Options(threshold))).Should().Be(Rows.Count);
        Same.Bytes(stream.ToArray(), [.. "head:"u8, .. Expected, .. "|"u8, .. Expected], "both");
        stream.Position.Should().Be(stream.Length);
        _pool.Outstanding.Should().Be(0);
    }

    [Fact]
    public void Write_roomBehindTheEnd_rentsNothing()
    {
        JsonRows.From(Rows).WriteTo(new MemoryStream(Roomy), Options(60 * 1024));
        _pool.Rented.Should().Be(0, "the rows are encoded into the stream's memory");
    }

    [Theory]
    [InlineData(0)]
    [InlineData(17)]
    public void Write_positionBeforeTheEnd_leavesWhatFollowsAsItIs(int position)
    {
        byte[] content = Enumerable.Repeat(Other, Expected.Length + 200).ToArray();
        var stream = new MemoryStream(Roomy);
        stream.Write(content);
        stream.Position = position;
        JsonRows.From(Rows).WriteTo(stream, Options(300));
        Expected.CopyTo(content, position);
        Same.Bytes(stream.ToArray(), content, "over other content");
        stream.Position.Should().Be(position + Expected.Length);
    }

    [Fact]
    public void Write_positionBehindTheEnd_leavesZeroesBetween()
    {
        var stream = new MemoryStream(Roomy) { Position = 10 };
        JsonRows.From(Rows).WriteTo(stream, Options(300));
        Same.Bytes(stream.ToArray(), [.. new byte[10], .. Expected], "behind a gap");
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Write_partOfAnArray_staysWithinIt(bool isVisible)
    {
        const int start = 1000;
        byte[] array = Enumerable.Repeat(Other, start + Roomy + 1000).ToArray();
        var stream = new MemoryStream(array, start, Roomy, writable: true, isVisible);
        stream.SetLength(0);
        JsonRows.From(Rows).WriteTo(stream, Options(300));
        Same.Bytes(stream.ToArray(), Expected, "the part");
        array.Take(start).Concat(array.Skip(start + Roomy)).Should().OnlyContain(other => other == Other);
    }

    [Fact]
    public void Write_fixedCapacity_endsBehindTheLastPieceThatFits()
    {
        // Room for a piece and none, exactly enough and one too few: whatever fits is whole rows.
        foreach (int threshold in new[] { 1, 300 })
        {
            for (int capacity = Expected.Length; capacity >= 0; capacity -= capacity > Expected.Length - 100 ? 1 : 211)
            {
                var stream = new MemoryStream(new byte[capacity], 0, capacity, writable: true, publiclyVisible: true);
                stream.SetLength(0);
                Func<long> write = () => JsonRows.From(Rows).WriteTo(stream, Options(threshold));
                if (capacity == Expected.Length) write().Should().Be(Rows.Count);
                else write.Should().Throw<JsonRowException>().WithMessage("The sink failed*").WithInnerException<NotSupportedException>();
                CheckCompleteRows(stream.ToArray(), isWhole: capacity == Expected.Length);
                _pool.Outstanding.Should().Be(0);
            }
        }
    }

    [Fact]
    public void Write_closedMeanwhile_failsInTheSink()
    {
        var stream = new MemoryStream(Roomy);
        Action write = () => JsonRows.From(Disturbed(stream.Dispose)).WriteTo(stream, Options(300));
        write.Should().Throw<JsonRowException>().WithMessage("The sink failed*").WithInnerException<ObjectDisposedException>();
        CheckCompleteRows(stream.ToArray(), isWhole: false);
    }

    [Fact]
    public void Write_changedMeanwhile_isRefused()
    {
        foreach (Action<MemoryStream> change in new Action<MemoryStream>[]
            { stream => stream.WriteByte(Other), stream => stream.SetLength(0), stream => stream.Capacity *= 2, stream => stream.Position = 1 })
        {
            var stream = new MemoryStream(Roomy);
            Action write = () => JsonRows.From(Disturbed(() => change(stream))).WriteTo(stream, Options(300));
            write.Should().Throw<JsonRowException>().WithMessage("*changed while rows were being written*");
        }
    }

    [Fact]
    public void Write_derivedClass_isGivenEveryByte()
    {
        var stream = new UpperCaseStream();
        JsonRows.From(Rows).WriteTo(stream, Options(300));
        Encoding.UTF8.GetString(stream.ToArray()).Should().Be(Encoding.UTF8.GetString(Expected).ToUpperInvariant());
    }

    [Fact]
    public async Task Write_rowWriter_toleratesWhatItsOwnerWritesBetweenFlushes()
    {
        var stream = new MemoryStream(Roomy);
        await using (var writer = new JsonRowWriter(stream, new JsonRowOptions { Format = JsonRowFormat.Lines }))
        {
            writer.WriteRow(Rows[0]);
            stream.Write("# "u8);
            writer.WriteRow(Rows[1]);
            await writer.CompleteAsync();
        }
        Encoding.UTF8.GetString(stream.ToArray()).Should()
            .Be($"# {JsonSerializer.Serialize(Rows[0])}\n{JsonSerializer.Serialize(Rows[1])}\n", "rows arrive when they are flushed");
    }

    private static void CheckCompleteRows(byte[] taken, bool isWhole)
    {
        Same.Bytes(taken, Expected.Take(taken.Length).ToArray(), "a prefix");
        if (!isWhole && taken.Length > 0) JsonDocument.Parse(Encoding.UTF8.GetString(taken) + "]").Dispose();
    }

    /// <summary>The rows, in the midst of which something happens.</summary>
    private static IEnumerable<Dictionary<string, object?>> Disturbed(Action disturb)
    {
        foreach (Dictionary<string, object?> row in Rows)
        {
            if (row == Rows[100]) disturb();
            yield return row;
        }
    }

    private JsonRowOptions Options(int threshold) => new() { FlushThreshold = threshold, Pool = _pool };

    private sealed class UpperCaseStream : MemoryStream
    {
        public override void Write(ReadOnlySpan<byte> buffer) =>
            base.Write(Encoding.UTF8.GetBytes(Encoding.UTF8.GetString(buffer).ToUpperInvariant()));
    }
}
