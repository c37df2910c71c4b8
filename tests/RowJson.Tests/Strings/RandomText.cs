using System.Text;

namespace RowJson.Tests;

/// <summary>Seeded text of many kinds.</summary>
internal static class RandomText
{
    /// <summary>Runs of one kind each, as real text has them: words, escapes, accents, Cyrillic, CJK, emoji, lone surrogates.</summary>
    public static string Runs(Random random, int length)
    {
        var text = new StringBuilder(length + 2);
        while (text.Length < length)
        {
            int kind = random.Next(12);
            for (int run = random.Next(1, random.Next(2, 40)); run > 0 && text.Length < length; run--)
            {
                switch (kind)
                {
                    case 0: text.Append((char)random.Next(0, 0x80)); break;
                    case 1: text.Append("\"\\\n\t<>&+'"[random.Next(9)]); break;
                    case 2: text.Append((char)random.Next(0x80, 0x180)); break;
                    case 3: text.Append((char)random.Next(0x400, 0x460)); break;
                    case 4: text.Append((char)random.Next(0x4E00, 0x9FF0)); break;
                    case 5: text.Append((char)random.Next(0x3000, 0x3100)); break;
                    case 6: text.Append(char.ConvertFromUtf32(random.Next(0x10000, 0x110000))); break;
                    case 7: text.Append((char)random.Next(0xD780, 0xE080)); break;
                    case 8: text.Append(random.Next(3) == 0 ? 'é' : 'e'); break;
                    default: text.Append((char)random.Next('a', 'z' + 1)); break;
                }
            }
        }
        return text.ToString();
    }

    /// <summary>Random code units, half of them surrogates.</summary>
    public static string Units(Random random, int length) => string.Create(length, random, static (text, random) =>
    {
        for (int i = 0; i < text.Length; i++)
            text[i] = (char)(random.Next(2) == 0 ? random.Next(0x10000) : random.Next(0xD800, 0xE000));
    });
}
