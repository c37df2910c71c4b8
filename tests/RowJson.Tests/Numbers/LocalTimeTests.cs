using System.Text.Json;

namespace RowJson.Tests;

/// <summary>Changes the time zone of the process, so nothing else may run meanwhile.</summary>
[CollectionDefinition("Local time zone", DisableParallelization = true)]
public class LocalTimeZoneGroup;

[Collection("Local time zone")]
public class LocalTimeTests
{
    [Theory]
    [InlineData("America/St_Johns")]
    [InlineData("Asia/Kathmandu")]
    [InlineData("Europe/Berlin")]
    [InlineData("UTC")]
    public void Format_localDateTime_hasTheOffsetOfJsonSerializer(string zone)
    {
        if (OperatingSystem.IsWindows()) return; // the zone cannot be set for one process there
        string? before = Environment.GetEnvironmentVariable("TZ");
        try
        {
            Environment.SetEnvironmentVariable("TZ", zone);
            TimeZoneInfo.ClearCachedData();
            var buffer = new GuardedBuffer(DateTimeFormatter.Room);
            foreach (DateTime date in LocalDates())
                buffer.Text(DateTimeFormatter.Format(ref buffer.Destination, date)).Should().Be(JsonSerializer.Serialize(date));
            buffer.AssertIntact();
        }
        finally
        {
            Environment.SetEnvironmentVariable("TZ", before);
            TimeZoneInfo.ClearCachedData();
        }
    }

    /// <summary>Every half hour around both changes of the clock, the hours that are missing and that come twice among them.</summary>
    private static IEnumerable<DateTime> LocalDates()
    {
        yield return DateTime.SpecifyKind(DateTime.MinValue, DateTimeKind.Local);
        yield return DateTime.SpecifyKind(DateTime.MaxValue, DateTimeKind.Local);
        foreach (var day in new[] { new DateTime(2024, 3, 10), new(2024, 3, 31), new(2024, 10, 27), new(2024, 11, 3) })
        {
            for (int half = 0; half < 48; half++)
            {
                yield return DateTime.SpecifyKind(day.AddMinutes(30 * half), DateTimeKind.Local);
                yield return DateTime.SpecifyKind(day.AddMinutes(30 * half), DateTimeKind.Utc).ToLocalTime();
            }
        }
    }
}
