using System.Text.Encodings.Web;
using System.Text.Unicode;

namespace RowJson.Tests;

/// <summary>The encoders that strings are tested with.</summary>
internal static class Encoders
{
    public static readonly IReadOnlyDictionary<string, JavaScriptEncoder?> All = new Dictionary<string, JavaScriptEncoder?>
    {
        ["none"] = null,
        ["default"] = JavaScriptEncoder.Default,
        ["relaxed"] = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        ["all"] = JavaScriptEncoder.Create(UnicodeRanges.All),
        ["cyrillic"] = JavaScriptEncoder.Create(UnicodeRanges.BasicLatin, UnicodeRanges.Cyrillic),
        ["no ASCII"] = JavaScriptEncoder.Create(UnicodeRanges.CjkUnifiedIdeographs),
        ["custom"] = new Verbose(),
    };

    /// <summary>Escapes of many lengths, lower-case digits, and emoji that stand as they are.</summary>
    public sealed class Verbose : JavaScriptEncoder
    {
        public override int MaxOutputCharactersPerInputCharacter => 24;

        public override bool WillEncode(int unicodeScalar) =>
            unicodeScalar is < ' ' or '"' or '\\' or 'x' or (>= 0x400 and < 0x500) or 0xFFFD;

        public override unsafe int FindFirstCharacterToEncode(char* text, int textLength)
        {
            ArgumentNullException.ThrowIfNull(text);
            for (int i = 0; i < textLength; i++)
            {
                if (WillEncode(text[i])) return i;
                if (!char.IsSurrogate(text[i])) continue;
                if (i + 1 == textLength || !char.IsSurrogatePair(text[i], text[i + 1])) return i;
                i++;
            }
            return -1;
        }

        public override unsafe bool TryEncodeUnicodeScalar(int unicodeScalar, char* buffer, int bufferLength, out int numberOfCharactersWritten)
        {
            string escape = unicodeScalar == 'x' ? @"\u0078\u0000\u0078" : $"\\u{unicodeScalar:x4}";
            numberOfCharactersWritten = 0;
            if (escape.Length > bufferLength) return false;
            escape.CopyTo(new Span<char>(buffer, bufferLength));
            numberOfCharactersWritten = escape.Length;
            return true;
        }
    }

    /// <summary>Refuses to encode a percent sign.</summary>
    public sealed class Failing : JavaScriptEncoder
    {
        public override int MaxOutputCharactersPerInputCharacter => 6;

        public override bool WillEncode(int unicodeScalar) => unicodeScalar == '%';

        public override unsafe int FindFirstCharacterToEncode(char* text, int textLength) =>
            new ReadOnlySpan<char>(text, textLength).IndexOf('%');

        public override unsafe bool TryEncodeUnicodeScalar(int unicodeScalar, char* buffer, int bufferLength, out int numberOfCharactersWritten)
        {
            numberOfCharactersWritten = 0;
            return false;
        }
    }
}
