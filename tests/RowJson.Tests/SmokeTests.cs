namespace RowJson.Tests;

public class SmokeTests
{
    [Fact]
    public void Format_default_isArray() => default(JsonRowFormat).Should().Be(JsonRowFormat.Array);
}
