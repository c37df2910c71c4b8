using System.Collections;
using System.IO.Pipelines;
using System.Text.Json;

namespace RowJson.Tests;

#pragma warning disable CA1869 // Options that are used once are what is tested.

/// <summary>A user's sequence is enumerated and disposed of as often as with plain options, whether the write succeeds or fails.</summary>
public class DropInEnumerationTests
{
    private static readonly Dictionary<string, Action<object, JsonSerializerOptions>> Ways = new()
    {
        ["JsonRowSerializer, stream"] = (value, plain) => Overload(value, it => JsonRowSerializer.Serialize(new MemoryStream(), it, plain),
            it => JsonRowSerializer.Serialize(new MemoryStream(), it, plain)),
        ["JsonRowSerializer, stream, async"] = (value, plain) =>
            JsonRowSerializer.SerializeAsync(new MemoryStream(), value, TypeOf(value), plain).GetAwaiter().GetResult(),
        ["JsonRowSerializer, pipe"] = (value, plain) =>
            JsonRowSerializer.SerializeAsync(PipeWriter.Create(new MemoryStream()), value, TypeOf(value), plain).GetAwaiter().GetResult(),
        ["JsonRowSerializer, stream that fails"] = (value, plain) =>
            JsonRowSerializer.SerializeAsync(new FailingStream(), value, TypeOf(value), plain).GetAwaiter().GetResult(),
        ["plain options"] = (value, plain) => JsonSerializer.Serialize(value, TypeOf(value), plain),
        ["write options, cold"] = (value, plain) => JsonSerializer.Serialize(value, TypeOf(value), plain.WithRowJson(writeOnly: true)),
        ["write options, warm"] = (value, plain) => JsonSerializer.Serialize(value, TypeOf(value), WithColumns(plain).WriteOnly),
        ["write options, warm, async"] = (value, plain) =>
            JsonSerializer.SerializeAsync(new MemoryStream(), value, TypeOf(value), WithColumns(plain).WriteOnly).GetAwaiter().GetResult(),
        ["both directions, cold"] = (value, plain) => JsonSerializer.Serialize(value, TypeOf(value), plain.WithRowJson()),
        ["both directions, warm"] = (value, plain) => JsonSerializer.Serialize(value, TypeOf(value), WithColumns(plain).Both),
    };

    public static TheoryData<string, bool> Cases
    {
        get
        {
            var cases = new TheoryData<string, bool>();
            foreach (string way in Ways.Keys)
            {
                cases.Add(way, false);
                cases.Add(way, true);
            }
            return cases;
        }
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public void Serialize_sequence_isDisposedOfOnce(string way, bool isProperty)
    {
        foreach (JsonSerializerOptions plain in (JsonSerializerOptions[])[new(), new() { DictionaryKeyPolicy = JsonNamingPolicy.CamelCase }])
        {
            // The exceptions that the serializer gives a path, and those that it does not look at.
            foreach (Exception? failure in (Exception?[])[null, new TimeoutException(), new JsonException(null), new NotSupportedException("no")])
            {
                foreach (int count in (int[])[0, 1, 3, 3000])
                {
                    var rows = new CountedRows(count, failure);
                    Exception? thrown = null;
                    try
                    {
                        Ways[way](isProperty ? new CountedPage { Rows = rows } : rows, plain);
                    }
                    catch (Exception exception)
                    {
                        thrown = exception;
                    }
                    bool fails = failure is not null && count > 0;
                    if (!way.EndsWith("fails", StringComparison.Ordinal)) (thrown is not null).Should().Be(fails, "{0}", thrown);
                    (rows.Opened, rows.Disposed).Should().Be((1, 1), $"{count} rows, {failure?.GetType()}");
                }
            }
        }
    }

    private static void Overload(object value, Action<IEnumerable<CountedRow>> ofRows, Action<CountedPage> ofPage)
    {
        if (value is CountedPage page) ofPage(page);
        else ofRows((IEnumerable<CountedRow>)value);
    }

    private static Type TypeOf(object value) => value is CountedPage ? typeof(CountedPage) : typeof(IEnumerable<CountedRow>);

    private static DropInOptions WithColumns(JsonSerializerOptions plain) =>
        DropInOptions.Create(plain, new JsonRowOptions { ObjectAccess = ObjectAccess.Compiled });

    private sealed class CountedPage
    {
        public int Total { get; set; }

        public IEnumerable<CountedRow>? Rows { get; set; }
    }

    private sealed class CountedRow(Exception? failure)
    {
        public int Id => 1;

        public string Name => failure is null ? "n" : throw failure;
    }

    /// <summary>The last row fails.</summary>
    private sealed class CountedRows(int count, Exception? failure) : IEnumerable<CountedRow>
    {
        public int Opened { get; private set; }

        public int Disposed { get; private set; }

        public IEnumerator<CountedRow> GetEnumerator()
        {
            Opened++;
            return new Enumerator(this, count, failure);
        }

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

        private sealed class Enumerator(CountedRows rows, int count, Exception? failure) : IEnumerator<CountedRow>
        {
            private int _next;

            public CountedRow Current => new(_next == count ? failure : null);

            object IEnumerator.Current => Current;

            public bool MoveNext() => _next++ < count;

            public void Reset() => throw new NotSupportedException();

            public void Dispose() => rows.Disposed++;
        }
    }

    private sealed class FailingStream : WriteOnlyStream
    {
        public override void Write(ReadOnlySpan<byte> buffer) => throw new IOException("The connection is gone.");
    }
}
