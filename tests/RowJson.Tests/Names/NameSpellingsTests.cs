using System.Text.Encodings.Web;

namespace RowJson.Tests;

public class NameSpellingsTests
{
    [Fact]
    public void Matches_nameThatTookTheIdOfAnother_isNotTheOther()
    {
        var spellings = new NameSpellings();
        var former = new EncodedName("a", "a", 1, JavaScriptEncoder.Default);
        var later = new EncodedName("b", "b", 1, JavaScriptEncoder.Default);
        spellings.Matches(former, "a"u8).Should().BeFalse();
        spellings.Remember(former, "a"u8);
        spellings.Matches(former, "a"u8).Should().BeTrue();
        spellings.Matches(later, "a"u8).Should().BeFalse();

        spellings.Remember(later, "b"u8);
        spellings.Matches(later, "b"u8).Should().BeTrue();
        spellings.Matches(former, "a"u8).Should().BeFalse();
        spellings.Matches(former, "b"u8).Should().BeFalse();
    }

    [Fact]
    public void Remember_severalSpellings_knowsTheLast()
    {
        var spellings = new NameSpellings();
        var name = new EncodedName("a", "a", 7, JavaScriptEncoder.Default);
        foreach (string spelling in new[] { "a", """\u0061""", "", new string('a', 1024), "a" })
        {
            byte[] raw = System.Text.Encoding.UTF8.GetBytes(spelling);
            spellings.Remember(name, raw);
            spellings.Matches(name, raw).Should().BeTrue();
            spellings.Matches(name, [.. raw, 0]).Should().BeFalse();
        }
        spellings.Remember(name, new byte[1025]);
        spellings.Matches(name, new byte[1025]).Should().BeFalse();
    }

    [Fact]
    public void Matches_idsAroundThoseRemembered_isFalse()
    {
        var spellings = new NameSpellings();
        spellings.Remember(Name(7), "a"u8);
        foreach (int id in new[] { 6, 8, 1000 }) spellings.Matches(Name(id), "a"u8).Should().BeFalse();

        static EncodedName Name(int id) => new("a", "a", id, JavaScriptEncoder.Default);
    }
}
