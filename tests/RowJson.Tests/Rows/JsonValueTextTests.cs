using System.Text;

namespace RowJson.Tests;

public sealed class JsonValueTextTests
{
    [Theory]
    [InlineData("1,2}", 1)]
    [InlineData("-1.5e3}", 6)]
    [InlineData("true}", 4)]
    [InlineData("\"\",", 2)]
    [InlineData("\"a,b}\",", 6)]
    [InlineData("\"a\\\"b\",", 6)]
    [InlineData("\"a\\\\\",", 5)]
    [InlineData("\"a\\\\\\\"\",", 7)]
    [InlineData("{},", 2)]
    [InlineData("[],", 2)]
    [InlineData("[1,[2,{\"a]\":\"}\"}]],7", 18)]
    [InlineData("{\"a\":{\"b\\\"}\":[]}},", 17)]
    [InlineData("{\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\":\"bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\\\\\"}}", 117)]
    public void LengthOf_value_isUpToItsEnd(string text, int length) => JsonValueText.LengthOf(Encoding.UTF8.GetBytes(text)).Should().Be(length);

    [Theory]
    [InlineData("\"")]
    [InlineData("\"\\")]
    [InlineData("\"a\\\"")]
    [InlineData("[[]")]
    [InlineData("[\"]")]
    [InlineData("1")]
    [InlineData("{\"\\")]
    public void LengthOf_textThatEndsEarly_isAllOfIt(string text) => JsonValueText.LengthOf(Encoding.UTF8.GetBytes(text)).Should().Be(text.Length);

    [Theory]
    [InlineData("]1,")]
    [InlineData("}")]
    [InlineData("{]]]\"")]
    public void LengthOf_otherText_staysWithinIt(string text) =>
        JsonValueText.LengthOf(Encoding.UTF8.GetBytes(text)).Should().BeInRange(0, text.Length);
}
