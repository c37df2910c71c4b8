using System.Collections;
using System.Text.Json;

namespace RowJson.Tests;

/// <summary>Sequences inside each other whose disposal fails: each enumerator is disposed of once, and the failure is what the caller gets.</summary>
public class DropInDisposalTests
{
    private static readonly JsonSerializerOptions Plain = new();

    private static readonly Dictionary<string, Action<Sources>> Values = new()
    {
        ["rows"] = it => it.Write(it.Of(Rows)),
        ["lists"] = it => it.Write(it.Of([it.Of(Rows), it.Of(Rows)])),
        ["entries"] = it => it.Write(new Dictionary<string, IEnumerable<Row>> { ["a"] = it.Of(Rows), ["b"] = it.Of(Rows) }),
        ["a page of lists"] = it => it.Write(new Page<IEnumerable<IEnumerable<Row>>>(1, it.Of([it.Of(Rows), it.Of(Rows)]))),
        ["pages in pages"] = it => it.Write(it.Of([new Page<IEnumerable<Row>>(1, it.Of(Rows)), new Page<IEnumerable<Row>>(2, it.Of(Rows))])),
    };

    private static Row[] Rows => [new(1, "a", 0.5), new(2, null, 1)];

    public static TheoryData<string, string> Cases
    {
        get
        {
            var cases = new TheoryData<string, string>();
            foreach (string value in Values.Keys)
                foreach (string way in Sources.Ways.Keys) cases.Add(value, way);
            return cases;
        }
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public void Serialize_disposalThatFails_isDoneOnceForEachSequence(string value, string way)
    {
        Sources sound = Run(failsAt: int.MaxValue);
        sound.Failure.Should().BeNull();
        sound.Opened.Should().NotBeEmpty();
        for (int failsAt = 0; failsAt < sound.Opened.Count; failsAt++)
        {
            Sources run = Run(failsAt);
            run.Failure.Should().BeOfType<IOException>().Which.Message.Should().Be($"disposal {failsAt}");
            run.Opened.Should().OnlyContain(disposals => disposals == 1, "{0} by {1}, failure at {2}", value, way, failsAt);
        }

        Sources Run(int failsAt)
        {
            var run = new Sources(Sources.Ways[way], failsAt);
            Values[value](run);
            return run;
        }
    }

    private sealed record Row(int Id, string? Name, double Ratio);

    private sealed record Page<T>(int Number, T Items);

    /// <param name="way">How the value is written.</param>
    /// <param name="failsAt">The number of the enumerator whose disposal fails.</param>
    private sealed class Sources(Sources.IWay way, int failsAt)
    {
        public static IReadOnlyDictionary<string, IWay> Ways { get; } = new Dictionary<string, IWay>
        {
            ["bytes"] = new Way((value, type, options) => JsonSerializer.SerializeToUtf8Bytes(value, type, options.WriteOnly)),
            ["stream"] = new StreamWay(),
            ["stream, asynchronously"] = new Way((value, type, options) =>
                JsonRowSerializer.SerializeAsync(new MemoryStream(), value, type, options.WriteOnly).GetAwaiter().GetResult()),
        };

        /// <summary>How often each enumerator has been disposed of.</summary>
        public List<int> Opened { get; } = [];

        public Exception? Failure { get; private set; }

        public IEnumerable<T> Of<T>(IEnumerable<T> items) => new Sequence<T>(this, items);

        public void Write<T>(T value)
        {
            // By columns and in parts, from the first value on.
            DropInOptions options = DropInOptions.Create(Plain, new JsonRowOptions { ObjectAccess = ObjectAccess.Compiled, Sizes = BufferSizes.Tiny });
            try
            {
                way.Write(value, options);
            }
            catch (IOException exception)
            {
                Failure = exception;
            }
        }

        internal interface IWay
        {
            void Write<T>(T value, DropInOptions options);
        }

        private sealed class Way(Action<object?, Type, DropInOptions> write) : IWay
        {
            public void Write<T>(T value, DropInOptions options) => write(value, typeof(T), options);
        }

        private sealed class StreamWay : IWay
        {
            public void Write<T>(T value, DropInOptions options) => JsonRowSerializer.Serialize(new MemoryStream(), value, options);
        }

        private sealed class Sequence<T>(Sources sources, IEnumerable<T> items) : IEnumerable<T>
        {
            public IEnumerator<T> GetEnumerator()
            {
                sources.Opened.Add(0);
                return new Enumerator(sources, sources.Opened.Count - 1, items.GetEnumerator());
            }

            IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

            private sealed class Enumerator(Sources sources, int number, IEnumerator<T> items) : IEnumerator<T>
            {
                public T Current => items.Current;

                object? IEnumerator.Current => Current;

                public bool MoveNext() => items.MoveNext();

                public void Reset() => throw new NotSupportedException();

                public void Dispose()
                {
                    sources.Opened[number]++;
                    if (number == sources.FailsAt) throw new IOException($"disposal {number}");
                }
            }
        }

        private int FailsAt => failsAt;
    }
}
