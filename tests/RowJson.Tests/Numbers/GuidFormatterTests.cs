using System.Text.Json;

namespace RowJson.Tests;

[EachVectorLevel]
public class GuidFormatterTests
{
    private readonly GuardedBuffer _buffer = new(GuidFormatter.Room);

    [Theory]
    [InlineData("00000000-0000-0000-0000-000000000000")]
    [InlineData("ffffffff-ffff-ffff-ffff-ffffffffffff")]
    [InlineData("01234567-89ab-cdef-fedc-ba9876543210")]
    public void Format_value_isQuoted(string text)
    {
        Text(Guid.Parse(text)).Should().Be($"\"{text}\"").And.HaveLength(GuidFormatter.Room);
        _buffer.AssertIntact();
    }

    [Fact]
    public void Format_pseudoRandomBytes_areThoseOfJsonSerializer()
    {
        var random = new Random(20255);
        Span<byte> bytes = stackalloc byte[16];
        for (int i = 0; i < 10_000; i++)
        {
            random.NextBytes(bytes);
            var value = new Guid(bytes);
            string expected = JsonSerializer.Serialize(value);
            if (Text(value) != expected) Assert.Fail($"{expected}: {Text(value)}");
        }
        _buffer.AssertIntact();
    }

    private string Text(Guid value) => _buffer.Text(GuidFormatter.Format(ref _buffer.Destination, value));
}
