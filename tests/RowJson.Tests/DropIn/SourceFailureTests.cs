using System.Collections;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace RowJson.Tests;

/// <summary>Sequences and collections of the user's that fail: callers get what <see cref="JsonSerializer"/> throws, message and path.</summary>
public partial class SourceFailureTests
{
    private static readonly string[] Places = ["GetEnumerator", "MoveNext", "Current", "getter", "Count", "Dispose"];

    private static readonly string[] Failures = ["JsonException", "with a path", "NotSupportedException", "of a writer", "of its own"];

    private static readonly string[] Names = ["sequence", "collection", "short collection", "numbers", "held sequence", "held collection"];

    private static readonly JsonSerializerOptions WithReferences = new() { ReferenceHandler = ReferenceHandler.Preserve };

    public static TheoryData<string> AllNames => [.. Names, "async", "slow async", "held async", "held slow async"];

    /// <summary>Whether the options have a generated context, and the value.</summary>
    public static TheoryData<bool, string> Values
    {
        get
        {
            var data = new TheoryData<bool, string>();
            foreach (string name in Names)
            {
                data.Add(false, name);
                data.Add(true, name);
            }
            return data;
        }
    }

    [Theory]
    [MemberData(nameof(AllNames))]
    public async Task JsonRowSerializer_sourceThatFails_throwsAsTheSerializer(string value)
    {
        // To a stream, the serializer calls generated code or not, as long and as many values as it has written before.
        JsonSerializerOptions options = Options(isGenerated: false);
        foreach ((string place, string failure) in Cases(value))
        {
            string expected = await OutcomeAsync(place, failure, () => SerializeAsync(value, options, isAsync: true));
            (await OutcomeAsync(place, failure, () => RowsAsync(value, options, isAsync: true))).Should().Be(expected, "{0} {1}", place, failure);
            if (value.EndsWith("async", StringComparison.Ordinal)) continue;
            expected = await OutcomeAsync(place, failure, () => SerializeAsync(value, options, isAsync: false));
            (await OutcomeAsync(place, failure, () => RowsAsync(value, options, isAsync: false))).Should().Be(expected, "{0} {1}", place, failure);
        }
    }

    [Theory]
    [MemberData(nameof(Values))]
    public async Task WithRowJson_sourceThatFails_throwsAsTheSerializer(bool isGenerated, string value)
    {
        bool isHeld = value.StartsWith("held", StringComparison.Ordinal);
        JsonSerializerOptions plain = Options(isGenerated), both = plain.WithRowJson(), writeOnly = plain.WithRowJson(writeOnly: true);
        foreach ((string place, string failure) in Cases(value))
        {
            for (int depth = 0; depth < 3; depth++)
            {
                string expected = await OutcomeAsync(place, failure, () => WriteAt(depth, value, plain));
                // The path begins at the list, where the serializer writes what holds it.
                if (!isHeld || isGenerated)
                    (await OutcomeAsync(place, failure, () => WriteAt(depth, value, both))).Should().Be(expected, "{0} {1} {2}", place, failure, depth);
                // A converter's exceptions get a path, those of generated code get none. Numbers are not rows.
                if (!isGenerated && !(value == "numbers" && failure == "NotSupportedException"))
                    (await OutcomeAsync(place, failure, () => WriteAt(depth, value, writeOnly)))
                        .Should().Be(expected, "{0} {1} {2}", place, failure, depth);
            }
        }
    }

    [Fact]
    public async Task WithRowJson_sequenceInAnObjectThatFails_hasThePathInTheMessage()
    {
        JsonSerializerOptions plain = Options(isGenerated: false);
        JsonSerializerOptions both = DropInOptions.Create(plain, new JsonRowOptions { ObjectAccess = ObjectAccess.Compiled }).Both;
        foreach ((string place, string failure) in Cases("held sequence"))
        {
            if (place == "getter" || failure == "NotSupportedException") continue;
            string expected = await OutcomeAsync(place, failure, () => WriteAt(0, "held sequence", plain));
            (await OutcomeAsync(place, failure, () => WriteAt(0, "held sequence", both))).Should().Be(expected, "{0} {1}", place, failure);
        }
    }

    [Theory]
    [InlineData(1, -1)]
    [InlineData(40, 0)]
    [InlineData(40, 3)]
    [InlineData(3, 5000)]
    [InlineData(5000, 3)]
    public async Task Count_thatIsWrong_changesNothing(int rows, int count)
    {
        var value = new Holder { Rows = new Collection<Row>([.. Enumerable.Range(0, rows).Select(id => new Row { Id = id })], count) };
        JsonSerializerOptions plain = Options(isGenerated: false);
        string expected = JsonSerializer.Serialize(value, plain), ofRows = JsonSerializer.Serialize(value.Rows, plain);
        foreach (JsonSerializerOptions fast in new[] { plain.WithRowJson(), plain.WithRowJson(writeOnly: true) })
        {
            for (int i = 0; i < 3; i++)
            {
                JsonSerializer.Serialize(value, fast).Should().Be(expected);
                JsonSerializer.Serialize(value.Rows, fast).Should().Be(ofRows);
                using var stream = new MemoryStream();
                await JsonRowSerializer.SerializeAsync(stream, value, plain);
                Encoding.UTF8.GetString(stream.ToArray()).Should().Be(expected);
            }
        }
    }

    [Theory]
    [InlineData(0)]
    [InlineData(7)]
    [InlineData(null)]
    public void WriteTo_rowsWithReferencesWhoseCountIsWrong_areCounted(int? count)
    {
        var row = new Row { Id = 1 };
        var rows = new Collection<Row>([row, row, new Row { Id = 2 }, null!], count);
        using var stream = new MemoryStream();
        if (count is null) Fail.At("Count", "of its own");

        JsonRows.From<Row>(rows).WriteTo(stream, WithReferences).Rows.Should().Be(4);

        Fail.At("", "");
        Encoding.UTF8.GetString(stream.ToArray()).Should().Be(JsonSerializer.Serialize<IEnumerable<Row>>(rows, WithReferences));
    }

    /// <summary>No source has failed: the value is written once more, with the sequences in it.</summary>
    [Fact]
    public async Task Serialize_cycleBesideASequence_throwsAsTheSerializer()
    {
        var loop = new Loop { Numbers = Enumerable.Range(1, 3).Select(it => it) };
        loop.Others = new LazyList<Loop>([loop]);
        loop.Next = loop.Others;
        object[] values =
        [
            loop, new List<Loop> { loop }, loop.Others, new Around { Value = new Held { Loop = loop } }, new List<Held> { new() { Loop = loop } },
            new LazyList<Held>([new Held { Loop = loop }]), new List<List<Held>> { new() { new() { Loop = loop } } },
        ];
        JsonSerializerOptions plain = Options(isGenerated: false);
        DropInOptions fast = DropInOptions.Create(plain, new JsonRowOptions { ObjectAccess = ObjectAccess.Compiled });
        foreach (object value in values)
        {
            string expected = await MessageAsync(() => Task.FromResult(JsonSerializer.Serialize(value, value.GetType(), plain)));
            string toStream = await MessageAsync(() => JsonSerializer.SerializeAsync(Stream.Null, value, value.GetType(), plain));
            for (int i = 0; i < 2; i++)
            {
                foreach (JsonSerializerOptions options in new[] { fast.WriteOnly, plain.WithRowJson(writeOnly: true) })
                    (await MessageAsync(() => Task.FromResult(JsonSerializer.Serialize(value, value.GetType(), options)))).Should().Be(expected);
                (await MessageAsync(() => JsonRowSerializer.SerializeAsync(Stream.Null, value, value.GetType(), plain))).Should().Be(toStream);
            }
        }

        static async Task<string> MessageAsync(Func<Task> write)
        {
            try
            {
                await write();
                return "none";
            }
            catch (Exception exception)
            {
                return $"{exception.GetType().Name}: {exception.Message}";
            }
        }
    }

    private static JsonSerializerOptions Options(bool isGenerated) => isGenerated
        ? new JsonSerializerOptions(Context.Default.Options)
        : new JsonSerializerOptions { TypeInfoResolver = new DefaultJsonTypeInfoResolver() };

    private static IEnumerable<(string Place, string Failure)> Cases(string value) =>
        from place in Places
        from failure in Failures
        where place != "getter" || value != "numbers"
        // To a failure of DisposeAsync, which it awaits outside of the value, the serializer adds no path.
        where place != "Dispose" || !value.EndsWith("async", StringComparison.Ordinal)
        select (place, failure);

    private static object Create(string value)
    {
        bool isSlow = value.Contains("slow", StringComparison.Ordinal);
        return value switch
        {
            "sequence" => new Sequence<Row>(Rows(200)),
            "collection" => new Collection<Row>(Rows(200)),
            "short collection" => new Collection<Row>(Rows(2)),
            "numbers" => new Sequence<int>([.. Enumerable.Range(0, 200)]),
            "held sequence" => new Holder { Sequence = new Sequence<Row>(Rows(3)) },
            "held collection" => new Holder { Rows = new Collection<Row>(Rows(3)) },
            "async" or "slow async" => new AsyncSequence<Row>(Rows(200), isSlow),
            _ => new AsyncHolder { Rows = new AsyncSequence<Row>(Rows(3), isSlow) },
        };
    }

    private static Row[] Rows(int count) => [.. Enumerable.Range(1, count).Select(id => new Row { Id = id, Fails = id == count })];

    private static Type TypeOf(object value) => value switch
    {
        Collection<Row> => typeof(Collection<Row>),
        Sequence<Row> => typeof(IEnumerable<Row>),
        Sequence<int> => typeof(IEnumerable<int>),
        AsyncSequence<Row> => typeof(IAsyncEnumerable<Row>),
        _ => value.GetType(),
    };

    private static async Task SerializeAsync(string value, JsonSerializerOptions options, bool isAsync)
    {
        object made = Create(value);
        if (isAsync) await JsonSerializer.SerializeAsync(new MemoryStream(), made, TypeOf(made), options);
        else JsonSerializer.Serialize(new MemoryStream(), made, TypeOf(made), options);
    }

    private static async Task RowsAsync(string value, JsonSerializerOptions options, bool isAsync)
    {
        object made = Create(value);
        if (isAsync) await JsonRowSerializer.SerializeAsync(new MemoryStream(), made, TypeOf(made), options);
        else
        {
            switch (made)
            {
                case Collection<Row> rows:
                    JsonRowSerializer.Serialize(new MemoryStream(), rows, options);
                    break;
                case Sequence<Row> rows:
                    JsonRowSerializer.Serialize<IEnumerable<Row>>(new MemoryStream(), rows, options);
                    break;
                case Sequence<int> numbers:
                    JsonRowSerializer.Serialize<IEnumerable<int>>(new MemoryStream(), numbers, options);
                    break;
                case Holder holder:
                    JsonRowSerializer.Serialize(new MemoryStream(), holder, options);
                    break;
            }
        }
    }

    private static Task WriteAt(int depth, string value, JsonSerializerOptions options)
    {
        object made = Create(value);
        using var writer = new Utf8JsonWriter(new MemoryStream());
        for (int i = 0; i < depth; i++) writer.WriteStartArray();
        JsonSerializer.Serialize(writer, made, TypeOf(made), options);
        return Task.CompletedTask;
    }

    private static async Task<string> OutcomeAsync(string place, string failure, Func<Task> write)
    {
        Fail.At(place, failure);
        try
        {
            await write();
            return "no failure";
        }
        catch (Exception exception)
        {
            var text = new StringBuilder();
            for (Exception? it = exception; it is not null; it = it.InnerException)
                text.Append(it.GetType().Name).Append(": ").Append(it.Message).Append((it as JsonException)?.Path).Append('\n');
            return text.ToString();
        }
        finally
        {
            Fail.At("", "");
        }
    }

    /// <summary>What fails, and how: by the flow of the test.</summary>
    private static class Fail
    {
        private static readonly AsyncLocal<(string Place, string Failure)> Wanted = new();

        public static void At(string place, string failure) => Wanted.Value = (place, failure);

        public static void If(string place)
        {
            if (Wanted.Value.Place != place) return;
            switch (Wanted.Value.Failure)
            {
                case "JsonException": throw new JsonException("mine");
                case "with a path": throw new JsonException("mine", "$.x", lineNumber: null, bytePositionInLine: null);
                case "NotSupportedException": throw new NotSupportedException("mine");
                case "of its own": throw new TimeoutException("mine");
            }
            using var writer = new Utf8JsonWriter(Stream.Null);
            writer.WriteStartObject();
            writer.WriteNumberValue(1);
        }
    }

    internal class Row
    {
        internal bool Fails { get; init; }

        public int Id { get; set; }

        public string Name
        {
            get
            {
                if (Fails) Fail.If("getter");
                return "a name";
            }
        }

        public List<int> Numbers { get; } = [1, 2];

        [JsonConverter(typeof(MarkConverter))]
        public Mark? Mark { get; } = new();
    }

    internal sealed class Loop
    {
        public object? Next { get; set; }

        public IEnumerable<Loop>? Others { get; set; }

        public IEnumerable<int>? Numbers { get; set; }
    }

    internal struct Held
    {
        public Loop? Loop { get; set; }

        public IReadOnlyList<int>? Numbers { get; set; }
    }

    internal sealed class Around
    {
        public Held Value { get; set; }
    }

    /// <summary>A sequence that is not a collection.</summary>
    internal sealed class LazyList<T>(T[] items) : IEnumerable<T>
    {
        public IEnumerator<T> GetEnumerator() => ((IEnumerable<T>)items).GetEnumerator();

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }

    internal sealed class Mark;

    internal sealed class MarkConverter : JsonConverter<Mark>
    {
        public override Mark? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => null;

        public override void Write(Utf8JsonWriter writer, Mark value, JsonSerializerOptions options) => writer.WriteNumberValue(1);
    }

    internal class Holder
    {
        public int Id { get; set; }

        public IEnumerable<Row>? Sequence { get; set; }

        public Collection<Row>? Rows { get; set; }
    }

    internal class AsyncHolder
    {
        public int Id { get; set; }

        public IAsyncEnumerable<Row>? Rows { get; set; }
    }

    internal class Sequence<T>(T[] items) : IEnumerable<T>
    {
        protected T[] Items => items;

        public IEnumerator<T> GetEnumerator()
        {
            Fail.If("GetEnumerator");
            return new Enumerator<T>(items, isSlow: false);
        }

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }

    internal sealed class Collection<T>(T[] items, int? count = null) : Sequence<T>(items), ICollection<T>, ICollection
    {
        public Collection()
            : this([])
        {
        }

        public int Count
        {
            get
            {
                Fail.If("Count");
                return count ?? Items.Length;
            }
        }

        public bool IsReadOnly => true;

        public bool IsSynchronized => false;

        public object SyncRoot => this;

        public void Add(T item) => throw new NotSupportedException();

        public void Clear() => throw new NotSupportedException();

        public bool Contains(T item) => throw new NotSupportedException();

        public void CopyTo(T[] array, int arrayIndex) => throw new NotSupportedException();

        public void CopyTo(Array array, int index) => throw new NotSupportedException();

        public bool Remove(T item) => throw new NotSupportedException();
    }

    private sealed class AsyncSequence<T>(T[] items, bool isSlow) : IAsyncEnumerable<T>
    {
        public IAsyncEnumerator<T> GetAsyncEnumerator(CancellationToken cancellationToken = default)
        {
            Fail.If("GetEnumerator");
            return new Enumerator<T>(items, isSlow);
        }
    }

    private sealed class Enumerator<T>(T[] items, bool isSlow) : IEnumerator<T>, IAsyncEnumerator<T>
    {
        private int _next;
        private bool _isDisposed;

        public T Current
        {
            get
            {
                if (_next == items.Length) Fail.If("Current");
                return items[_next - 1];
            }
        }

        object? IEnumerator.Current => Current;

        public bool MoveNext()
        {
            if (_next + 1 == items.Length) Fail.If("MoveNext");
            return _next++ < items.Length;
        }

        public async ValueTask<bool> MoveNextAsync()
        {
            if (isSlow) await Task.Yield();
            return MoveNext();
        }

        public void Reset() => throw new NotSupportedException();

        public void Dispose()
        {
            // The serializer disposes once more after a failure.
            if (_isDisposed) return;
            _isDisposed = true;
            if (_next > items.Length) Fail.If("Dispose");
        }

        public async ValueTask DisposeAsync()
        {
            if (isSlow) await Task.Yield();
            Dispose();
        }
    }

    [JsonSerializable(typeof(Holder))]
    [JsonSerializable(typeof(AsyncHolder))]
    [JsonSerializable(typeof(IEnumerable<int>))]
    [JsonSerializable(typeof(IEnumerable<Row>))]
    [JsonSerializable(typeof(Collection<Row>))]
    [JsonSerializable(typeof(IAsyncEnumerable<Row>))]
    private sealed partial class Context : JsonSerializerContext;
}
