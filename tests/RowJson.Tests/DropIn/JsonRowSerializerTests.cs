using System.Buffers;
using System.IO.Pipelines;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace RowJson.Tests;

#pragma warning disable CA2263 // The overloads that take a type are tested as well.

/// <summary>The calls that write by batches, and all their overloads: the bytes of <see cref="JsonSerializer"/>.</summary>
public class JsonRowSerializerTests
{
    private const int LargestBatch = 80_000;

    private static readonly JsonSerializerOptions Plain = new(JsonSerializerDefaults.Web);

    public static TheoryData<int> Counts => [0, 1, 3, 250, 10_000];

    [Theory]
    [MemberData(nameof(Counts))]
    public async Task Serialize_everyOverload_equalsSerializer(int count)
    {
        await CheckAsync(new DropInPage(count, [.. DropInRow.Make(count)], "n"));
        await CheckAsync(DropInRow.Make(count).ToList());
        await CheckAsync<IEnumerable<DropInRow>>(DropInRow.Make(count).Where(row => row.Id >= 0));
        await CheckAsync<object>(DropInRow.Make(count));
        await CheckAsync(new Dictionary<string, DropInRow[]> { ["a"] = DropInRow.Make(count), ["b"] = [] });
        await CheckAsync(new DropInStruct { Items = DropInRow.Make(count), More = [.. DropInRow.Make(count)] });
        await CheckAsync(Enumerable.Range(0, count).ToList());
        await CheckAsync<string?>(null);
        await CheckAsync<DropInPage?>(null);
        await CheckAsync<List<DropInRow>?>(null);
    }

    [Theory]
    [InlineData(typeof(List<DropInRow>))]
    [InlineData(typeof(IEnumerable<DropInRow>))]
    [InlineData(typeof(DropInPage))]
    [InlineData(typeof(List<int>))]
    [InlineData(typeof(JsonElement))]
    [InlineData(typeof(System.Data.DataTable))]
    [InlineData(typeof(int?))]
    public async Task SerializeAsync_valueOfAnotherType_isRefusedInTheWordsOfTheSerializer(Type type)
    {
        using var stream = new MemoryStream();
        PipeWriter pipe = PipeWriter.Create(stream);
        string expected = (await Assert.ThrowsAsync<ArgumentException>(() => JsonSerializer.SerializeAsync(stream, "text", type, Plain))).Message;
        (await Assert.ThrowsAsync<ArgumentException>(() => JsonRowSerializer.SerializeAsync(stream, "text", type, Plain))).Message.Should().Be(expected);
        (await Assert.ThrowsAsync<ArgumentException>(() => JsonRowSerializer.SerializeAsync(pipe, "text", type, Plain))).Message.Should().Be(expected);
        stream.Length.Should().Be(0);
    }

    [Fact]
    public async Task SerializeAsync_structureDeclaredAsNullable_isWritten()
    {
        using var stream = new MemoryStream();
        await JsonRowSerializer.SerializeAsync(stream, 5, typeof(int?), Plain);
        Encoding.UTF8.GetString(stream.ToArray()).Should().Be("5");
    }

    [Fact]
    public void Serialize_converterFactoryThatFailsForTypesOfNoRow_equalsSerializer()
    {
        foreach (Type refused in (Type[])[typeof(object), typeof(bool), typeof(double)])
        {
            var options = new JsonSerializerOptions { Converters = { new RefusingFactory(refused) } };
            var rows = new List<Version?> { new(1, 2), null, new(3, 4, 5) };
            var page = new { Total = 3, Rows = rows.Select(it => new { Id = 1, Name = "é", Version = it }).ToList() };

            Written(stream => JsonRowSerializer.Serialize(stream, rows, options)).Should().Be(JsonSerializer.Serialize(rows, options), refused.Name);
            Written(stream => JsonRowSerializer.Serialize(stream, page, options)).Should().Be(JsonSerializer.Serialize(page, options), refused.Name);
            JsonSerializer.Serialize(page, options.WithRowJson(writeOnly: true)).Should().Be(JsonSerializer.Serialize(page, options), refused.Name);
            JsonRows.From(page.Rows).ToJsonString(new JsonRowOptions(options)).Should().Be(JsonSerializer.Serialize(page.Rows, options), refused.Name);
        }
    }

    /// <summary>A contract that its options do not have is used as it is.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Serialize_contractThatItsOptionsDoNotHave_equalsSerializer(bool isKnown)
    {
        var options = new JsonSerializerOptions { TypeInfoResolver = isKnown ? new DefaultJsonTypeInfoResolver() : JsonTypeInfoResolver.Combine() };
        JsonTypeInfo<string> info = JsonMetadataServices.CreateValueInfo<string>(options, new Shouting());
        options.MakeReadOnly();
        var stream = new MemoryStream();
        var pipe = new Pipe();

        await JsonRowSerializer.SerializeAsync(stream, "text", info);
        await JsonRowSerializer.SerializeAsync(pipe.Writer, "text", info);

        JsonSerializer.Serialize("text", info).Should().Be("\"TEXT\"");
        Encoding.UTF8.GetString(stream.ToArray()).Should().Be("\"TEXT\"");
        Encoding.UTF8.GetString((await pipe.Reader.ReadAsync()).Buffer.ToArray()).Should().Be("\"TEXT\"");
    }

    [Fact]
    public void AddRowJson_optionsThatNothingIsTakenOverOf_changesNothing()
    {
        var options = new JsonSerializerOptions { IgnoreReadOnlyProperties = true };

        options.AddRowJson();

        (options.TypeInfoResolver, options.IsReadOnly).Should().Be((null, false));
    }

    /// <summary>The resolvers of derived options may be asked by others: they answer as the application's.</summary>
    [Fact]
    public void TypeInfoResolver_askedForOptionsThatMayStillChange_isTheApplications()
    {
        foreach (JsonSerializerOptions derived in (JsonSerializerOptions[])
        [
            Plain.WithRowJson(writeOnly: true), Plain.WithRowJson(),
            new JsonSerializerOptions() { ReferenceHandler = ReferenceHandler.IgnoreCycles }.WithRowJson(writeOnly: true),
        ])
        {
            JsonTypeInfo info = derived.TypeInfoResolver!.GetTypeInfo(typeof(List<DropInRow>), new JsonSerializerOptions())!;

            (info.Kind, info.Converter.GetType().Assembly).Should().Be((JsonTypeInfoKind.Enumerable, typeof(JsonSerializer).Assembly));
        }
    }

    [Fact]
    public void WithRowJson_tableWithAConverterOfItsOwn_leavesItToThat()
    {
        using var table = new ConvertedTable();

        JsonSerializer.Serialize(new { table }, Plain.WithRowJson(writeOnly: true)).Should().Be("""{"table":"a table"}""");
    }

    [Fact]
    public async Task SerializeAsync_largeLists_leaveInBatches()
    {
        var value = new
        {
            First = DropInRow.Make(20_000),
            Inner = new { Rows = DropInRow.Make(20_000).ToList(), Pages = new Dictionary<string, DropInPage> { ["a"] = new(1, [.. DropInRow.Make(20_000)], null) } },
            Numbers = Enumerable.Range(0, 100_000),
        };
        string expected = JsonSerializer.Serialize(value, Plain);
        var sizes = new SizesStream();
        await JsonRowSerializer.SerializeAsync(sizes, value, Plain);
        sizes.Text.Should().Be(expected);
        sizes.Largest.Should().BeLessThan(LargestBatch);

        sizes = new SizesStream();
        JsonRowSerializer.Serialize(sizes, value, Plain);
        sizes.Text.Should().Be(expected);
        sizes.Largest.Should().BeLessThan(LargestBatch);

        sizes = new SizesStream();
        await JsonRowSerializer.SerializeAsync(sizes, value.First, Plain);
        sizes.Text.Should().Be(JsonSerializer.Serialize(value.First, Plain));
        sizes.Largest.Should().BeLessThan(LargestBatch);
    }

    [Fact]
    public async Task SerializeAsync_pipe_waitsForItsReader()
    {
        var pipe = new Pipe(new PipeOptions(pauseWriterThreshold: 10_000, resumeWriterThreshold: 5_000));
        var page = new DropInPage(1, [.. DropInRow.Make(20_000)], null);
        Task write = JsonRowSerializer.SerializeAsync(pipe.Writer, page, Plain);
        write.IsCompleted.Should().BeFalse();
        _ = write.ContinueWith(_ => pipe.Writer.Complete(), TaskScheduler.Default);
        using var reader = new StreamReader(pipe.Reader.AsStream());
        string text = await reader.ReadToEndAsync();
        await write;
        text.Should().Be(JsonSerializer.Serialize(page, Plain));
    }

    [Fact]
    public async Task SerializeAsync_streamThatFails_passesItsException()
    {
        var page = new DropInPage(1, [.. DropInRow.Make(20_000)], null);
        await FluentActions.Awaiting(() => JsonRowSerializer.SerializeAsync(new FailingStream(), page, Plain)).Should().ThrowExactlyAsync<IOException>();
        await FluentActions.Awaiting(() => JsonRowSerializer.SerializeAsync(new FailingStream(), page.Items, Plain)).Should().ThrowExactlyAsync<IOException>();
        using var cancelled = new CancellationTokenSource();
        await cancelled.CancelAsync();
        await FluentActions.Awaiting(() => JsonRowSerializer.SerializeAsync(new MemoryStream(), page, Plain, cancelled.Token))
            .Should().ThrowAsync<OperationCanceledException>();
    }

    [Fact]
    public async Task SerializeAsync_sequenceOfAFailedWrite_isDisposedAndBuffersGoBack()
    {
        var pool = new CountingPool();
        DropInOptions dropIn = DropInOptions.Create(new JsonSerializerOptions(), new JsonRowOptions { Pool = pool });
        bool isDisposed = false;
        await FluentActions.Awaiting(() => JsonRowSerializer.SerializeAsync(new FailingStream(), new { Items = Rows() }, dropIn))
            .Should().ThrowExactlyAsync<IOException>();
        isDisposed.Should().BeTrue();
        JsonSerializer.Serialize(new { Items = DropInRow.Make(5000) }, dropIn.WriteOnly);
        pool.CheckResting();
        pool.Outstanding.Should().Be(0);
        pool.Faults.Should().BeEmpty();

        isDisposed = false;
        await FluentActions.Awaiting(() => JsonRowSerializer.SerializeAsync(new FailingStream(), new { Items = Rows() }, Plain)).Should().ThrowAsync<IOException>();
        isDisposed.Should().BeTrue();
        isDisposed = false;
        FluentActions.Invoking(() => JsonRowSerializer.Serialize(new FailingStream(), new { Items = Rows() }, Plain)).Should().Throw<IOException>();
        isDisposed.Should().BeTrue();

        IEnumerable<DropInRow> Rows()
        {
            try
            {
                foreach (DropInRow row in DropInRow.Make(20_000)) yield return row;
            }
            finally
            {
                isDisposed = true;
            }
        }
    }

    [Fact]
    public async Task SerializeAsync_contractMadeApart_isWrittenAsItIs()
    {
        Plain.MakeReadOnly(populateMissingResolver: true);
        var info = (JsonTypeInfo<DropInPage>)new DefaultJsonTypeInfoResolver().GetTypeInfo(typeof(DropInPage), Plain);
        info.Properties.RemoveAt(0);
        var page = new DropInPage(1, [.. DropInRow.Make(1)], null);
        string expected = JsonSerializer.Serialize(page, info);
        expected.Should().NotContain("total");
        var stream = new MemoryStream();
        await JsonRowSerializer.SerializeAsync(stream, page, info);
        Encoding.UTF8.GetString(stream.ToArray()).Should().Be(expected);
    }

    [Fact]
    public void Serialize_nulls_areRefused()
    {
        FluentActions.Invoking(() => JsonRowSerializer.Serialize((Stream)null!, 1)).Should().Throw<ArgumentNullException>();
        FluentActions.Invoking(() => { _ = JsonRowSerializer.SerializeAsync((PipeWriter)null!, 1); }).Should().Throw<ArgumentNullException>();
        FluentActions.Invoking(() => { _ = JsonRowSerializer.SerializeAsync(Stream.Null, 1, (Type)null!); }).Should().Throw<ArgumentNullException>();
        FluentActions.Invoking(() => { _ = JsonRowSerializer.SerializeAsync(Stream.Null, 1, (JsonTypeInfo<int>)null!); })
            .Should().Throw<ArgumentNullException>();
    }

    private static async Task CheckAsync<T>(T value)
    {
        byte[] expected = JsonSerializer.SerializeToUtf8Bytes(value, Plain);
        var info = (JsonTypeInfo<T>)Plain.GetTypeInfo(typeof(T));
        JsonSerializerOptions fast = Plain.WithRowJson(writeOnly: true);
        Same(JsonSerializer.SerializeToUtf8Bytes(value, fast));
        Same(JsonSerializer.SerializeToUtf8Bytes(value, typeof(T), fast));
        Same(ToWriter(writer => JsonSerializer.Serialize(writer, value, fast)));
        await SameAsync(stream => Synchronously(() => JsonRowSerializer.Serialize(stream, value, Plain)));
        await SameAsync(stream => JsonRowSerializer.SerializeAsync(stream, value, Plain));
        await SameAsync(stream => JsonRowSerializer.SerializeAsync(stream, value, typeof(T), Plain));
        await SameAsync(stream => JsonRowSerializer.SerializeAsync(stream, value, info));
        await SameAsync(stream => ToPipe(stream, pipe => JsonRowSerializer.SerializeAsync(pipe, value, Plain)));
        await SameAsync(stream => ToPipe(stream, pipe => JsonRowSerializer.SerializeAsync(pipe, value, typeof(T), Plain)));
        await SameAsync(stream => ToPipe(stream, pipe => JsonRowSerializer.SerializeAsync(pipe, value, info)));

        void Same(byte[] actual) => Tests.Same.Bytes(actual, expected, typeof(T).Name);

        async Task SameAsync(Func<MemoryStream, Task> write)
        {
            var stream = new MemoryStream();
            await write(stream);
            Same(stream.ToArray());
        }
    }

    private static Task Synchronously(Action write)
    {
        write();
        return Task.CompletedTask;
    }

    private static async Task ToPipe(MemoryStream stream, Func<PipeWriter, Task> write)
    {
        PipeWriter pipe = PipeWriter.Create(stream, new StreamPipeWriterOptions(leaveOpen: true));
        await write(pipe);
        await pipe.CompleteAsync();
    }

    private static byte[] ToWriter(Action<Utf8JsonWriter> write)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using (var writer = new Utf8JsonWriter(buffer)) write(writer);
        return buffer.WrittenSpan.ToArray();
    }

    private sealed class SizesStream : WriteOnlyStream
    {
        private readonly MemoryStream _taken = new();

        public int Largest { get; private set; }

        public string Text => Encoding.UTF8.GetString(_taken.ToArray());

        public override void Write(ReadOnlySpan<byte> buffer)
        {
            Largest = Math.Max(Largest, buffer.Length);
            _taken.Write(buffer);
        }
    }

    private sealed class FailingStream : WriteOnlyStream
    {
        public override void Write(ReadOnlySpan<byte> buffer) => throw new IOException("The connection is gone.");
    }

    private static string Written(Action<Stream> write)
    {
        var stream = new MemoryStream();
        write(stream);
        return Encoding.UTF8.GetString(stream.ToArray());
    }

    private sealed class RefusingFactory(Type refused) : JsonConverterFactory
    {
        public override bool CanConvert(Type typeToConvert) =>
            typeToConvert == refused ? throw new InvalidOperationException($"Nobody writes {refused}.") : false;

        public override JsonConverter CreateConverter(Type typeToConvert, JsonSerializerOptions options) => throw new NotSupportedException();
    }

    private sealed class Shouting : JsonConverter<string>
    {
        public override string Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, string value, JsonSerializerOptions options) => writer.WriteStringValue(value.ToUpperInvariant());
    }

    [JsonConverter(typeof(Converter))]
    private sealed class ConvertedTable : System.Data.DataTable
    {
        private sealed class Converter : JsonConverter<ConvertedTable>
        {
            public override ConvertedTable Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
                throw new NotSupportedException();

            public override void Write(Utf8JsonWriter writer, ConvertedTable value, JsonSerializerOptions options) => writer.WriteStringValue("a table");
        }
    }
}
