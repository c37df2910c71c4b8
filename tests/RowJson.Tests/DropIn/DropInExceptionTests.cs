using System.Data;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace RowJson.Tests;

/// <summary>
/// Rows that fail × names × the ways in which they are read and written: the type, the message and the path of the serializer's exception.
/// Of a list inside an object, the path begins at the row.
/// </summary>
public class DropInExceptionTests
{
    /// <summary>The <see cref="Exception.Source"/> of what <see cref="JsonElement.GetDateTime"/> throws.</summary>
    private const string SourceOfReaders = "System.Text.Json.Rethrowable";

    private static readonly Dictionary<string, Action<Cases>> Failures = new Dictionary<string, Action<Cases>>
    {
        ["unsupported type in an object"] = cases => cases.Check(new FailingRow { Any = new { X = typeof(int) } }),
        ["unsupported type, two objects deep"] = cases => cases.Check(new FailingRow { Any = new FailingRow { AB = new { A = typeof(int) } } }),
        ["unsupported type"] = cases => cases.Check(new FailingRow { AB = typeof(int) }),
        ["names that begin alike"] = cases => cases.Check(new FailingRow { A = new { AB = typeof(int) } }),
        ["a name twice"] = cases => cases.Check(new FailingRow { A = new { A = new { A = typeof(int) } } }),
        ["a special name"] = cases => cases.Check(new FailingRow { Special = new { Special = typeof(int) } }),
        ["a list of a row"] = cases => cases.Check(new FailingRow { Rows = [new(), new() { A = typeof(int) }] }),
        ["a row in a row"] = cases => cases.Check(new FailingRow { Row = new() { Row = new() { Any = typeof(int) } } }),
        ["a cycle"] = cases =>
        {
            var row = new FailingRow();
            row.Row = row;
            cases.Check(row);
        },
        ["a cycle of lists"] = cases =>
        {
            var row = new FailingRow();
            row.Rows = [row];
            cases.Check(row);
        },
        ["NaN"] = cases => cases.Check(new FailingRow { Real = double.NaN }),
        ["NaN in an object"] = cases => cases.Check(new FailingRow { Any = double.NaN }),
        ["NaN in a dictionary"] = cases => cases.Check(new Dictionary<string, object?> { ["a"] = double.NaN }),
        ["NaN in a dictionary of numbers"] = cases => cases.Check(new Dictionary<string, double> { ["a"] = double.NaN }),
        ["unsupported type in a dictionary"] = cases => cases.Check(new Dictionary<string, object?> { ["a.b"] = new { A = typeof(int) } }),
        ["a key that is null"] = cases => cases.Check(new Dictionary<string, object?> { ["a"] = new NullKeys() }),
        ["an undefined element"] = cases => cases.Check(new FailingRow { Element = default(JsonElement) }),
    }
    .Concat(Thrown("JsonException", () => new JsonException("a converter's own")))
    .Concat(Thrown("JsonException without a message", () => new JsonException(null)))
    .Concat(Thrown("JsonException with a path", () => new JsonException("a converter's own", "$.Any", 3, 4)))
    .Concat(Thrown("JsonException with the path of a member", () => new JsonException("a converter's own", "$.Any.AB", null, null)))
    .Concat(Thrown("derived JsonException", () => new DerivedJsonException("derived")))
    .Concat(Thrown("derived JsonException with a path", () => new DerivedJsonException("derived", "$.mine")))
    .Concat(Thrown("NotSupportedException", () => new NotSupportedException("a converter's own")))
    .Concat(Thrown("NotSupportedException with a path", () => new NotSupportedException("a converter's own. Path: $.A.B. Read more.")))
    .Concat(Thrown("derived NotSupportedException", () => new PlatformNotSupportedException("not here")))
    .Concat(Thrown("InvalidOperationException", () => new InvalidOperationException("a converter's own")))
    .Concat(Thrown("InvalidOperationException of a reader", () => new InvalidOperationException("not a number") { Source = SourceOfReaders }))
    .Concat(Thrown("FormatException", () => new FormatException("a converter's own")))
    .Concat(Thrown("FormatException of a reader", () => new FormatException("not a date") { Source = SourceOfReaders }))
    .ToDictionary();

    public static TheoryData<string, string> AllCases
    {
        get
        {
            var cases = new TheoryData<string, string>();
            foreach (string failure in Failures.Keys)
                foreach (string access in Enum.GetNames<ObjectAccess>()) cases.Add(failure, access);
            return cases;
        }
    }

    [Theory]
    [MemberData(nameof(AllCases))]
    public void Write_rowThatFails_failsAsTheSerializerDoes(string failure, string access)
    {
        JsonSerializerOptions[] all =
        [
            new(), new() { PropertyNamingPolicy = JsonNamingPolicy.CamelCase },
            new() { PropertyNamingPolicy = Naming.By(name => $"{name}.{name}") },
        ];
        ObjectAccess reading = Enum.Parse<ObjectAccess>(access);
        int place = Failures.Keys.ToList().IndexOf(failure) + (int)reading;
        foreach ((int index, JsonSerializerOptions options) in all.Index())
            if (MatrixShare.Has(all.Length, place, index)) Failures[failure](new Cases(options, reading));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Write_listInAnInterfaceChangedByItsRow_failsAsTheSerializerDoes(bool isAdded)
    {
        foreach (int changing in new[] { 0, 5, 9 })
        {
            Check(() => new ChangingPage<IList<ChangingRow>> { Rows = Changing(changing) });
            Check(() => new ChangingPage<IEnumerable<ChangingRow>> { Rows = Changing(changing) });
            Check(() => new ChangingPage<IReadOnlyList<ChangingRow>> { Rows = Changing(changing) });
            Check(() => new ChangingPage<IReadOnlyCollection<ChangingRow>> { Rows = Changing(changing) });
            Check(() => new ChangingPage<ICollection<ChangingRow>> { Rows = Changing(changing) });
            Check(() => new ChangingPage<List<ChangingRow>> { Rows = Changing(changing) });
            Check(() => new ChangingPage<IEnumerable<object>> { Rows = Changing(changing) });
            Check(() => new ChangingPage<IEnumerable<ChangingBase>> { Rows = Changing(changing) });
        }

        List<ChangingRow> Changing(int at)
        {
            List<ChangingRow> rows = [.. Enumerable.Range(0, 10).Select(id => new ChangingRow { Id = id })];
            rows[at].Change = () =>
            {
                if (isAdded && rows.Count == 10) rows.Add(new ChangingRow { Id = 10 });
                else if (!isAdded) rows.Clear();
            };
            return rows;
        }

        static void Check<T>(Func<ChangingPage<T>> page)
        {
            var plain = new JsonSerializerOptions();
            (string? expected, Exception? failure) = Try(() => JsonSerializer.Serialize(page(), plain));
            foreach (ObjectAccess access in Enum.GetValues<ObjectAccess>())
            {
                foreach (int threshold in new[] { 1, 16 * 1024 })
                {
                    DropInOptions dropIn = DropInOptions.Create(plain, new JsonRowOptions { ObjectAccess = access, FlushThreshold = threshold });
                    foreach (bool isStream in new[] { false, true })
                    {
                        (string? actual, Exception? reason) = Try(
                            () => isStream ? Streamed(page(), dropIn) : JsonSerializer.Serialize(page(), dropIn.WriteOnly));
                        actual.Should().Be(expected, "{0}, {1}", typeof(T), access);
                        (reason?.GetType(), reason?.Message).Should().Be((failure?.GetType(), failure?.Message), "{0}, {1}", typeof(T), access);
                    }
                }
            }
        }
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Write_tableWithUnsupportedCell_namesNoOptionsThatTheCallerLacks(bool isIndented)
    {
        using var table = new DataTable { Columns = { { "a", typeof(object) } } };
        table.Rows.Add(typeof(int));
        JsonSerializerOptions options = new JsonSerializerOptions().WithRowJson(writeOnly: true);
        FluentActions.Invoking(() =>
            {
                using var writer = new Utf8JsonWriter(Stream.Null, new JsonWriterOptions { Indented = isIndented });
                JsonSerializer.Serialize(writer, table, options);
            })
            .Should().ThrowExactly<NotSupportedException>().Which.Message.Should().NotContain(nameof(JsonRowOptions));
    }

    [Fact]
    public void Write_rowThatFailsOnce_keepsItsFirstFailure()
    {
        int calls = 0;
        var rows = new List<FailingRow>
        {
            new() { Any = new Throwing(() => ++calls == 1 ? new JsonException("first") : new FormatException("second")) },
        };
        DropInOptions dropIn = DropInOptions.Create(new JsonSerializerOptions(), new JsonRowOptions { ObjectAccess = ObjectAccess.Compiled });
        FluentActions.Invoking(() => JsonSerializer.Serialize(rows, dropIn.WriteOnly)).Should().ThrowExactly<JsonException>().WithMessage("first");
    }

    private static Dictionary<string, Action<Cases>> Thrown(string name, Func<Exception> create) => new()
    {
        [$"{name}, of a value in an object"] = cases => cases.Check(new FailingRow { Any = new Throwing(create) }),
        [$"{name}, of a property"] = cases => cases.Check(new FailingRow { Throwing = new Throwing(create) }),
        [$"{name}, two objects deep"] = cases => cases.Check(new FailingRow { AB = new { A = new Throwing(create) } }),
        [$"{name}, in a row's row"] = cases => cases.Check(new FailingRow { Row = new() { Throwing = new Throwing(create) } }),
        [$"{name}, of a getter"] = cases => cases.Check(new FailingRow { Getter = create }),
        [$"{name}, in a dictionary"] = cases => cases.Check(new Dictionary<string, object?> { ["Any"] = new Throwing(create) }),
    };

    private static (string? Text, Exception? Failure) Try(Func<string> write)
    {
        try
        {
            return (write(), null);
        }
        catch (Exception exception)
        {
            return (null, exception);
        }
    }

    private static string Streamed<T>(T value, DropInOptions options)
    {
        using var stream = new MemoryStream();
        JsonRowSerializer.Serialize(stream, value, options);
        return System.Text.Encoding.UTF8.GetString(stream.ToArray());
    }

    private sealed class Cases(JsonSerializerOptions options, ObjectAccess access)
    {
        private readonly DropInOptions _dropIn = DropInOptions.Create(options, new JsonRowOptions { ObjectAccess = access });

        public void Check<T>(T row)
            where T : new()
        {
            List<T> rows = [new(), new(), row];
            Failure expected = Describe(() => JsonSerializer.Serialize(rows, options));
            foreach (JsonSerializerOptions ours in new[] { _dropIn.WriteOnly, _dropIn.Both })
                Describe(() => JsonSerializer.Serialize(rows, ours)).Should().Be(expected);
            if (row is not FailingRow { Rows: not null })
            {
                Failure ofRow = Describe(() => JsonSerializer.Serialize(row, options));
                foreach (JsonSerializerOptions ours in new[] { _dropIn.WriteOnly, _dropIn.Both })
                    Describe(() => JsonSerializer.Serialize(row, ours)).Should().Be(ofRow);
            }
            Describe(() => JsonSerializer.Serialize(rows.Where(_ => true), _dropIn.WriteOnly)).Should().Be(expected);
            Describe(() => JsonSerializer.SerializeAsync(new MemoryStream(), rows, _dropIn.WriteOnly).GetAwaiter().GetResult()).Should().Be(
                Describe(() => JsonSerializer.SerializeAsync(new MemoryStream(), rows, options).GetAwaiter().GetResult()));
            Describe(() => JsonRowSerializer.SerializeAsync(new MemoryStream(), rows, _dropIn).GetAwaiter().GetResult()).Should().Be(expected);

            var page = new FailingPage<T> { Items = rows };
            Failure ofPage = Describe(() => JsonSerializer.Serialize(page, options)).WithoutItems();
            foreach (JsonSerializerOptions ours in new[] { _dropIn.WriteOnly, _dropIn.Both })
            {
                Describe(() => JsonSerializer.Serialize(page, ours)).WithoutItems().Should().Be(ofPage);
                Describe(() => JsonSerializer.SerializeAsync(new MemoryStream(), page, ours).GetAwaiter().GetResult()).WithoutItems()
                    .Should().Be(ofPage);
            }
        }

        private static Failure Describe(Action write)
        {
            try
            {
                write();
                return new Failure(null, null, null, null, null);
            }
            catch (Exception exception)
            {
                var json = exception as JsonException;
                return new Failure(exception.GetType(), exception.Message, json?.Path, json?.LineNumber, exception.InnerException?.GetType());
            }
        }
    }

    private sealed record Failure(Type? Type, string? Message, string? Path, long? Line, Type? Inner)
    {
        /// <summary>Without the beginning of the path, which only the serializer knows.</summary>
        public Failure WithoutItems() => this with
        {
            Message = Message?.Replace("$.Items", "$", StringComparison.Ordinal),
            Path = Path?.Replace("$.Items", "$", StringComparison.Ordinal),
        };
    }

    private sealed class FailingPage<T>
    {
        [JsonPropertyName("items.of the page")]
        public List<T>? Items { get; set; }
    }

    private sealed class FailingRow
    {
        public int Id { get; set; }
        public string? Name { get; set; }
        public int Number { get; set; }
        [JsonPropertyName("Any.AB")]
        public object? Any { get; set; }
        public object? A { get; set; }
        public object? AB { get; set; }
        [JsonPropertyName("a b['c']")]
        public object? Special { get; set; }
        [JsonPropertyName("Any")]
        public double Real { get; set; }
        [JsonPropertyName("A..A")]
        public FailingRow? Row { get; set; }
        public List<FailingRow>? Rows { get; set; }
        public Throwing? Throwing { get; set; }
        public JsonElement? Element { get; set; }
        [JsonIgnore]
        public Func<Exception>? Getter { get; set; }
        public string? Got => Getter is null ? null : throw Getter();
    }

    [JsonConverter(typeof(Converter))]
    private sealed class Throwing(Func<Exception> create)
    {
        private sealed class Converter : JsonConverter<Throwing>
        {
            public override Throwing? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => null;

            public override void Write(Utf8JsonWriter writer, Throwing value, JsonSerializerOptions options) => throw value.Create();
        }

        private Exception Create() => create();
    }

    private sealed class NullKeys
    {
        public Dictionary<Type, int> Map => new() { [typeof(int)] = 1 };
    }

    private sealed class DerivedJsonException : JsonException
    {
        public DerivedJsonException(string message)
            : base(message)
        {
        }

        public DerivedJsonException(string message, string path)
            : base(message, path, null, null)
        {
        }
    }

    private sealed class ChangingPage<T>
    {
        public T? Rows { get; set; }
    }

    private class ChangingBase
    {
        public Action? Change;

        public int Id { get; set; }

        public int Value
        {
            get
            {
                Change?.Invoke();
                return 1;
            }
        }
    }

    private sealed class ChangingRow : ChangingBase;
}
