using System.Text.Json;

namespace RowJson.Tests;

/// <summary>Who writes the next value, for values that take as long as a test says.</summary>
public class SpeedComparisonTests
{
    private readonly ManualTime _time = new();
    private readonly SpeedComparison _speed;

    public SpeedComparisonTests() => _speed = new SpeedComparison(_time, BufferSizes.Default.BetweenComparisons);

    [Fact]
    public void IsPlain_rowJsonIsFaster_isFalseExceptInComparisons()
    {
        int plain = Write(values: 10_000, own: 100, serializer: 200);

        _speed.IsPlain.Should().BeFalse();
        plain.Should().BePositive("both are measured").And.BeLessThan(1_000);
    }

    [Fact]
    public void IsPlain_rowJsonIsSlower_isTrueExceptInComparisons()
    {
        Write(values: 3_000, own: 200, serializer: 100);
        int plain = Write(values: 10_000, own: 200, serializer: 100);

        _speed.IsPlain.Should().BeTrue();
        plain.Should().BeLessThan(10_000, "both are measured").And.BeGreaterThan(9_000);
    }

    [Fact]
    public void IsPlain_rowJsonIsHardlySlower_isFalse()
    {
        Write(values: 10_000, own: 103, serializer: 100);

        _speed.IsPlain.Should().BeFalse();
    }

    [Fact]
    public void IsPlain_oneComparisonIsDisturbed_isFalse()
    {
        Write(values: 3_000, own: 100, serializer: 200);
        NextComparison();
        Write(values: 64, own: 10_000, serializer: 200);
        int plain = Write(values: 1_000, own: 100, serializer: 200);

        _speed.IsPlain.Should().BeFalse();
        plain.Should().BeLessThan(100);
    }

    [Fact]
    public void IsPlain_rowJsonHasBecomeFaster_isFalseAgain()
    {
        Write(values: 3_000, own: 200, serializer: 100);
        _speed.IsPlain.Should().BeTrue();

        Write(values: 100_000, own: 50, serializer: 100);

        _speed.IsPlain.Should().BeFalse();
    }

    /// <summary>One that takes five times as long as by RowJson is one too many where it takes a second.</summary>
    [Fact]
    public void IsPlain_longValues_eachWritesOne()
    {
        NextComparison();

        int plain = Write(values: 64, own: 200_000_000, serializer: 1_000_000_000);

        plain.Should().Be(1);
        _speed.Begin().Should().Be(0);
    }

    /// <summary>Values that are short and long by turns are measured in both lengths by both.</summary>
    [Theory]
    [InlineData(2)]
    [InlineData(4)]
    [InlineData(8)]
    public void IsPlain_valuesHaveAPeriod_eachHasBothTurns(int period)
    {
        NextComparison();
        var turns = new HashSet<(int, bool)>();
        for (int i = 0; i < 64; i++)
        {
            turns.Add((i % period, _speed.IsPlain));
            Write(values: 1, own: 100, serializer: 200);
        }

        turns.Should().HaveCount(2 * period);
    }

    [Fact]
    public void IsPlain_sameResultAgainAndAgain_comparisonsBecomeRare()
    {
        int first = Write(values: 20_000, own: 100, serializer: 200);
        Write(values: 200_000, own: 100, serializer: 200);
        int last = Write(values: 20_000, own: 100, serializer: 200);

        last.Should().BeLessThan(first);
    }

    /// <summary>Also while they are compared, and whoever has won.</summary>
    [Fact]
    public void Serialize_manyValues_haveTheBytesOfTheSerializer()
    {
        var options = new JsonSerializerOptions();
        JsonSerializerOptions writeOnly = options.WithRowJson(writeOnly: true), both = options.WithRowJson();
        object?[] values = ["é", 1.5, null, new DateOnly(2026, 11, 29), new[] { 1, 2, 3 }];
        var rows = new List<Dictionary<string, object?>> { new() { ["a"] = values, ["b"] = values[0] }, new() { ["a"] = "\"" } };
        string expected = JsonSerializer.Serialize(rows, options);

        for (long end = Environment.TickCount64 + 700; Environment.TickCount64 < end;)
        {
            JsonSerializer.Serialize(rows, writeOnly).Should().Be(expected);
            JsonSerializer.Serialize(rows, both).Should().Be(expected);
        }
    }

    /// <summary>Every value is compared: the threads take turns that none of them knows of.</summary>
    [Fact]
    public void Serialize_comparedByManyThreads_hasTheBytesOfTheSerializer()
    {
        var options = new JsonSerializerOptions();
        DropInOptions dropIn = DropInOptions.Create(
            options, new JsonRowOptions { ObjectAccess = ObjectAccess.Compiled, Sizes = BufferSizes.Tiny });
        var rows = Enumerable.Range(0, 20).Select(i => new { Id = i, Names = new[] { "é", "\"" }, Map = new Dictionary<string, int> { ["a"] = i } }).ToList();
        string expected = JsonSerializer.Serialize(rows, options);

        Parallel.For(0, 8, _ =>
        {
            for (int i = 0; i < 300; i++)
            {
                JsonSerializer.Serialize(rows, dropIn.WriteOnly).Should().Be(expected);
                JsonSerializer.Serialize(rows, dropIn.Both).Should().Be(expected);
            }
        });
    }

    /// <summary>A sequence that is read only once cannot be written again for the path: the serializer's converter is not asked.</summary>
    [Fact]
    public void Serialize_sequencesThatFail_alwaysHavePaths()
    {
        var options = new JsonSerializerOptions();
        JsonSerializerOptions writeOnly = options.WithRowJson(writeOnly: true), both = options.WithRowJson();

        for (long end = Environment.TickCount64 + 700; Environment.TickCount64 < end;)
        {
            foreach (JsonSerializerOptions fast in new[] { writeOnly, both })
            {
                JsonSerializer.Serialize(Rows(fails: false), fast).Should().Be(JsonSerializer.Serialize(Rows(fails: false), options));
                Action write = () => JsonSerializer.Serialize(Rows(fails: true), fast);
                write.Should().Throw<NotSupportedException>().WithMessage("*Path: $*");
            }
        }

        static IEnumerable<Dictionary<string, object?>> Rows(bool fails)
        {
            for (int i = 0; i < 3; i++) yield return new Dictionary<string, object?> { ["a"] = i, ["b"] = fails && i == 2 ? (nint)1 : "x" };
        }
    }

    // Goes on to the first value of a comparison.
    private void NextComparison()
    {
        while (_speed.Begin() == 0) Write(values: 1, own: 100, serializer: 200);
    }

    /// <summary>Writes values of 100 bytes, a second for some 1,000 of them; returns how many the serializer writes.</summary>
    /// <param name="values">How many.</param>
    /// <param name="own">Nanoseconds that one takes RowJson.</param>
    /// <param name="serializer">Nanoseconds that one takes the serializer.</param>
    private int Write(int values, int own, int serializer)
    {
        int plain = 0;
        for (int i = 0; i < values; i++)
        {
            bool isPlain = _speed.IsPlain;
            long began = _speed.Begin();
            _time.Now += isPlain ? serializer : own;
            _speed.End(isPlain, began, bytes: 100);
            _time.Now += 1_000_000;
            if (isPlain) plain++;
        }
        return plain;
    }

    /// <summary>In nanoseconds.</summary>
    private sealed class ManualTime : TimeProvider
    {
        public long Now { get; set; } = 1;

        public override long TimestampFrequency => 1_000_000_000;

        public override long GetTimestamp() => Now;
    }
}
