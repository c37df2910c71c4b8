using System.Runtime.InteropServices;
using System.Text.Json;
using static RowJson.Tests.JsonTextSamples;

namespace RowJson.Tests;

[EachVectorLevel]
public class JsonTextCopierTests
{
    /// <summary>Raw JSON of every special sequence that may appear within a string.</summary>
    public static TheoryData<string> InStrings => new(
        @"\n", @"\r", @"\t", @"\b", @"\f", @"\\", @"\/", @"\""", @"\u0041", @"\u000a", @"\u005c", @"\u0022", @"\u0000", @"\u001f",
        @"\u00e4", @"\u4E2d", @"\u4E15", @"\ud83d\ude00", @"\u2028", @"\ufffd", @"\uFFFF", "<", ">", "&", "'", "+", "`", "/", "x", "}",
        ",", "{[", "]", "\u007F", " ", "// no comment", "/* no comment */", ": , ]",
        "\u00E4", "\u0436", "\u4E2D", "\u4E15", "\uFFFD", "\uE000", "\U0001F600", "\U0010FFFF", "\u0080", "\u07FF", "\u0800", "\uFFFE",
        "\uD7FF", "\u3000\u4E00\u9FFF", "\u0436\u0436\u0436\u00E4\u0436\u0436\u0436\u0436\u0436",
        "\u5E8A\u524D\u660E\u6708\u5149\uFF0C\u7591\u662F\u5730\u4E0A\u971C\u3002\u4E3E\u5934\u671B", "\u4E2Da\u4E2D\u00E4\U0001F600\u4E2D");

    /// <summary>JSON with # for a string that grows, each with a special sequence outside of strings.</summary>
    public static TheoryData<string> OutsideStrings => new(
        "[#]", "[#, 1]", "[#\t,\r\n1]", "[#/**/]", "[#,/*a*/]", "[#,//\n]", "[#,//a\r]", "[#/*,]}\"*/,//\"\n/***/ ]", "[#,]", "[#,  ]",
        "{\"a\":#,}", "{\"a\":# , }", "[{\"a\":#,},]", "[1e+5,#,-1.5E+10]", "[[[#]],[{}],{\"b\":[]}]", "[#,true,false,null,0,[],{}]",
        "{\"a\" : # , \"b\\/<\\u0041\" : [ ] }", "[#,/*\u4E2D\u00E4\"*/1]", "[#,// \"\u4E2D \n1]", "[#,\"\"]", "[\"\",#,\"\\\\\",\"\\\"\"]");

    private static readonly string LongTail = new('z', 600);

    [Theory]
    [MemberData(nameof(InStrings))]
    public void Copy_specialInString_sameBytesAtEveryPosition(string special)
    {
        for (int position = 0; position <= 130; position++)
        {
            string fill = new('a', position);
            Check(Utf8($"[\"{fill}{special}\"]"), special);
            if (position < 70) Check(Utf8($"\"{fill}{special}{(position % 2 == 0 ? "" : fill)}\""), special);
            if (position % 4 == 0) Check(Utf8($"{{\"{fill}{special}{special}bc{special}\":\"{special}{fill}\"}}"), special);
        }
    }

    [Theory]
    [MemberData(nameof(InStrings))]
    public void Copy_specialInBlockOfLongText_sameBytesAtEveryPosition(string special)
    {
        // The whole block is rewritten by its mask while much more text follows it.
        for (int position = 0; position <= TextBlock.Size; position++)
        {
            string fill = new('a', position);
            Check(Utf8($"[\"{fill}{special}\",\"{LongTail}\"]"), special);
            Check(Utf8($"{{\"{fill}\u00E9 <{special} \\n{special}\u4E2D,b\":1,\"\":\"{LongTail}{special}{LongTail}\"}}"), special);
        }
    }

    [Theory]
    [InlineData("\"aaaa\"")]
    [InlineData("\"a\\\"<\u00E9\\n\"")]
    [InlineData("\"]}\",{\"b\":[ [ ] ]}")]
    [InlineData(" /* \" */ \"\" , // ]\n 1.5e+10")]
    public void Copy_lastPartOfBlock_sameBytesWhateverIsBeforeIt(string before)
    {
        // The last part is read with what is before it, which is written already.
        foreach (string last in (string[])["1]", "\"<b>\" ]", "{\"c\":[1 , 2,], } , ]", "\"\u4E2D\\\"\\\\\",/*]*/[[]]]", "\"]\",\",\",]"])
        {
            for (int fill = 0; fill <= TextBlock.Size; fill++)
            {
                using JsonDocument document = JsonDocument.Parse($"[\"{new string('x', 40 + fill)}\",{before},{last}", Lenient);
                ReadOnlySpan<byte> text = JsonMarshal.GetRawUtf8Value(document.RootElement);
                for (int e = 0; e < EncodersUsed.Length; e++)
                {
                    byte[] expected = Expected(document.RootElement, EncodersUsed[e].Encoder)!;
                    foreach ((string level, CopyText copy) in Levels)
                    {
                        // More room than is needed, and less than a block after the last part.
                        foreach (int room in (int[])[0, 1, 30, JsonTextCopier.MinRoom + TextBlock.Size])
                        {
                            int size = expected.Length + room;
                            (CopyStatus status, List<byte[]> batches) = CopyInSteps(copy, Copiers[e], text, NoLimits, () => size);
                            AssertSame(
                                status, batches.SelectMany(it => it).ToArray(), expected, fails: false,
                                () => $"{EncodersUsed[e].Name} {level} {fill} {room} {last}");
                        }
                    }
                }
            }
        }
    }

    [Fact]
    public void Copy_everyCharacterOfTheBasicPlaneAmongPlainText_sameBytes()
    {
        var text = new System.Text.StringBuilder();
        for (int row = 0; row < 0x10000; row += 0x400)
        {
            text.Clear().Append("[\"");
            for (int c = Math.Max(row, 0x80); c < row + 0x400; c++)
                if (!char.IsSurrogate((char)c)) text.Append((char)c).Append("plain text");
            Check(Utf8(text.Append(LongTail).Append("\"]").ToString()), $"row {row:X}");
        }
    }

    [Fact]
    public void Copy_batchAmongEscapes_endsAfterTheFirstRowThatFillsIt()
    {
        string row = $"[\"{new string('a', 50)}\u00E9{new string('b', 40)}<c\"]";
        using JsonDocument document = JsonDocument.Parse($"[{string.Join(',', Enumerable.Repeat(row, 40))}]");
        for (int e = 0; e < EncodersUsed.Length; e++)
        {
            byte[] expected = Expected(document.RootElement, EncodersUsed[e].Encoder)![1..^1];
            int rowLength = (expected.Length + 1) / 40;
            foreach ((string level, CopyText copy) in Levels)
            {
                for (int batch = 1; batch < 1_200; batch += 7)
                {
                    (CopyStatus status, List<byte[]> batches) = CopyInSteps(
                        copy, Copiers[e], Inside(document.RootElement), new CopyLimits(batch, 1000), () => 10_000);
                    AssertSame(status, batches.SelectMany(it => it).ToArray(), expected, fails: false, () => level);

                    // The last row of a batch has no comma after it.
                    int rows = (batch + rowLength) / rowLength;
                    batches[0].Should().HaveCount(Math.Min(rows, 40) * rowLength - 1, $"{level} {EncodersUsed[e].Name} {batch}");
                }
            }
        }
    }

    [Fact]
    public void Copy_backslashesInARow_sameBytesAtEveryLengthAndPosition()
    {
        // Every second backslash is escaped; after an even number of them a quote ends the string, after an odd number it does not.
        for (int count = 1; count <= 9; count++)
        {
            string backslashes = new('\\', 2 * (count / 2));
            string escape = count % 2 == 0 ? "" : "\\\"";
            for (int position = 50; position <= 70; position++)
                Check(Utf8($"[\"{new string('a', position)}{backslashes}{escape} b\",[1,{{\"c d\":2}}],\"{LongTail}\"]"), $"{count} {position}");
        }
    }

    [Fact]
    public void Copy_structureAmongEscapes_sameBytesAtEveryPosition()
    {
        string[] structures =
        [
            "\"a<\":{\"b\\\"\":[[],{}]},", "\"a<\" : { \"b\\\"\" : [ 1 , 2 ] } ,\n", "\"\u00E9\":[1,],", "\"\u00E9\":[ 1 , ] , ",
            "\"<\":1,/* \" */", "\"\\u0041\":[{\"}\\\\\":0}],// \\\"\n",
        ];
        foreach (string structure in structures)
            for (int position = 0; position <= TextBlock.Size; position++)
                Check(Utf8($"{{\"{new string('a', position)}\":0,{structure}\"{LongTail}\":\"{LongTail}\",}}"), structure);
    }

    [Fact]
    public void Copy_depthAmongEscapes_isLimitedExactly()
    {
        for (int position = 0; position <= TextBlock.Size; position++)
        {
            byte[] json = Utf8($"[[\"{new string('a', position)}<\\\"\",[[\"\u00E9\"],[2]],\"{LongTail}\"]]").ToArray();
            foreach ((string name, CopyText copy) in Levels)
            {
                CopyAll(copy, Copiers[0], json, new CopyLimits(int.MaxValue, 4)).Status.Should().Be(CopyStatus.Done, name);
                CopyAll(copy, Copiers[0], json, new CopyLimits(int.MaxValue, 3)).Status.Should().Be(CopyStatus.Fallback, name);
            }
        }
    }

    [Fact]
    public void Copy_escapesAndWordsInAnyOrder_sameBytes()
    {
        string[] parts =
        [
            "a", "plain text ", "\\\"", "\\\\", "\\n", "\\/", "\\u0041", "\\u0022", "\\u00e9", "\\u4E2D", "\\ud83d\\ude00", "\\uD83D\\uDE00", "<", "'",
            "\u00E9", "\u0436\u0436\u0436", "\u03BB\u03CC", "\u4E2D\u6587", "\u00B2", "\u2019", "\uFFFE", "\U0001F600", "{", "}, [", "\",\"", "\",[1],\"", "\", {} ,\"",
        ];
        var random = new Random(11);
        for (int run = 0; run < 1500; run++)
        {
            string text = string.Concat(Enumerable.Range(0, random.Next(60)).Select(_ => parts[random.Next(parts.Length)]));
            Check(Utf8($"[\"{text}\",\"{LongTail}\"]"), $"run {run}");
        }
    }

    [Theory]
    [MemberData(nameof(OutsideStrings))]
    public void Copy_specialOutsideStrings_sameBytesAtEveryPosition(string json)
    {
        for (int position = 0; position <= 130; position++)
            Check(Utf8(json.Replace("#", $"\"{new string('a', position)}\"")), json);
    }

    [Theory]
    [InlineData("0")]
    [InlineData("-12.5e+10")]
    [InlineData("1E-3")]
    [InlineData("123456789012345678901234567890123456789012345678901234567890")]
    [InlineData("true")]
    [InlineData("false")]
    [InlineData("null")]
    [InlineData("\"\"")]
    [InlineData("\"a\"")]
    [InlineData("\"abcdefgh\"")]
    [InlineData("\"abcdefghijklmnopqrstuvw\"")]
    [InlineData("\"a<\u0041\\n\\u4e2d\u00e4\u4e2d\ud83d\ude00b\"")]
    [InlineData("{}")]
    public void Copy_scalar_sameBytesAtEveryDestinationSize(string json)
    {
        Check(Utf8(json));
        using JsonDocument document = JsonDocument.Parse(json);
        for (int e = 0; e < EncodersUsed.Length; e++)
        {
            byte[] expected = Expected(document.RootElement, EncodersUsed[e].Encoder)!;
            foreach ((string level, CopyText copy) in Levels)
            {
                for (int size = 0; size <= expected.Length + 1; size++)
                {
                    (CopyStatus status, List<byte[]> batches) = CopyInSteps(copy, Copiers[e], Utf8(json).Span, NoLimits, () => size);
                    AssertSame(status, batches.Should().ContainSingle().Subject, expected, fails: false, () => $"{level} {size}");
                }
            }
        }
    }

    [Theory]
    [InlineData("1,2")]
    [InlineData("1 , 2,")]
    [InlineData("true,\tfalse")]
    [InlineData("\"a\",\"b\"")]
    [InlineData("\"a\" ,{}")]
    [InlineData("\"a\\n\" , \"<\" ,")]
    [InlineData("{},")]
    [InlineData("[],{\"ab\":1},")]
    [InlineData("[],{\"a b\":1},")]
    [InlineData("{\"a b\":[1]},[2]")]
    [InlineData("{\"a\":\",}\"},[ ]")]
    [InlineData("[1],2")]
    public void Copy_shortInsideOfArray_sameBytes(string inside)
    {
        using JsonDocument document = JsonDocument.Parse($"[{inside}]", Lenient);
        byte[] expected = Expected(document.RootElement, EncodersUsed[0].Encoder)![1..^1];
        foreach ((string name, CopyText copy) in Levels)
        {
            (CopyStatus status, byte[] bytes) = CopyAll(copy, Copiers[0], Inside(document.RootElement), NoLimits);
            AssertSame(status, bytes, expected, fails: false, () => name);
        }
    }

    [Fact]
    public void Copy_runsOfWhitespace_areDroppedAtEveryLength()
    {
        for (int length = 0; length <= 200; length++)
        {
            string space = new(' ', length);
            Check(Utf8($"[{space}\"a b\"{space},{space}]"));
            Check(Utf8($"{space}{{\"a\"{space}:{space}1}}{space}"));
        }
    }

    [Theory]
    [InlineData("1,")]
    [InlineData("1 , // end")]
    [InlineData("{},[] /* end */ , ")]
    public void Copy_insideOfArrayWithTrailingComma_dropsIt(string inside)
    {
        using JsonDocument document = JsonDocument.Parse($"[{inside}\n]", Lenient);
        byte[] expected = Expected(document.RootElement, EncodersUsed[0].Encoder)![1..^1];
        foreach ((string name, CopyText copy) in Levels)
        {
            (CopyStatus status, byte[] bytes) = CopyAll(copy, Copiers[0], Inside(document.RootElement), NoLimits);
            AssertSame(status, bytes, expected, fails: false, () => name);
        }
    }

    [Theory]
    [InlineData("\\uD83D")]
    [InlineData("\\uDE00")]
    [InlineData("\\uD83D\\uD83D")]
    [InlineData("\\uD83D\\n")]
    [InlineData("\\uD83Dabcdefgh")]
    [InlineData("\\uDE00\\uD83D")]
    public void Copy_loneSurrogate_fallsBack(string escape)
    {
        foreach (string tail in (string[])["", LongTail])
        {
            for (int position = 0; position < 70; position++)
            {
                ReadOnlyMemory<byte> json = Utf8($"[\"{new string('a', position)}{escape}\",\"{tail}\"]");
                foreach ((string name, CopyText copy) in Levels)
                    CopyAll(copy, Copiers[0], json.Span, NoLimits).Status.Should().Be(CopyStatus.Fallback, name);
            }
        }
    }

    [Theory]
    [InlineData(new byte[] { 0x80 })]
    [InlineData(new byte[] { 0xC0, 0x80 })]
    [InlineData(new byte[] { 0xC3 })]
    [InlineData(new byte[] { 0xE4, 0xB8 })]
    [InlineData(new byte[] { 0xE0, 0x80, 0x80 })]
    [InlineData(new byte[] { 0xED, 0xA0, 0x80 })]
    [InlineData(new byte[] { 0xF0, 0x9F, 0x98 })]
    [InlineData(new byte[] { 0xF4, 0x90, 0x80, 0x80 })]
    [InlineData(new byte[] { 0xE4, 0xB8, 0xAD, 0xE4, 0xB8, 0xAD, 0xE4, 0xB8, 0xAD, 0xE4, 0xB8, 0x2D, 0xE4, 0xB8, 0xAD })]
    [InlineData(new byte[] { 0xD0, 0xB6, 0xD0, 0xB6, 0xD0, 0x36, 0xD0, 0xB6 })]
    [InlineData(new byte[] { 0xFF })]
    public void Copy_illFormedUtf8_fallsBack(byte[] sequence)
    {
        for (int position = 0; position < 70; position++)
        {
            byte[] begin = [.. Utf8("[\"" + new string('a', position)).Span, .. sequence];
            foreach (string tail in (string[])["and more text after it, that is longer", LongTail])
            {
                byte[] json = [.. begin, .. Utf8($"\",\"{tail}\"]").Span];
                JsonDocument.Parse(json).Dispose();
                foreach ((string level, CopyText copy) in Levels)
                    for (int e = 0; e < EncodersUsed.Length; e++)
                        CopyAll(copy, Copiers[e], json, NoLimits).Status.Should().Be(CopyStatus.Fallback, $"{level} {EncodersUsed[e].Name}");
            }
        }
    }

    [Fact]
    [Trait("Speed", "Slow")]
    public void Copy_sequencesCutAndStrayAnywhere_sameAtEveryVectorLevel()
    {
        if (Levels.Length == 0) return;
        byte[][] parts =
        [
            .. new[] { "a", "plain text", "ä", "ж", "\u2019", "\u2028", "\u3000", "\u3001", "中", "文字符", "\uFF0C", "\uFF00", "\uAC00", "\U0001F600" }
                .Select(text => Utf8(text).ToArray()),
            [0x80], [0xBF], [0xC3], [0xE4], [0xE4, 0xB8], [0xE2, 0x80], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xC1, 0x80], [0xF0, 0x9F], [0xFF],
        ];
        var random = new Random(7);
        for (int run = 0; run < 3000; run++)
        {
            // Most texts are well-formed: those hold none of the last parts.
            int kinds = run % 4 == 0 ? parts.Length : parts.Length - 11;
            byte[] text = [.. "[\""u8, .. Enumerable.Range(0, random.Next(80)).SelectMany(_ => parts[random.Next(kinds)]), .. "\",\"and more text\"]"u8];
            for (int e = 0; e < EncodersUsed.Length; e++)
            {
                // Twice: a copier adapts to the text that it has met.
                (CopyStatus Status, byte[] Bytes)[] all = [.. Levels.Concat(Levels).Select(level => CopyAll(level.Copy, Copiers[e], text, NoLimits))];
                all.Should().AllSatisfy(one => one.Status.Should().Be(all[0].Status));
                if (all[0].Status == CopyStatus.Done)
                    Array.TrueForAll(all, one => one.Bytes.AsSpan().SequenceEqual(all[0].Bytes)).Should().BeTrue($"{EncodersUsed[e].Name}: {Convert.ToHexString(text)}");
            }
        }
    }

    [Theory]
    [InlineData("[\"a\"")]
    [InlineData("[\"abc")]
    [InlineData("\"\\")]
    [InlineData("\"\\u12")]
    [InlineData("\"\\ud83d\\u")]
    [InlineData("/")]
    [InlineData("/*")]
    [InlineData("/*/")]
    [InlineData("[]]]]}}}")]
    [InlineData(",,,]")]
    public void Copy_textThatIsNotJson_staysWithinBounds(string text)
    {
        using var sourceMemory = new GuardedMemory(300);
        using var destinationMemory = new GuardedMemory(300);
        foreach ((_, CopyText copy) in Levels)
        {
            var state = default(CopyState);
            Span<byte> source = sourceMemory.CopyAtEnd(Utf8(text).Span);
            Span<byte> destination = destinationMemory.AtEnd(30);
            copy(Copiers[0], source, destination, ref state, NoLimits, out int consumed, out int written);
            consumed.Should().BeLessThanOrEqualTo(source.Length);
            written.Should().BeLessThanOrEqualTo(destination.Length);
        }
    }

    [Fact]
    public void Copy_depth_isLimitedExactly()
    {
        foreach (int depth in new[] { 1, 2, 31, 32, 33, 63, 64, 65, 100, 200 })
        {
            string nested = string.Concat(Enumerable.Repeat("[1,", depth - 1)) + "[]" + new string(']', depth - 1);
            string flat = "[" + string.Concat(Enumerable.Repeat("[],", 50)) + "1]";
            foreach ((string name, CopyText copy) in Levels)
            {
                CopyAll(copy, Copiers[0], Utf8(nested).Span, new CopyLimits(int.MaxValue, depth)).Status.Should().Be(CopyStatus.Done, name);
                CopyAll(copy, Copiers[0], Utf8(nested).Span, new CopyLimits(int.MaxValue, depth - 1)).Status.Should().Be(CopyStatus.Fallback, name);
                CopyAll(copy, Copiers[0], Utf8(flat).Span, new CopyLimits(int.MaxValue, 2)).Status.Should().Be(CopyStatus.Done, name);
                CopyAll(copy, Copiers[0], Utf8(flat).Span, new CopyLimits(int.MaxValue, 1)).Status.Should().Be(CopyStatus.Fallback, name);
            }
        }
    }

    [Fact]
    public void Copy_everyAsciiCharacter_rawAndEscaped()
    {
        for (int c = 0; c < 128; c++)
        {
            Check(Utf8($"[\"ab\\u{c:x4}cd\",\"\\u{c:X4}\"]"));
            if (c >= 0x20 && c is not ('"' or '\\')) Check(Utf8($"[\"ab{(char)c}cd\"]"));
        }
    }

    [Fact]
    public void Copy_everyCharacterOfTheBasicPlane_rawAndEscaped()
    {
        var text = new System.Text.StringBuilder();
        for (int row = 0; row < 0x10000; row += 0x400)
        {
            text.Clear().Append("[\"");
            for (int c = Math.Max(row, 0x80); c < row + 0x400; c++)
            {
                if (char.IsSurrogate((char)c)) continue;
                text.Append((char)c);
                if (c % 7 == 0) text.Append("\",\"");
                if (c % 16 == 0) text.Append($"\\u{c:x4}");
            }
            Check(Utf8(text.Append("\"]").ToString()), $"row {row:X}");
        }
    }

    private static ReadOnlyMemory<byte> Utf8(string text) => System.Text.Encoding.UTF8.GetBytes(text);
}
