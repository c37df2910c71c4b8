namespace RowJson.Tests;

public class BufferSizesTests
{
    [Theory]
    [InlineData(1, 4097, 4097)]
    [InlineData(60 * 1024 - 1, 64 * 1024 - 1, 64 * 1024 - 1)]
    [InlineData(60 * 1024, 64 * 1024, 64 * 1024)]
    [InlineData(60 * 1024 + 1, 64 * 1024, 64 * 1024)]
    [InlineData(int.MaxValue, 64 * 1024, 64 * 1024)]
    public void BatchRequestAndBuffer_anyThreshold_holdABatchAndARowUpToALimit(int threshold, int request, int buffer)
    {
        BufferSizes.Default.BatchRequest(threshold).Should().Be(request);
        BufferSizes.BatchBuffer(threshold).Should().Be(buffer);
    }

    [Fact]
    public void DefaultFlushThreshold_withASlack_fillsTheLargestBuffer() =>
        BufferSizes.BatchBuffer(BufferSizes.DefaultFlushThreshold).Should().Be(64 * 1024);

    [Theory]
    [InlineData(0, 4096)]
    [InlineData(4096, 4096)]
    [InlineData(4097, 8192)]
    [InlineData(1 << 30, 1 << 30)]
    [InlineData((1 << 30) + 1, 0x7FFFFFC7)]
    [InlineData(0x7FFFFFC7, 0x7FFFFFC7)]
    public void Grown_anyNeed_isASizeOfThePool(int needed, int size) => BufferSizes.Default.Grown(needed).Should().Be(size);

    [Fact]
    public void Tiny_copyRoom_sufficesForAStepOfTheCopier() => BufferSizes.Tiny.CopyRoom.Should().Be(JsonTextCopier.MinRoom);
}
