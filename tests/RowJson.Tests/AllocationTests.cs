using System.Buffers;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization.Metadata;

namespace RowJson.Tests;

/// <summary>Counts what a thread allocates, so nothing else may run meanwhile: the collector takes pooled buffers back.</summary>
[CollectionDefinition("Allocations", DisableParallelization = true)]
public class AllocationGroup;

/// <summary>A warm call allocates nothing that grows with the result.</summary>
[Collection("Allocations")]
public class AllocationTests
{
    private const int Few = 1000;
    private const int Many = 100_000;
    private const int MostForACall = 64;

    [ReleaseFact]
    public void WriteTo_documents_allocatesNothingPerRow()
    {
        using JsonDocument few = Document(Few), many = Document(Many);
        CheckSame(JsonRows.From(few), JsonRows.From(many));
    }

    [ReleaseFact]
    public void WriteTo_documentsThatAreRewritten_allocatesNothingPerRow()
    {
        using JsonDocument few = Document(Few, ", \"é\" : \"\\u0041<\\/\""), many = Document(Many, ", \"é\" : \"\\u0041<\\/\"");
        CheckSame(JsonRows.From(few), JsonRows.From(many));
    }

    [ReleaseFact]
    public void WriteTo_dictionaries_allocatesNothingPerRow() => CheckSame(JsonRows.From(Dictionaries(Few)), JsonRows.From(Dictionaries(Many)));

    [ReleaseFact]
    public void WriteTo_lazyDictionaries_allocatesNothingPerRow() =>
        CheckSame(JsonRows.From(Dictionaries(Few).Where(_ => true)), JsonRows.From(Dictionaries(Many).Where(_ => true)));

    [ReleaseFact]
    public void WriteTo_nestedValues_allocatesNothingPerRow() => CheckSame(JsonRows.From(Nested(Few)), JsonRows.From(Nested(Many)));

    [ReleaseFact]
    public void WriteTo_typedDictionaries_allocatesNothingPerRow() => CheckSame(JsonRows.From(Typed(Few)), JsonRows.From(Typed(Many)));

    [ReleaseFact]
    public void WriteTo_smallCallOnWarmOptions_allocatesAlmostNothing()
    {
        List<Dictionary<string, object?>> rows = Dictionaries(3);
        using JsonDocument document = Document(3);
        var options = new JsonRowOptions();
        var buffer = new ArrayBufferWriter<byte>(100_000);
        Least(() => JsonRows.From(rows).WriteTo(buffer, options).Rows, buffer).Should().BeLessThanOrEqualTo(MostForACall);
        Least(() => JsonRows.From(document).WriteTo(buffer, options).Rows, buffer).Should().BeLessThanOrEqualTo(MostForACall);
    }

    [ReleaseFact]
    public void WriteTo_stream_allocatesNothingPerRow()
    {
        var options = new JsonRowOptions();
        JsonRows few = JsonRows.From(Dictionaries(Few)), many = JsonRows.From(Dictionaries(Many));
        var buffer = new ArrayBufferWriter<byte>(1);
        long forFew = Least(() => few.WriteTo(Stream.Null, options).Rows, buffer);
        Least(() => many.WriteTo(Stream.Null, options).Rows, buffer).Should().BeLessThanOrEqualTo(forFew);
    }

    [ReleaseTheory]
    [InlineData(false)]
    [InlineData(true)]
    public void WriteToAsync_rowsThatAreThere_allocatesNothingPerRow(bool hasInterval)
    {
        var options = new JsonRowOptions { FlushInterval = hasInterval ? TimeSpan.FromHours(1) : null };
        JsonRowShape<int> shape = new JsonRowShape<int>().Column("n", n => n);
        AsyncJsonRows few = JsonRows.From(new RowsThatAreThere(Few), shape), many = JsonRows.From(new RowsThatAreThere(Many), shape);
        var buffer = new ArrayBufferWriter<byte>(1);
        long forFew = Least(() => few.WriteToAsync(Stream.Null, options).GetAwaiter().GetResult().Rows, buffer);
        Least(() => many.WriteToAsync(Stream.Null, options).GetAwaiter().GetResult().Rows, buffer).Should().BeLessThanOrEqualTo(forFew);
    }

    [ReleaseFact]
    public void WriteRow_readersInTurns_allocatesNothingPerRow()
    {
        ColumnarReader first = Reader("id"), second = Reader("number");
        CheckRowWriter((writer, row) =>
        {
            ColumnarReader reader = row % 2 == 0 ? first : second;
            reader.Rewind();
            reader.Read();
            if (row % 4 < 2) writer.WriteRow(reader);
            else Check(writer.WriteRowAsync(reader));
        });
    }

    [ReleaseFact]
    public void WriteRow_readerOfListsAndDictionaries_allocatesNothingPerRow()
    {
        var names = new Dictionary<string, object?> { ["a"] = 1, ["b"] = "näme", ["c"] = null, ["d"] = new List<object?> { 1.5, true } };
        var reader = new ColumnarReader(
            Column.Of<object>("names", names), Column.Of<object>("list", new List<Dictionary<string, object?>> { names }),
            Column.Of<object>("array", new object[] { "x", DateTime.UnixEpoch, names }));
        CheckRowWriter((writer, _) =>
        {
            reader.Rewind();
            reader.Read();
            writer.WriteRow(reader);
        });
    }

    [ReleaseFact]
    public void WriteRow_shapesAndOptionsInTurns_allocatesNothingPerRow()
    {
        JsonRowShape<Item> shape = new JsonRowShape<Item>().Column("id", item => item.Id).Column("name", item => item.Name);
        var item = new Item(1, "näme");
        using var other = new JsonRowWriter(Stream.Null, new JsonRowOptions());
        CheckRowWriter((writer, row) =>
        {
            if (row % 2 == 0) writer.WriteRow(item, shape);
            else Check(writer.WriteRowAsync(item, shape));
            other.WriteRow(item, shape);
        });
    }

    [ReleaseFact]
    public void WriteRow_metadata_allocatesNothingPerRow()
    {
        var typeInfo = (JsonTypeInfo<Item>)JsonSerializerOptions.Default.GetTypeInfo(typeof(Item));
        var item = new Item(1, "näme");
        CheckRowWriter((writer, row) =>
        {
            if (row % 2 == 0) writer.WriteRow(item, typeInfo);
            else Check(writer.WriteRowAsync(item, typeInfo));
        });
    }

    [ReleaseTheory]
    [InlineData(0, 20)]
    [InlineData(1, 20)]
    [InlineData(16, 100)]
    [InlineData(16, 80_000)]
    [InlineData(4096, 5000)]
    [InlineData(4096, 80_000)]
    public void WriteTo_documentsWithMoreNamesThanAreCached_allocatesNothingPerCell(int cached, int names)
    {
        using JsonDocument document = ManyNames(names), one = Document(1);
        WarmLeast(JsonRows.From(document), new JsonRowOptions { OmitNulls = true, MaxCachedNames = cached }).Should().BeLessThanOrEqualTo(MostForACall);

        // Indented rows take a frame and a writer's options per call.
        JsonRowOptions Indented() => new() { OmitNulls = true, MaxCachedNames = cached, SerializerOptions = new() { WriteIndented = true } };
        WarmLeast(JsonRows.From(document), Indented()).Should().BeLessThanOrEqualTo(WarmLeast(JsonRows.From(one), Indented()));
    }

    [ReleaseFact]
    public void WriteTo_documentsWithLongNamesOrSeveralSpellings_allocatesNothingPerCell()
    {
        string row = $$"""{"{{new string('n', 1025)}}":1,"{{new string('n', 20_000)}}":2,"\u0061b":3,"é":4},{"ab":5,"\u00e9":6}""";
        using JsonDocument document = JsonDocument.Parse($"[{string.Join(',', Enumerable.Repeat(row, Few))}]");
        WarmLeast(JsonRows.From(document), new JsonRowOptions { OmitNulls = true }).Should().BeLessThanOrEqualTo(MostForACall);
    }

    [ReleaseTheory]
    [InlineData(0, 20)]
    [InlineData(16, 100)]
    [InlineData(4096, 5000)]
    [InlineData(4096, 80_000)]
    public void WriteTo_documentsWithMoreNamesThanAreCachedAndRenamed_allocatesTheArgumentOnly(int cached, int names)
    {
        // The user's function takes a string: it is made for a name that is not cached. A string of 11 characters takes
        // 8 + 8 bytes for header and type, 4 for the length, 2 × 12 with the zero at its end: 44, rounded up to 48.
        const int argument = 48;
        using JsonDocument document = ManyNames(names);
        var options = new JsonRowOptions { MaxCachedNames = cached, ColumnNamingPolicy = Naming.By(name => name) };
        long refused = names <= cached ? 0 : 80_000L * (names - cached) / names;
        WarmLeast(JsonRows.From(document), options).Should().BeLessThanOrEqualTo(refused * argument + MostForACall);
    }

    [ReleaseFact]
    public void WriteTo_nodesWithMoreNamesThanAreCached_allocatesNoMoreThanWithNamesThatAre()
    {
        // What the serializer's writer takes for each node is the same for both.
        JsonArray rows = JsonArray.Create(ManyNames(5000).RootElement)!;
        var fitting = new JsonRowOptions { ColumnNamingPolicy = Naming.By(name => name), MaxCachedNames = 5000 };
        long forCached = WarmLeast(JsonRows.From(rows), fitting);
        WarmLeast(JsonRows.From(rows), new JsonRowOptions { ColumnNamingPolicy = Naming.By(name => name), MaxCachedNames = 16 }).Should().BeLessThanOrEqualTo(forCached + MostForACall);
    }

    private static long WarmLeast(JsonRows rows, JsonRowOptions options)
    {
        var buffer = new ArrayBufferWriter<byte>(64 * 1024 * 1024);
        for (int i = 0; i < 3; i++)
        {
            buffer.ResetWrittenCount();
            rows.WriteTo(buffer, options);
        }
        return Least(() => rows.WriteTo(buffer, options).Rows, buffer);
    }

    /// <summary>4,000 rows of 20 columns, which are the first, the next, ... of so many names.</summary>
    private static JsonDocument ManyNames(int names) => JsonDocument.Parse("[" + string.Join(',', Enumerable.Range(0, 4000).Select(row =>
        "{" + string.Join(',', Enumerable.Range(row * 20, 20).Select(cell => $"\"name {cell % names:D6}\":{cell}")) + "}")) + "]");

    /// <summary>A buffer completes synchronously.</summary>
    private static void Check(ValueTask<bool> write)
    {
        if (!write.IsCompletedSuccessfully || !write.Result) throw new InvalidOperationException("The row is not written.");
    }

    private static void CheckRowWriter(Action<JsonRowWriter, int> writeRow)
    {
        var options = new JsonRowOptions();
        var buffer = new ArrayBufferWriter<byte>(32 * 1024 * 1024);
        long forFew = Least(() => Write(Few), buffer);
        Least(() => Write(Many), buffer).Should().BeLessThanOrEqualTo(forFew);

        long Write(int rows)
        {
            using var writer = new JsonRowWriter(buffer, options);
            for (int row = 0; row < rows; row++) writeRow(writer, row);
            writer.Complete();
            return writer.RowsWritten;
        }
    }

    private static void CheckSame(JsonRows few, JsonRows many)
    {
        var options = new JsonRowOptions();
        var buffer = new ArrayBufferWriter<byte>(32 * 1024 * 1024);
        long forFew = Least(() => few.WriteTo(buffer, options).Rows, buffer);
        Least(() => many.WriteTo(buffer, options).Rows, buffer).Should().BeLessThanOrEqualTo(forFew);
    }

    /// <summary>The least of several warm calls: the collector may just have emptied the pool.</summary>
    private static long Least(Func<long> write, ArrayBufferWriter<byte> buffer)
    {
        long least = long.MaxValue;
        for (int round = 0; round < 6; round++)
        {
            buffer.ResetWrittenCount();
            long before = GC.GetAllocatedBytesForCurrentThread();
            write();
            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
        }
        return least;
    }

    private static JsonDocument Document(int count, string more = "") =>
        JsonDocument.Parse("[" + string.Join(',', Enumerable.Range(0, count).Select(i => $$"""{"id": {{i}}, "name": "row {{i}}"{{more}}}""")) + "]");

    private static List<Dictionary<string, object?>> Dictionaries(int count) => [.. Enumerable.Range(0, count).Select(i => new Dictionary<string, object?>
    {
        ["id"] = i, ["name"] = "näme", ["price"] = i / 8.0, ["total"] = 1.5m, ["when"] = DateTime.UnixEpoch, ["no"] = null, ["flag"] = true,
    })];

    private static List<Dictionary<string, object?>> Nested(int count) => [.. Enumerable.Range(0, count).Select(i => new Dictionary<string, object?>
    {
        ["id"] = i, ["inner"] = new Dictionary<string, object?> { ["a"] = 1 }, ["list"] = new List<object?> { 1, "x" }, ["guid"] = Guid.Empty,
    })];

    private static ColumnarReader Reader(string name) =>
        new(Column.Of(name, 1), Column.Of("name", "näme"), Column.OfNullable<double>("price", 0.5), Column.Of("when", DateTime.UnixEpoch));

    private static List<Dictionary<string, double>> Typed(int count) =>
        [.. Enumerable.Range(0, count).Select(i => new Dictionary<string, double> { ["a"] = i, ["b"] = i / 3.0 })];

    private sealed record Item(int Id, string Name);

    /// <summary>An asynchronous sequence that completes synchronously.</summary>
    private sealed class RowsThatAreThere(int count) : IAsyncEnumerable<int>, IAsyncEnumerator<int>
    {
        public int Current { get; private set; }

        public IAsyncEnumerator<int> GetAsyncEnumerator(CancellationToken cancellationToken = default)
        {
            Current = -1;
            return this;
        }

        public ValueTask<bool> MoveNextAsync() => new(++Current < count);

        public ValueTask DisposeAsync() => default;
    }
}
