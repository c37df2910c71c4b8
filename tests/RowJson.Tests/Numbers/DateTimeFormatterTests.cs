using System.Text.Json;

namespace RowJson.Tests;

[EachVectorLevel]
public class DateTimeFormatterTests
{
    private static readonly long[] Fractions =
        [0, 1, 9, 10, 120, 1_200, 123_000, 100_000, 1_000_000, 1_234_567, 5_000_000, 9_999_990, 9_999_999];

    private readonly GuardedBuffer _buffer = new(DateTimeFormatter.Room);

    [Theory]
    [InlineData(DateTimeKind.Utc, 0, "\"2024-02-29T03:04:05Z\"")]
    [InlineData(DateTimeKind.Unspecified, 0, "\"2024-02-29T03:04:05\"")]
    [InlineData(DateTimeKind.Utc, 1_200_000, "\"2024-02-29T03:04:05.12Z\"")]
    [InlineData(DateTimeKind.Unspecified, 1, "\"2024-02-29T03:04:05.0000001\"")]
    public void Format_dateTime_hasTheSuffixOfItsKind(DateTimeKind kind, long fraction, string expected) =>
        Text(new DateTime(2024, 2, 29, 3, 4, 5, kind).AddTicks(fraction)).Should().Be(expected);

    [Fact]
    public void Format_dateTimesOfEveryKindAndFraction_areThoseOfJsonSerializer()
    {
        DateTime[] dates =
        [
            DateTime.MinValue, DateTime.MaxValue.AddTicks(-9_999_999), new(2000, 2, 29, 23, 59, 59), new(1999, 12, 31), new(2024, 7, 1, 12, 0, 0),
        ];
        foreach (DateTime date in dates)
        {
            foreach (long fraction in Fractions)
            {
                foreach (DateTimeKind kind in Enum.GetValues<DateTimeKind>())
                    AssertSame(DateTime.SpecifyKind(date.AddTicks(fraction), kind));
            }
        }
        _buffer.AssertIntact();
    }

    [Fact]
    public void Format_everyDayAndItsSeconds_areThoseOfJsonSerializer()
    {
        var random = new Random(20256);
        for (int day = 0; day <= DateOnly.MaxValue.DayNumber; day += random.Next(1, 60))
        {
            var date = DateOnly.FromDayNumber(day);
            AssertSame(date);
            AssertSame(date.ToDateTime(new TimeOnly(random.NextInt64(TimeSpan.TicksPerDay)), DateTimeKind.Utc));
        }
        for (int second = 0; second < 86_400; second += 7) AssertSame(new TimeOnly(second * TimeSpan.TicksPerSecond));
        _buffer.AssertIntact();
    }

    [Theory]
    [InlineData(0, "+00:00")]
    [InlineData(330, "+05:30")]
    [InlineData(-210, "-03:30")]
    [InlineData(-30, "-00:30")]
    [InlineData(-1, "-00:01")]
    [InlineData(840, "+14:00")]
    [InlineData(-840, "-14:00")]
    public void Format_dateTimeOffset_hasItsOffset(int minutes, string expected) =>
        Text(new DateTimeOffset(2024, 2, 29, 3, 4, 5, TimeSpan.FromMinutes(minutes))).Should().Be($"\"2024-02-29T03:04:05{expected}\"");

    [Fact]
    public void Format_everyOffset_isThatOfJsonSerializer()
    {
        for (int minutes = -840; minutes <= 840; minutes++)
        {
            var value = new DateTimeOffset(2024, 12, 31, 23, 59, 59, TimeSpan.FromMinutes(minutes));
            AssertSame(value.AddTicks(Fractions[(minutes + 840) % Fractions.Length]));
        }
        AssertSame(DateTimeOffset.MinValue);
        AssertSame(DateTimeOffset.MaxValue);
        _buffer.AssertIntact();
    }

    [Fact]
    public void Format_longestText_isMaxLength() =>
        Text(new DateTimeOffset(2024, 2, 29, 3, 4, 5, TimeSpan.FromHours(-1)).AddTicks(1)).Should().HaveLength(DateTimeFormatter.Room);

    [Theory]
    [InlineData(0, "\"00:00:00\"")]
    [InlineData(5_000_000, "\"00:00:00.5000000\"")]
    [InlineData(-1, "\"-00:00:00.0000001\"")]
    [InlineData(TimeSpan.TicksPerDay, "\"1.00:00:00\"")]
    [InlineData(-TimeSpan.TicksPerDay + 1, "\"-23:59:59.9999999\"")]
    [InlineData(long.MaxValue, "\"10675199.02:48:05.4775807\"")]
    [InlineData(long.MinValue, "\"-10675199.02:48:05.4775808\"")]
    public void Format_timeSpan_isTheConstantFormat(long ticks, string expected)
    {
        Text(new TimeSpan(ticks)).Should().Be(expected);
        AssertSame(new TimeSpan(ticks));
    }

    [Fact]
    public void Format_pseudoRandomTimeSpans_areThoseOfJsonSerializer()
    {
        var random = new Random(20257);
        for (int i = 0; i < 20_000; i++)
        {
            long ticks = random.NextInt64(long.MinValue, long.MaxValue) >> random.Next(64);
            AssertSame(new TimeSpan(ticks));
            AssertSame(new TimeSpan(ticks - ticks % TimeSpan.TicksPerSecond));
        }
        foreach (long fraction in Fractions) AssertSame(new TimeOnly(23, 59, 59).Add(new TimeSpan(fraction)));
        AssertSame(TimeOnly.MaxValue);
        AssertSame(TimeOnly.MinValue);
        _buffer.AssertIntact();
    }

    private void AssertSame(DateTime value) => AssertEqual(Text(value), JsonSerializer.Serialize(value));

    private void AssertSame(DateTimeOffset value) => AssertEqual(Text(value), JsonSerializer.Serialize(value));

    private void AssertSame(DateOnly value) => AssertEqual(Text(value), JsonSerializer.Serialize(value));

    private void AssertSame(TimeOnly value) => AssertEqual(Text(value), JsonSerializer.Serialize(value));

    private void AssertSame(TimeSpan value) => AssertEqual(Text(value), JsonSerializer.Serialize(value));

    private static void AssertEqual(string actual, string expected)
    {
        if (actual != expected) Assert.Fail($"{actual} instead of {expected}");
    }

    private string Text(DateTime value) => _buffer.Text(DateTimeFormatter.Format(ref _buffer.Destination, value));

    private string Text(DateTimeOffset value) => _buffer.Text(DateTimeFormatter.Format(ref _buffer.Destination, value));

    private string Text(DateOnly value) => _buffer.Text(DateTimeFormatter.Format(ref _buffer.Destination, value));

    private string Text(TimeOnly value) => _buffer.Text(DateTimeFormatter.Format(ref _buffer.Destination, value));

    private string Text(TimeSpan value) => _buffer.Text(DateTimeFormatter.Format(ref _buffer.Destination, value));
}
