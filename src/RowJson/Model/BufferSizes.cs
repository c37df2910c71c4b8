namespace RowJson;

// The sizes of all buffers, batches, tables and pauses. Tests use Tiny ones, so that buffers grow within small rows.
internal sealed record BufferSizes
{
    // The default of JsonRowOptions.FlushThreshold. With BatchSlack it makes an array of 64 KiB, and a pipe pauses its writer at 64 KiB.
    // Measured: the fastest of 8 to 128 KiB for streams, pipes and writers alike.
    public const int DefaultFlushThreshold = LargestBatchBuffer - BatchSlack;

    // Room after a batch for the row that crosses its end.
    public const int BatchSlack = 4 * 1024;

    // The largest first buffer of a batch, however high the threshold: most results are small.
    public const int LargestBatchBuffer = 64 * 1024;

    // The first buffer for text that is assembled separately, or held whole.
    public const int TextBuffer = 4 * 1024;

    // A buffer that has grown to more than this many times its first size is returned when it is hardly used.
    public const int KeptGrowth = 4;

    public static readonly BufferSizes Default = new();

    // So small that hardly any row fits, and a name is replaced after a few others.
    public static BufferSizes Tiny => field ??= new()
    {
        FirstRequest = 16,
        LargestRequest = 16,
        // A step of the copier takes up to 66 bytes: a block and the text between two rows.
        CopyRoom = 66,
        ColdText = 0,
        NameSlots = 4,
        RefusalsPerGeneration = 1 << 5,
        BetweenComparisons = 0,
    };

    // The bytes that a sink is first asked for, and the smallest buffer of a row that is longer: most results are small.
    public int FirstRequest { get; init; } = 4 * 1024;

    // The most bytes asked of a sink ahead of need, however high the threshold.
    public int LargestRequest { get; init; } = 64 * 1024;

    // Room after a batch of document text for the row that crosses its end.
    public int CopyRoom { get; init; } = 4 * 1024;

    // The bytes of document text that are first copied by little code: see JsonTextCopier.
    public int ColdText { get; init; } = 64 * 1024;

    // The initial number of slots of a table of names: a power of two.
    public int NameSlots { get; init; } = 64;

    // How many names a full cache refuses before its names leave. A refused name takes about 50 ns to look up and write, and one that
    // enters 500 ns: if the default 4,096 names enter in each generation, that is 500 × 4,096 / 2^20 = 2 ns more for each.
    public int RefusalsPerGeneration { get; init; } = 1 << 20;

    // How many values of a type are written between two comparisons with the serializer: see SpeedComparison. 0: these never end.
    public int BetweenComparisons { get; init; } = 64;

    // The bytes asked of a sink for a batch and the row that crosses its end, so that a pipe gives memory once for each.
    public int BatchRequest(int flushThreshold) => (int)Math.Min(flushThreshold + (long)FirstRequest, LargestRequest);

    // The first size of a buffer for batches: a batch and the row that crosses its end.
    public static int BatchBuffer(int flushThreshold) => (int)Math.Min(flushThreshold + (long)BatchSlack, LargestBatchBuffer);

    // A pool's own sizes, because twice a size slightly above one of them would be rounded up to four times that one.
    public int Grown(int needed) =>
        (int)Math.Min(System.Numerics.BitOperations.RoundUpToPowerOf2((uint)Math.Max(needed, FirstRequest)), (uint)Array.MaxLength);
}
