using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using static RowJson.Tests.AsyncComparison;

namespace RowJson.Tests;

#pragma warning disable CA2263 // The overloads that take a type are tested as well.

/// <summary>
/// Cells of type object that hold an asynchronous sequence, which only the serializer can await: the bytes are its own, wherever in the list
/// such a row is, and what it refuses is refused with its exception.
/// </summary>
public sealed class AsyncCellTests
{
    /// <summary>Rows of several batches.</summary>
    private const int Many = 3_000;

    private static readonly Dictionary<string, Func<int, bool>> Positions = new()
    {
        ["first"] = row => row == 0,
        ["first batch"] = row => row == 7,
        ["later batch"] = row => row == 2_000,
        ["last"] = row => row == Many - 1,
        ["several"] = row => row is 3 or 4 or 1_500 or 2_999,
        ["all"] = _ => true,
    };

    private static readonly Dictionary<string, Func<Func<int, bool>, object>> Lists = new()
    {
        ["List"] = isAsync => Dictionaries(isAsync).ToList(),
        ["array"] = isAsync => Dictionaries(isAsync).ToArray(),
        ["one-shot sequence"] = isAsync => new Once<Dictionary<string, object?>>(Dictionaries(isAsync)),
        ["interfaces"] = isAsync => new List<IDictionary<string, object?>>(Dictionaries(isAsync)),
        ["derived dictionaries"] = isAsync =>
            Dictionaries(isAsync).Select(row => (Dictionary<string, object?>)new DerivedRow(row)).ToList(),
        ["with nulls"] = isAsync => Dictionaries(isAsync).SelectMany(row => new[] { row, null }).ToList(),
        ["objects"] = isAsync => Objects(isAsync).ToList(),
        ["sequence of objects"] = isAsync => new Once<AnyRow>(Objects(isAsync)),
        ["structures"] = isAsync => Objects(isAsync).Select(row => new AnyStruct(row.Id, row.Name, row.Value, row.A, row.B)).ToList(),
    };

    public static TheoryData<string, string> Cases
    {
        get
        {
            var cases = new TheoryData<string, string>();
            foreach ((int row, string list) in Lists.Keys.Index())
            {
                foreach ((int column, string position) in Positions.Keys.Index())
                    if (MatrixShare.Has(3, row, column)) cases.Add(list, position);
            }
            return cases;
        }
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public async Task SerializeAsync_cellsThatAreAwaited_equalSerializer(string list, string position)
    {
        object Rows() => Lists[list](Positions[position]);
        Type type = Rows() switch
        {
            Once<Dictionary<string, object?>> => typeof(IEnumerable<Dictionary<string, object?>>),
            Once<AnyRow> => typeof(IEnumerable<AnyRow>),
            object rows => rows.GetType(),
        };
        Type page = typeof(Page<>).MakeGenericType(type);

        await CheckAsync(Rows, type);
        await CheckAsync(() => Activator.CreateInstance(page, 1, Rows(), "é")!, page);
    }

    [Fact]
    public async Task SerializeAsync_objectOfDerivedTypeAfterAnAwaitedRow_isWrittenAsDeclared()
    {
        var rows = new List<AnyRow> { new() { Id = 1 }, new() { Id = 2, Value = Awaited(2) }, new DerivedObject { Id = 3 }, new() { Id = 4, Value = Awaited(4) } };
        await CheckAsync(() => rows, typeof(List<AnyRow>));
        await CheckAsync(() => rows, typeof(IEnumerable<AnyRow>));
        await CheckAsync(() => rows.Where(_ => true), typeof(IEnumerable<AnyRow>));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task SerializeAsync_pagesWithinAwaitedRows_equalSerializer(bool isObject)
    {
        object Nested(int id) => new Page<List<AnyRow>>(id, [new() { Id = 1 }, new() { Id = 2, Value = Awaited(id) }], "n");
        if (isObject) await CheckAsync(() => Enumerable.Range(0, 20).Select(id => new AnyRow { Id = id, Value = Nested(id) }).ToList(), typeof(List<AnyRow>));
        else await CheckAsync(() => Enumerable.Range(0, 20).Select(id => new Dictionary<string, object?> { ["a"] = Nested(id) }).ToArray(), typeof(Dictionary<string, object?>[]));
    }

    [Fact]
    public async Task SerializeAsync_awaitedSequences_areEnumeratedOnce()
    {
        List<OnceAsync> cells = [.. Enumerable.Range(0, 10).Select(_ => new OnceAsync())];
        List<Dictionary<string, object?>> rows = [.. cells.Chunk(2).Select(pair => new Dictionary<string, object?> { ["a"] = pair[0], ["b"] = 1, ["c"] = pair[1] })];
        var stream = new MemoryStream();
        await JsonRowSerializer.SerializeAsync(stream, new { rows }, Plain);
        Encoding.UTF8.GetString(stream.ToArray()).Should().StartWith("""{"rows":[{"A":[1],"B":1,"C":[1]},""");
        cells.Should().OnlyContain(cell => cell.Enumerations == 1 && cell.Disposals == 1);
    }

    [Fact]
    public async Task SerializeAsync_optionsWithLimitsAndConverters_equalSerializer()
    {
        for (int maxDepth = 1; maxDepth < 7; maxDepth++)
        {
            var options = new JsonSerializerOptions { MaxDepth = maxDepth };
            foreach (object cell in new object[] { Awaited(2), new[] { Awaited(3) }, new { a = Awaited(1) } })
            {
                List<Dictionary<string, object?>> rows = [new() { ["a"] = 1 }, new() { ["a"] = cell }];
                await CheckOutcomeAsync(rows, options);
                await CheckOutcomeAsync(new { rows }, options);
            }
        }
        var converting = new JsonSerializerOptions { Converters = { new ObjectConverter() } };
        await CheckOutcomeAsync(Objects(row => row == 1_000).ToList(), converting);
        await CheckOutcomeAsync(new { rows = Objects(row => row == 1_000).ToList() }, converting);
    }

    /// <summary>Members of the value itself, before and after a list of rows: of a type that does not tell, and of one that does.</summary>
    [Fact]
    public async Task SerializeAsync_membersThatAreAwaited_equalSerializer()
    {
        JsonSerializerOptions[] all =
        [
            Plain, new(), new() { WriteIndented = true }, new() { DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull },
            new() { ReferenceHandler = ReferenceHandler.IgnoreCycles },
        ];
        foreach (JsonSerializerOptions options in all)
        {
            await CheckOutcomeAsync(new Members { First = Awaited(2) }, options);
            await CheckOutcomeAsync(new Members { First = new { a = Awaited(3) }, Last = Awaited(4) }, options);
            await CheckOutcomeAsync(new Members { Last = new Members { First = Awaited(1), Rows = [] } }, options);
            await CheckOutcomeAsync(new Members { Numbers = Awaited(3), Last = typeof(int) }, options);
            await CheckOutcomeAsync(new Members { First = typeof(int) }, options);
            await CheckOutcomeAsync(new List<Members> { new() { Numbers = Awaited(2) }, new(), new() { Last = Awaited(3) } }, options);
            await CheckOutcomeAsync(new Dictionary<string, object?> { ["a"] = Awaited(2), ["b"] = new Members { First = Awaited(2) } }, options);
        }
    }

    /// <summary>As of their declared type, rows have no discriminator.</summary>
    [Fact]
    public Task SerializeAsync_awaitedRowWhoseAncestorIsPolymorphic_equalsSerializer() =>
        CheckOutcomeAsync<Dog[]>([new() { Id = 1 }, new() { Id = 2, Value = Awaited(2) }], Plain);

    [Fact]
    public async Task SerializeAsync_contextThatDoesNotKnowObject_writesItsRows()
    {
        var rows = new List<Dictionary<string, string>> { new() { ["a"] = "b" } };
        var stream = new MemoryStream();
        await JsonRowSerializer.SerializeAsync(stream, rows, AsyncCellContext.Default.Options);
        Encoding.UTF8.GetString(stream.ToArray()).Should().Be("""[{"a":"b"}]""");
    }

    [Fact]
    public async Task SerializeAsync_awaitedRows_readNoRowTwiceThatIsWritten()
    {
        var read = new List<int>();
        List<CountedRow> rows = [.. Enumerable.Range(0, Many).Select(id => new CountedRow(id, id == 2_000 ? Awaited(1) : null, read))];
        await JsonRowSerializer.SerializeAsync(new MemoryStream(), rows, Plain);
        read.Where(id => id != 2_000).Should().OnlyHaveUniqueItems().And.HaveCount(Many - 1);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(2)]
    [InlineData(2_000)]
    public async Task Serialize_awaitedCellInASynchronousCall_isRefusedAsBySerializer(int at)
    {
        List<Dictionary<string, object?>> rows = [.. Dictionaries(row => row == at)];
        string expected = (await FailureOf(() => Synchronously(stream => JsonSerializer.Serialize(stream, rows, Plain))))!;
        (await FailureOf(() => Synchronously(stream => JsonRowSerializer.Serialize(stream, rows, Plain)))).Should().Be(expected);
        (await FailureOf(() => Synchronously(_ => JsonSerializer.Serialize(rows, Plain.WithRowJson(writeOnly: true))))).Should().Be(expected);
        expected.Should().Contain("async");
    }

    [Theory]
    [InlineData(0)]
    [InlineData(2)]
    [InlineData(2_000)]
    public async Task SerializeAsync_cellThatNobodyCanWrite_isRefusedAsBySerializer(int at)
    {
        List<Dictionary<string, object?>> rows = [.. Dictionaries(_ => false)];
        rows[at]["cell"] = new { Inner = typeof(int) };
        string expected = (await FailureOf(() => JsonSerializer.SerializeAsync(new MemoryStream(), rows, Plain)))!;
        (await FailureOf(() => JsonRowSerializer.SerializeAsync(new MemoryStream(), rows, Plain))).Should().Be(expected);
    }

    [Fact]
    public async Task SerializeAsync_awaitedSequenceThatFails_failsAsInSerializerAndDisposesAll()
    {
        var pool = new CountingPool();
        DropInOptions dropIn = DropInOptions.Create(Plain, new JsonRowOptions { Pool = pool });
        var rows = new Once<Dictionary<string, object?>>(Dictionaries(row => row == 2_500, _ => Broken()));
        string? failure = await FailureOf(
            () => JsonRowSerializer.SerializeAsync(new MemoryStream(), new { rows = (IEnumerable<Dictionary<string, object?>>)rows }, dropIn));
        failure.Should().Be("System.IO.IOException: broken");
        rows.IsDisposed.Should().BeTrue();
        pool.CheckResting();
        pool.Outstanding.Should().Be(0);
        pool.Faults.Should().BeEmpty();
    }

    [Fact]
    public async Task SerializeAsync_listsOfOneRow_equalSerializer()
    {
        foreach (Func<int, bool> isAsync in new Func<int, bool>[] { _ => false, _ => true })
        {
            await CheckAsync(() => Dictionaries(isAsync).Skip(1).Take(1).ToList(), typeof(List<Dictionary<string, object?>>));
            await CheckAsync(() => Objects(isAsync).Skip(1).Take(1).ToArray(), typeof(AnyRow[]));
        }
        await CheckAsync(() => new[] { new Flat(1, "a", 2, 3) }, typeof(Flat[]));
        await CheckAsync(() => new List<Flat?> { null }, typeof(List<Flat>));
    }

    /// <summary>The serializer does not dispose what is the innermost value under way.</summary>
    [Fact]
    public async Task SerializeAsync_streamThatFailsInAPageWithinAnAwaitedRow_disposesTheSequenceOfThePage()
    {
        int failures = 0;
        for (int at = 1; failures < at; at++)
        {
            Once<AnyRow>[] inner = [.. Enumerable.Range(0, 5).Select(_ => new Once<AnyRow>(Objects(_ => false)))];
            List<Dictionary<string, object?>> rows =
            [
                new() { ["a"] = Awaited(3) },
                .. inner.Select(it => new Dictionary<string, object?> { ["a"] = new Page<IEnumerable<AnyRow>>(1, it, "n") }),
            ];
            int writes = 0;
            var stream = new CallingStream(_ =>
            {
                if (++writes == at) throw new IOException("broken");
            });
            if (await FailureOf(() => JsonRowSerializer.SerializeAsync(stream, rows, Plain)) is null) break;
            failures++;
            inner.Should().OnlyContain(it => it.IsDisposed == it.IsRead, "write {0}", at);
        }
        failures.Should().BeGreaterThan(3);
    }

    /// <summary>Compares the text, or the type of the exception.</summary>
    private static async Task CheckOutcomeAsync<T>(T value, JsonSerializerOptions options)
    {
        (string expected, string? expectedFailure) = await Outcome(stream => JsonSerializer.SerializeAsync(stream, value, options));
        (string actual, string? failure) = await Outcome(stream => JsonRowSerializer.SerializeAsync(stream, value, options));
        failure?.Split(':')[0].Should().Be(expectedFailure?.Split(':')[0], "MaxDepth {0}: {1}", options.MaxDepth, expectedFailure);
        if (expectedFailure is null) actual.Should().Be(expected, "MaxDepth {0}, {1}", options.MaxDepth, failure);
    }

    private static async Task<(string Text, string? Failure)> Outcome(Func<MemoryStream, Task> write)
    {
        var stream = new MemoryStream();
        string? failure = await FailureOf(() => write(stream));
        return (Encoding.UTF8.GetString(stream.ToArray()), failure);
    }

    private static IEnumerable<Dictionary<string, object?>> Dictionaries(Func<int, bool> isAsync, Func<int, IAsyncEnumerable<int>>? cell = null) =>
        Enumerable.Range(0, Many).Select(row => new Dictionary<string, object?>
        {
            ["Id"] = row,
            ["name"] = $"the name of row {row}, with an é",
            ["cell"] = isAsync(row) ? (cell ?? Awaited)(row) : "none",
            ["list"] = new[] { row, 1 },
        });

    private static IEnumerable<AnyRow> Objects(Func<int, bool> isAsync) => Enumerable.Range(0, Many)
        .Select(row => new AnyRow { Id = row, Name = $"the name of row {row}", Value = isAsync(row) ? Awaited(row) : row });

    private sealed record Flat(int Id, string Name, int A, int B);

    private sealed record Page<T>(int Total, T Items, string Next);

    private class AnyRow
    {
        public int Id { get; set; }
        public string? Name { get; set; }
        public object? Value { get; set; }
        public int A { get; set; }
        public int B { get; set; }
    }

    private sealed class Members
    {
        public int Id { get; set; }
        public object? First { get; set; }
        public List<Flat>? Rows { get; set; } = [new Flat(1, "a", 2, 3)];
        public IAsyncEnumerable<int>? Numbers { get; set; }
        public object? Last { get; set; }
        public int End { get; set; }
    }

    private sealed class DerivedObject : AnyRow
    {
        public int More => 1;
    }

    private readonly record struct AnyStruct(int Id, string? Name, object? Value, int A, int B);

    [JsonDerivedType(typeof(Dog), "dog")]
    private class Animal
    {
        public int Id { get; set; }
        public int A { get; set; }
        public int B { get; set; }
        public int C { get; set; }
    }

    private sealed class Dog : Animal
    {
        public object? Value { get; set; }
    }

    private sealed class DerivedRow(IDictionary<string, object?> row) : Dictionary<string, object?>(row);

    private sealed class CountedRow(int id, object? value, List<int> read)
    {
        public int Id
        {
            get
            {
                read.Add(id);
                return id;
            }
        }

        public object? Value => value;
        public int A => 1;
        public int B => 2;
        public string C => "c";
    }

    private sealed class OnceAsync : IAsyncEnumerable<int>
    {
        public int Enumerations { get; private set; }

        public int Disposals { get; private set; }

        public async IAsyncEnumerator<int> GetAsyncEnumerator(CancellationToken cancellationToken = default)
        {
            Enumerations++;
            try
            {
                await Task.Yield();
                yield return 1;
            }
            finally
            {
                Disposals++;
            }
        }
    }

    private sealed class ObjectConverter : JsonConverter<object>
    {
        public override object? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => null;

        public override void Write(Utf8JsonWriter writer, object value, JsonSerializerOptions options) => writer.WriteStringValue("converted");
    }

    /// <summary>A sequence that can be enumerated once.</summary>
    private sealed class Once<T>(IEnumerable<T> rows) : IEnumerable<T>
    {
        public bool IsRead { get; private set; }

        public bool IsDisposed { get; private set; }

        public IEnumerator<T> GetEnumerator()
        {
            if (IsRead) throw new InvalidOperationException("A second enumeration.");
            IsRead = true;
            return Read();
        }

        System.Collections.IEnumerator System.Collections.IEnumerable.GetEnumerator() => GetEnumerator();

        private IEnumerator<T> Read()
        {
            try
            {
                foreach (T row in rows) yield return row;
            }
            finally
            {
                IsDisposed = true;
            }
        }
    }
}

[JsonSerializable(typeof(List<Dictionary<string, string>>))]
internal sealed partial class AsyncCellContext : JsonSerializerContext;
