using System.Text.Json;

namespace RowJson.Tests;

/// <summary>Numbers where the runtime formats them, as on a runtime that writes our probes otherwise: a switch of this process.</summary>
public class RuntimeNumbersTests
{
    [Fact]
    public void AreOurs_inThisProcess_isFalse()
    {
        RuntimeDoubles.AreOurs.Should().BeFalse();
        RuntimeSingles.AreOurs.Should().BeFalse();
    }

    [Fact]
    public void WriteTo_numbers_areTheSerializers()
    {
        List<Dictionary<string, object?>> rows = [];
        foreach (double value in RuntimeDoubles.Probes) rows.Add(new() { ["v"] = value, ["w"] = (float)Math.Clamp(value, -1e30, 1e30) });
        JsonRows.From(rows).ToJsonString().Should().Be(JsonSerializer.Serialize(rows));
    }

    [Fact]
    public void Format_textLongerThanItsRoom_isRefused()
    {
        byte[] buffer = new byte[8];
        FluentActions.Invoking(() => RuntimeNumbers.Format(ref buffer[0], 3, 1.25)).Should().Throw<InvalidOperationException>();
        buffer.AsSpan(3).ToArray().Should().OnlyContain(b => b == 0);
    }

    [Fact]
    public void CountDifferences_textThatDiffers_isCounted() =>
        RuntimeNumbers.CountDifferences<double>([1, 2.5, 3], new[] { "1", "2.50", "3" }).Should().Be(1);
}
