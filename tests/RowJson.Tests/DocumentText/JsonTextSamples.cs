using System.Buffers;
using System.Runtime.InteropServices;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Unicode;

namespace RowJson.Tests;

/// <summary>The encoders, expected bytes and ways to run the copier that its tests share.</summary>
internal static class JsonTextSamples
{
    public static readonly JsonDocumentOptions Lenient = new()
    {
        AllowTrailingCommas = true,
        CommentHandling = JsonCommentHandling.Skip,
        MaxDepth = 2000,
    };

    public static readonly CopyLimits NoLimits = new(int.MaxValue, 1000);

    public static readonly (string Name, JavaScriptEncoder Encoder)[] EncodersUsed =
    [
        ("default", JavaScriptEncoder.Default),
        ("relaxed", JavaScriptEncoder.UnsafeRelaxedJsonEscaping),
        ("all", JavaScriptEncoder.Create(UnicodeRanges.All)),
        ("cyrillic", JavaScriptEncoder.Create(UnicodeRanges.BasicLatin, UnicodeRanges.Cyrillic)),
        ("escape letters", TestEncoders.All["escape letters"]!),
        ("custom", new BracketEncoder()),
    ];

    public static readonly JsonTextCopier[] Copiers = [.. EncodersUsed.Select(e => new JsonTextCopier(new EscapeTable(e.Encoder)))];

    /// <summary>One per vector level that this processor has.</summary>
    public static readonly (string Name, CopyText Copy)[] Levels = [.. AllLevels()];

    public delegate CopyStatus CopyText(
        JsonTextCopier copier, ReadOnlySpan<byte> source, Span<byte> destination, ref CopyState state, in CopyLimits limits,
        out int consumed, out int written);

    /// <summary>What JsonElement.WriteTo writes, or null where it fails.</summary>
    public static byte[]? Expected(JsonElement element, JavaScriptEncoder encoder)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using var writer = new Utf8JsonWriter(buffer, new JsonWriterOptions { Encoder = encoder });
        try
        {
            element.WriteTo(writer);
        }
        catch (InvalidOperationException)
        {
            return null;
        }
        writer.Flush();
        return buffer.WrittenSpan.ToArray();
    }

    /// <summary>Copies all of a text in one call.</summary>
    public static (CopyStatus Status, byte[] Bytes) CopyAll(CopyText copy, JsonTextCopier copier, ReadOnlySpan<byte> source, in CopyLimits limits)
    {
        var state = default(CopyState);
        byte[] destination = new byte[source.Length * 6 + 100];
        CopyStatus status = copy(copier, source, destination, ref state, limits, out _, out int written);
        return (status, destination[..written]);
    }

    /// <summary>
    /// Copies a text call by call, each with a destination that <paramref name="nextSize"/> chooses (doubled when the last one gave
    /// no progress). The batches are what is written between two row ends.
    /// </summary>
    public static (CopyStatus Status, List<byte[]> Batches) CopyInSteps(
        CopyText copy, JsonTextCopier copier, ReadOnlySpan<byte> source, CopyLimits limits, Func<int> nextSize)
    {
        var state = default(CopyState);
        var batches = new List<byte[]>();
        var batch = new List<byte>();
        int least = 0;
        while (true)
        {
            byte[] destination = new byte[Math.Max(nextSize(), least)];
            CopyStatus status = copy(copier, source, destination, ref state, limits, out int consumed, out int written);
            batch.AddRange(destination[..written]);
            source = source[consumed..];
            if (status != CopyStatus.DestinationTooSmall)
            {
                batches.Add([.. batch]);
                batch.Clear();
                if (status != CopyStatus.RowEnd) return (status, batches);
            }
            least = consumed == 0 && written == 0 ? destination.Length + 1 : 0;
            least.Should().BeLessThanOrEqualTo(JsonTextCopier.MinRoom, "that much room is enough for a step");
        }
    }

    /// <summary>The text between the brackets of an array.</summary>
    public static ReadOnlySpan<byte> Inside(JsonElement array) => JsonMarshal.GetRawUtf8Value(array)[1..^1];

    /// <summary>Checks a document against JsonElement.WriteTo, for every encoder and level.</summary>
    public static void Check(ReadOnlyMemory<byte> json, string because = "")
    {
        using JsonDocument document = JsonDocument.Parse(json, Lenient);
        ReadOnlySpan<byte> text = JsonMarshal.GetRawUtf8Value(document.RootElement);
        for (int e = 0; e < EncodersUsed.Length; e++)
        {
            byte[]? expected = Expected(document.RootElement, EncodersUsed[e].Encoder);
            foreach ((string level, CopyText copy) in Levels)
            {
                (CopyStatus status, byte[] bytes) = CopyAll(copy, Copiers[e], text, NoLimits);
                AssertSame(status, bytes, expected, () => $"{EncodersUsed[e].Name} {level} {because} {Convert.ToBase64String(json.Span[..Math.Min(json.Length, 300)])}");
            }
        }
    }

    public static void AssertSame(CopyStatus status, ReadOnlySpan<byte> actual, ReadOnlySpan<byte> expected, bool fails, Func<string> because)
    {
        if (fails) status.Should().Be(CopyStatus.Fallback, because());
        else if (status != CopyStatus.Done || !actual.SequenceEqual(expected))
        {
            status.Should().Be(CopyStatus.Done, because());
            System.Text.Encoding.UTF8.GetString(actual).Should().Be(System.Text.Encoding.UTF8.GetString(expected), because());
            actual.ToArray().Should().Equal(expected.ToArray(), because());
        }
    }

    private static void AssertSame(CopyStatus status, byte[] actual, byte[]? expected, Func<string> because) =>
        AssertSame(status, actual, expected, expected is null, because);

    private static IEnumerable<(string, CopyText)> AllLevels()
    {
        // Without vectors nothing is copied: JsonElement.WriteTo writes it.
        if (!TextBlock128.IsSupported) yield break;
        yield return ("chosen", static (JsonTextCopier c, ReadOnlySpan<byte> s, Span<byte> d, ref CopyState state, in CopyLimits l, out int read, out int written) =>
            c.Copy(s, d, ref state, l, out read, out written));
        yield return Level<TextBlock128>();
        if (TextBlock256.IsSupported) yield return Level<TextBlock256>();
        if (TextBlock512.IsSupported) yield return Level<TextBlock512>();
    }

    private static (string, CopyText) Level<TBlock>() where TBlock : struct, ITextBlock<TBlock> =>
        (typeof(TBlock).Name, static (JsonTextCopier c, ReadOnlySpan<byte> s, Span<byte> d, ref CopyState state, in CopyLimits l, out int read, out int written) =>
            c.Copy<TBlock>(s, d, ref state, l, out read, out written));

    /// <summary>A user's encoder: lengthens some characters, in its own notation, and allows some that others escape.</summary>
    private sealed unsafe class BracketEncoder : JavaScriptEncoder
    {
        public override int MaxOutputCharactersPerInputCharacter => 12;

        public override bool WillEncode(int unicodeScalar) =>
            unicodeScalar is '"' or '\\' or 'x' or '/' or ',' or '}' or < 0x20 or 0xE4 or (>= 0x4E10 and < 0x4E20) or 0x1F600;

        public override int FindFirstCharacterToEncode(char* text, int textLength)
        {
            for (int i = 0; i < textLength; i++)
            {
                int scalar = char.IsHighSurrogate(text[i]) && i + 1 < textLength ? char.ConvertToUtf32(text[i], text[i + 1]) : text[i];
                if (WillEncode(scalar)) return i;
                if (scalar > 0xFFFF) i++;
            }
            return -1;
        }

        public override bool TryEncodeUnicodeScalar(int unicodeScalar, char* buffer, int bufferLength, out int numberOfCharactersWritten)
        {
            string text = unicodeScalar switch
            {
                '"' => "\\\"",
                '\\' => "\\\\",
                '\n' => "\\n",
                'x' => "\\u0058",
                '/' => "\\/",
                _ => $"<{unicodeScalar:x}>",
            };
            numberOfCharactersWritten = 0;
            if (text.Length > bufferLength) return false;
            text.CopyTo(new Span<char>(buffer, bufferLength));
            numberOfCharactersWritten = text.Length;
            return true;
        }
    }
}
