using System.Text.Json;

namespace RowJson.Tests;

/// <summary>Hints: whatever rows are where, nothing is read, and nothing faults.</summary>
public sealed class RowPrefetchTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    [InlineData(100)]
    public void Row_anyIndex_staysWithinTheRows(int count)
    {
        object?[] rows = [.. Enumerable.Range(0, count).Select(i => i % 3 == 0 ? null : new object())];
        for (int index = 0; index < count; index++) RowPrefetch.Row<object?>(rows, index);
        rows.Should().HaveCount(count);
    }

    /// <summary>The row to come is a null, the same row, or lies before the one at hand.</summary>
    [Fact]
    public void Write_rowsInAnyOrderInMemory_equalSerializer()
    {
        Dictionary<string, object?> wide = Enumerable.Range(0, RowPrefetch.MinCells).ToDictionary(i => $"c{i}", i => (object?)i);
        List<Dictionary<string, object?>?> rows = [.. Enumerable.Range(0, 50).Select(i => i % 5 == 3 ? null : i % 2 == 0 ? wide : new(wide) { ["i"] = i })];
        rows.Reverse();
        Same.Bytes(JsonRows.From(rows).ToUtf8Bytes(), JsonSerializer.SerializeToUtf8Bytes(rows), "reversed");
    }

    [Fact]
    public void Text_beforeAProtectedPage_doesNotFault()
    {
        using var memory = new GuardedMemory(4096);
        Span<byte> text = memory.CopyAtEnd([1, 2, 3]);
        RowPrefetch.Text(ref text[2]);
        text[2].Should().Be(3);
    }
}
