using System.Buffers;
using System.Text.Encodings.Web;
using System.Text.Unicode;

namespace RowJson.Tests;

/// <summary>The encoders that strings are tested with.</summary>
internal static class TestEncoders
{
    public static readonly IReadOnlyDictionary<string, JavaScriptEncoder?> All = new Dictionary<string, JavaScriptEncoder?>
    {
        ["none"] = null,
        ["default"] = JavaScriptEncoder.Default,
        ["relaxed"] = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        ["all"] = JavaScriptEncoder.Create(UnicodeRanges.All),
        ["cyrillic"] = JavaScriptEncoder.Create(UnicodeRanges.BasicLatin, UnicodeRanges.Cyrillic),
        ["no ASCII"] = JavaScriptEncoder.Create(UnicodeRanges.CjkUnifiedIdeographs),
        ["escape letters"] = CreateWithout('b', 'f', 'n', 'r', 't', 'u', '0', 'D', '8'),
        ["custom"] = new Custom(),
    };

    /// <summary>Allows every character but some, such as those that escapes are made of.</summary>
    public static JavaScriptEncoder CreateWithout(params char[] characters)
    {
        var settings = new TextEncoderSettings(UnicodeRanges.All);
        settings.ForbidCharacters(characters);
        return JavaScriptEncoder.Create(settings);
    }

    /// <summary>Lower-case digits, and emoji that are not escaped.</summary>
    public sealed class Custom : JavaScriptEncoder
    {
        public override int MaxOutputCharactersPerInputCharacter => 6;

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

        public override unsafe bool TryEncodeUnicodeScalar(
            int unicodeScalar, char* buffer, int bufferLength, out int numberOfCharactersWritten) =>
            TryWrite($"\\u{unicodeScalar:x4}", new Span<char>(buffer, bufferLength), out numberOfCharactersWritten);
    }

    /// <summary>An escape longer than any of the framework's: Utf8JsonWriter has no room for many of these.</summary>
    public sealed class Wordy : JavaScriptEncoder
    {
        public override int MaxOutputCharactersPerInputCharacter => 2000;

        public override bool WillEncode(int unicodeScalar) => unicodeScalar == 'x';

        public override unsafe int FindFirstCharacterToEncode(char* text, int textLength) =>
            new ReadOnlySpan<char>(text, textLength).IndexOf('x');

        public override unsafe bool TryEncodeUnicodeScalar(
            int unicodeScalar, char* buffer, int bufferLength, out int numberOfCharactersWritten) =>
            TryWrite(new string('y', 2000), new Span<char>(buffer, bufferLength), out numberOfCharactersWritten);
    }

    /// <summary>Writes nothing for a control character or <c>é</c>, or does something else: returns what that does.</summary>
    public sealed class Dropping(Func<bool> drop, int most = 6) : JavaScriptEncoder
    {
        public override int MaxOutputCharactersPerInputCharacter => most;

        public override bool WillEncode(int unicodeScalar) => unicodeScalar is < ' ' or '"' or '\\' or 'é';

        public override unsafe int FindFirstCharacterToEncode(char* text, int textLength)
        {
            for (int i = 0; i < textLength; i++)
                if (WillEncode(text[i])) return i;
            return -1;
        }

        public override unsafe bool TryEncodeUnicodeScalar(
            int unicodeScalar, char* buffer, int bufferLength, out int numberOfCharactersWritten)
        {
            numberOfCharactersWritten = 0;
            return unicodeScalar is < ' ' or 'é'
                ? drop()
                : TryWrite($"\\u{unicodeScalar:x4}", new Span<char>(buffer, bufferLength), out numberOfCharactersWritten);
        }
    }

    /// <summary>Refuses to encode one character.</summary>
    public sealed class Failing : JavaScriptEncoder
    {
        public override int MaxOutputCharactersPerInputCharacter => 6;

        public override bool WillEncode(int unicodeScalar) => unicodeScalar == '中';

        public override unsafe int FindFirstCharacterToEncode(char* text, int textLength) =>
            new ReadOnlySpan<char>(text, textLength).IndexOf('中');

        public override unsafe bool TryEncodeUnicodeScalar(
            int unicodeScalar, char* buffer, int bufferLength, out int numberOfCharactersWritten)
        {
            numberOfCharactersWritten = 0;
            return false;
        }
    }

    /// <summary>Says that it has written more or fewer bytes of UTF-8 than it has.</summary>
    public sealed class Miscounting(int more) : JavaScriptEncoder
    {
        public override int MaxOutputCharactersPerInputCharacter => Default.MaxOutputCharactersPerInputCharacter;

        public override bool WillEncode(int unicodeScalar) => Default.WillEncode(unicodeScalar);

        public override unsafe int FindFirstCharacterToEncode(char* text, int textLength) => Default.FindFirstCharacterToEncode(text, textLength);

        public override unsafe bool TryEncodeUnicodeScalar(
            int unicodeScalar, char* buffer, int bufferLength, out int numberOfCharactersWritten) =>
            Default.TryEncodeUnicodeScalar(unicodeScalar, buffer, bufferLength, out numberOfCharactersWritten);

        public override OperationStatus EncodeUtf8(
            ReadOnlySpan<byte> utf8Source, Span<byte> utf8Destination, out int bytesConsumed, out int bytesWritten, bool isFinalBlock = true)
        {
            OperationStatus status = Default.EncodeUtf8(utf8Source, utf8Destination, out bytesConsumed, out bytesWritten, isFinalBlock);
            bytesWritten += more;
            return status;
        }
    }

    private static bool TryWrite(string escape, Span<char> buffer, out int written)
    {
        bool fits = escape.TryCopyTo(buffer);
        written = fits ? escape.Length : 0;
        return fits;
    }
}
