using System.Text;

namespace RowJson.Tests;

/// <summary>Random JSON text of every kind that a lenient parser accepts: whitespace, comments, trailing commas, escapes, scripts.</summary>
internal static class RandomJsonText
{
    private static readonly string[] Gaps = ["", "", "", "", " ", "\n", "\t ", "\r\n    ", "/**/", "/* ,\"}] */", "// ]\"\n", "//\r", "                                                                        "];

    private static readonly string[] Characters =
    [
        "a", "bcd", "some longer plain text, with a comma", "<", "&'", "+", "`", "/", "\\/", "\\n", "\\\\", "\\\"", "\\t\\r\\b\\f", "\\u0041",
        "\\u00e9", "\\u4e2d", "\\uD83D\\uDE00", "ä", "é", "ж", "Привет", "中", "中文字符。，测试一下", "😀", "\u2028", "\uFFFD", "{", "]", ",", " ", "\u007F",
    ];

    private static readonly string[] Scalars = ["0", "-1", "1.5e+10", "1E-3", "123456789012345678901234567890", "true", "false", "null", "[]", "{}"];

    /// <summary>An array of this many objects and arrays.</summary>
    public static string Array(Random random, int rows)
    {
        var text = new StringBuilder();
        Gap(text, random).Append('[');
        for (int i = 0; i < rows; i++)
        {
            Gap(text, random);
            Nested(text, random, 3);
            Gap(text, random);
            if (i + 1 < rows || random.Next(4) == 0) text.Append(',');
        }
        Gap(text, random).Append(']');
        return Gap(text, random).ToString();
    }

    private static void Nested(StringBuilder text, Random random, int depth)
    {
        bool isObject = random.Next(3) > 0;
        int count = random.Next(6);
        text.Append(isObject ? '{' : '[');
        for (int i = 0; i < count; i++)
        {
            Gap(text, random);
            if (isObject)
            {
                String(text, random);
                text.Append(random.Next(2) == 0 ? ":" : " \n : "); // no comment is allowed there
                Gap(text, random);
            }
            Value(text, random, depth);
            Gap(text, random);
            if (i + 1 < count || random.Next(5) == 0) text.Append(',');
        }
        Gap(text, random).Append(isObject ? '}' : ']');
    }

    private static void Value(StringBuilder text, Random random, int depth)
    {
        switch (random.Next(depth > 0 ? 6 : 5))
        {
            case < 3: String(text, random); break;
            case < 5: text.Append(Scalars[random.Next(Scalars.Length)]); break;
            default: Nested(text, random, depth - 1); break;
        }
    }

    private static void String(StringBuilder text, Random random)
    {
        text.Append('"');
        for (int count = random.Next(8); count > 0; count--) text.Append(Characters[random.Next(Characters.Length)]);
        text.Append('"');
    }

    private static StringBuilder Gap(StringBuilder text, Random random) => text.Append(Gaps[random.Next(Gaps.Length)]);
}
