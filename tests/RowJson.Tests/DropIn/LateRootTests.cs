using System.Collections.ObjectModel;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace RowJson.Tests;

/// <summary>Lists of plain objects, of which nothing is found out before columns pay.</summary>
public class LateRootTests
{
    private static readonly LateRow[] Few =
        [new() { Id = 1, Name = "a\u00e9<" }, new() { Id = 2, Amount = 1.5m, At = new DateTime(2026, 1, 2), Kind = LateKind.Second }];

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Serialize_fewValues_findsNothingOut(bool writeOnly)
    {
        var options = new JsonSerializerOptions();
        JsonSerializerOptions fast = options.WithRowJson(writeOnly);
        for (int call = 0; call < 10; call++) JsonSerializer.Serialize(Few.ToList(), fast).Should().Be(JsonSerializer.Serialize(Few, options));
        (JsonRowOptions.FromJsonSerializerOptions(options).KnownContext is null).Should().Be(RuntimeFeature.IsDynamicCodeSupported);
    }

    [Theory]
    [InlineData(true, 3)]
    [InlineData(true, 300)]
    [InlineData(false, 3)]
    [InlineData(false, 300)]
    public void Serialize_untilColumnsComeAndAfter_equalsSerializer(bool writeOnly, int count)
    {
        Check(writeOnly, Rows(count).ToList());
        Check(writeOnly, Rows(count));
        Check<IReadOnlyList<LateRow>>(writeOnly, Rows(count));
        Check<IEnumerable<LateRow>>(writeOnly, Rows(count).ToList());
        Check(writeOnly, new LatePage { Total = count, Rows = Rows(count).ToList() });
        Check(writeOnly, Rows(count).Select(it => new LatePage { Total = it.Id, Rows = [it, it] }).ToList());
    }

    [Fact]
    public void Serialize_sequenceThatIsNotKept_isEnumeratedOnce()
    {
        int begun = 0;
        JsonSerializer.Serialize(Sequence(), new JsonSerializerOptions().WithRowJson(writeOnly: true)).Should().Be(JsonSerializer.Serialize(Few));
        begun.Should().Be(1);

        IEnumerable<LateRow> Sequence()
        {
            begun++;
            foreach (LateRow row in Few) yield return row;
        }
    }

    [Fact]
    public void Serialize_manyRowsAtOnce_equalsSerializer()
    {
        List<LateRow> rows = [.. Rows(RootConverters.LongestPlain + 1)];
        var options = new JsonSerializerOptions();
        JsonSerializer.SerializeToUtf8Bytes(rows, options.WithRowJson(writeOnly: true)).AsSpan()
            .SequenceEqual(JsonSerializer.SerializeToUtf8Bytes(rows, options)).Should().BeTrue();
        rows.RemoveRange(2, rows.Count - 2);
        JsonSerializer.Serialize(rows, options.WithRowJson(writeOnly: true)).Should().Be(JsonSerializer.Serialize(rows, options));
    }

    [Fact]
    public void Serialize_manyThreadsWhileColumnsCome_equalsSerializer()
    {
        LateRow[] rows = Rows(40);
        var options = new JsonSerializerOptions();
        JsonSerializerOptions fast = options.WithRowJson(writeOnly: true);
        string expected = JsonSerializer.Serialize(rows, options);
        int different = 0;
        Parallel.For(0, 4, _ =>
        {
            for (long bytes = 0; bytes < ColumnGain.BytesBeforeCompiling; bytes += expected.Length)
                if (JsonSerializer.Serialize(rows, fast) != expected) Interlocked.Increment(ref different);
        });
        different.Should().Be(0);
    }

    // What a late decision says at once is what is found out in the end.
    [Fact]
    public void IsTaken_valuesThatAreDecidedLate_isWhatIsFoundOut()
    {
        Check<List<LateRow>>();
        Check<LateRow[]>();
        Check<Queue<LateRow>>();
        Check<ISet<LateRow>>();
        Check<ObservableCollection<LateRow>>();
        Check<List<LateRow[]>[]>(isLate: false);
        Check<List<LateScalars>>();
        Check<List<LateStructure>>();
        Check<List<LatePage>>();
        Check<LatePage>();
        Check<LateSequencePage>(isLate: false);
        Check<List<LateEmpty>>(isLate: false);
        Check<List<LateConverted>>(isLate: false);
        Check<List<LateBase>>(isLate: false);
        Check<List<LateNumbers>>(isLate: false);
        Check<List<LateAny>>(isLate: false);
        Check<List<Dictionary<string, LateRow>>>(isLate: false);

        static void Check<T>(bool isLate = true)
        {
            DropInOptions dropIn = DropInOptions.Of(new JsonSerializerOptions());
            IRootConverter? root = dropIn.RootOf(typeof(T));
            (root is LateRoot<T>).Should().Be(isLate && RuntimeFeature.IsDynamicCodeSupported, typeof(T).ToString());
            if (isLate) dropIn.Converters.CreateOf<T>().Should().Match<IRootConverter>(it => it.IsTaken && it.SendsParts && !it.IsAsync);
        }
    }

    private static LateRow[] Rows(int count) =>
        [.. Enumerable.Range(0, count).Select(it => new LateRow { Id = it, Name = "row " + it, Amount = it / 4m })];

    // Until columns read a row, and some calls more.
    private static void Check<T>(bool writeOnly, T value)
    {
        var options = new JsonSerializerOptions();
        JsonSerializerOptions fast = options.WithRowJson(writeOnly);
        string expected = JsonSerializer.Serialize(value, options);
        LateRow.IsReadByColumns = false;
        var time = Stopwatch.StartNew();
        for (long bytes = 0, rest = 3; rest > 0; bytes += expected.Length)
        {
            LateRow.LooksAtCaller = bytes > ColumnGain.BytesBeforeCompiling;
            JsonSerializer.Serialize(value, fast).Should().Be(expected);
            if (LateRow.IsReadByColumns || !RuntimeFeature.IsDynamicCodeSupported) rest--;
            time.Elapsed.Should().BeLessThan(TimeSpan.FromMinutes(1), "columns come");
        }
        LateRow.LooksAtCaller = false;
    }

    private sealed class LateRow
    {
        [ThreadStatic]
        public static bool LooksAtCaller, IsReadByColumns;

        public int Id
        {
            get
            {
                if (LooksAtCaller && field == 0) IsReadByColumns = Environment.StackTrace.Contains("RowJson.ObjectPlan`1", StringComparison.Ordinal);
                return field;
            }

            set;
        }

        public string? Name { get; set; }
        public decimal? Amount { get; set; }
        public DateTime At { get; set; }
        public LateKind Kind { get; set; }
    }

    private enum LateKind
    {
        First,
        Second,
    }

    private sealed class LatePage
    {
        public int Total { get; set; }
        public List<LateRow>? Rows { get; set; }
    }

    private sealed class LateSequencePage
    {
        public IEnumerable<LateRow>? Rows { get; set; }
    }

    private sealed record LateScalars(
        bool A, byte B, sbyte C, short D, ushort E, int F, uint G, long H, ulong I, float J, double K, decimal L, char M, string N, DateTime O,
        DateTimeOffset P, Guid Q, LateKind R, int? S, LateKind? T, DateTime? U, int[] V, List<string> W, LateStructure X, LateStructure? Y);

    private record struct LateStructure(int A, string B);

    private sealed class LateEmpty;

    private sealed class LateConverted
    {
        [JsonConverter(typeof(JsonStringEnumConverter))]
        public LateKind Kind { get; set; }
    }

    [JsonDerivedType(typeof(LateDerived), "derived")]
    private class LateBase
    {
        public int A { get; set; }
    }

    private sealed class LateDerived : LateBase;

    [JsonNumberHandling(JsonNumberHandling.WriteAsString)]
    private sealed class LateNumbers
    {
        public int A { get; set; }
    }

    private sealed class LateAny
    {
        public int A { get; set; }
        public object? B { get; set; }
    }
}
