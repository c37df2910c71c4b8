using System.Text;
using System.Text.Json;

namespace RowJson.Tests;

/// <summary>Memory streams: only the rows may change the array, also between the stream's end and its capacity.</summary>
public class MemoryStreamTests
{
    private const byte Other = 0xA5;

    /// <summary>Room for a batch of any size.</summary>
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

    /// <summary>Arrays of the stream's own and of its creator's, with other content in them or none.</summary>
    public static TheoryData<string, int> Arrays
    {
        get
        {
            var data = new TheoryData<string, int>();
            foreach (string kind in new[] { "fresh", "shortened", "given", "part" })
                foreach (int threshold in new[] { 1, 300, 60 * 1024, int.MaxValue }) data.Add(kind, threshold);
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

    [Theory]
    [MemberData(nameof(Arrays))]
    public async Task Write_spareCapacity_isLeftAsItIs(string kind, int threshold)
    {
        foreach (bool asynchronously in new[] { false, true })
        {
            MemoryStream stream = Filled(kind);
            JsonRows rows = JsonRows.From(Rows);
            if (asynchronously) await rows.WriteToAsync(stream, Options(threshold));
            else rows.WriteTo(stream, Options(threshold));
            CheckSpareCapacity(stream, Expected);
        }
    }

    [Theory]
    [MemberData(nameof(Arrays))]
    public async Task Write_rowThatFails_leavesSpareCapacityAsItIs(string kind, int threshold)
    {
        List<Dictionary<string, object?>> rows = [.. Rows, new() { ["text"] = new string('x', 50_000), ["bad"] = double.NaN }];
        foreach (bool asynchronously in new[] { false, true })
        {
            MemoryStream stream = Filled(kind);
            Func<Task> write = asynchronously
                ? () => JsonRows.From(rows).WriteToAsync(stream, Options(threshold))
                : () => Task.FromResult(JsonRows.From(rows).WriteTo(stream, Options(threshold)));
            (await write.Should().ThrowAsync<JsonRowException>()).Which.RowIndex.Should().Be(Rows.Count);
            // Nothing where the rows before it are no batch.
            CheckSpareCapacity(stream, Expected.Length - 1 >= threshold ? Expected[..^1] : []);
        }
    }

    [Fact]
    public void Write_anotherWriterOfTheSameStreamAmidRows_losesNothing()
    {
        var stream = new MemoryStream(Roomy);
        JsonRows.From(Disturbed(() => stream.WriteByte(Other))).WriteTo(stream, Options(60 * 1024));
        Same.Bytes(stream.ToArray(), [Other, .. Expected], "what is written first comes first");
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
        Same.Bytes(stream.ToArray(), [.. new byte[10], .. Expected], "after a gap");
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
    public void Write_fixedCapacity_endsAfterTheLastBatchThatFits()
    {
        // No room, room for a batch, exactly enough, and one byte too few: only complete rows are written.
        foreach (int threshold in new[] { 1, 300 })
        {
            for (int capacity = Expected.Length; capacity >= 0; capacity -= capacity > Expected.Length - 100 ? 1 : 211)
            {
                var stream = new MemoryStream(new byte[capacity], 0, capacity, writable: true, publiclyVisible: true);
                stream.SetLength(0);
                Func<long> write = () => JsonRows.From(Rows).WriteTo(stream, Options(threshold)).Rows;
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

    /// <summary>An empty stream over an array that is filled with something else, where that is possible.</summary>
    private static MemoryStream Filled(string kind)
    {
        byte[] content = Enumerable.Repeat(Other, Roomy).ToArray();
        var stream = kind switch
        {
            "given" => new MemoryStream(content, 0, Roomy, writable: true, publiclyVisible: true),
            "part" => new MemoryStream(content, 100, Roomy - 200, writable: true, publiclyVisible: true),
            _ => new MemoryStream(Roomy),
        };
        if (kind == "shortened") stream.Write(content);
        stream.SetLength(0);
        return stream;
    }

    private static void CheckSpareCapacity(MemoryStream stream, byte[] rows)
    {
        Same.Bytes(stream.ToArray(), rows, "the rows");
        stream.TryGetBuffer(out ArraySegment<byte> segment).Should().BeTrue();
        byte[] array = segment.Array!;
        int start = segment.Offset, end = start + segment.Count;
        byte other = array[^1];
        array[..start].Concat(array[end..]).Should().OnlyContain(value => value == other);
    }

    private static void CheckCompleteRows(byte[] taken, bool isWhole)
    {
        Same.Bytes(taken, Expected.Take(taken.Length).ToArray(), "a prefix");
        if (!isWhole && taken.Length > 0) JsonDocument.Parse(Encoding.UTF8.GetString(taken) + "]").Dispose();
    }

    /// <summary>The rows, with an action in the middle.</summary>
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
