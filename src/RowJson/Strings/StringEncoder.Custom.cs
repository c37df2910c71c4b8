namespace RowJson;

// Encoders of the user: called as Utf8JsonWriter calls them, but with one segment at a time.
internal static unsafe partial class StringEncoder
{
    // Characters that go from an encoder to the output at a time, unless one escape may be longer.
    private const int CustomChunk = 512;

    // The most room for them, whatever an encoder says of its escapes.
    private const int MostEncoded = 64 * 1024;

    private const int MaxUtf8PerUnit = 3;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int WriteCustom(Utf8Output output, int position, ReadOnlySpan<char> value, EscapeTable escapes)
    {
        position = output.Reserve(position, 1);
        output.At(position++) = (byte)'"';

        int plain = value.Length;
        fixed (char* source = value)
        {
            // Some encoders do not take null for the empty string.
            int first = value.IsEmpty ? -1 : escapes.Encoder.FindFirstCharacterToEncode(source, value.Length);
            if (first >= 0) plain = first;
        }
        position = Transcode(output, position, value[..plain]);
        if (plain < value.Length) position = WriteEncoded(output, position, value[plain..], escapes);

        position = output.Reserve(position, 1);
        output.At(position++) = (byte)'"';
        return position;
    }

    private static int WriteEncoded(Utf8Output output, int position, ReadOnlySpan<char> value, EscapeTable escapes)
    {
        // Room for two scalars of two units each, so that each call makes progress.
        int size = (int)Math.Clamp(2L * 2 * escapes.Encoder.MaxOutputCharactersPerInputCharacter, CustomChunk, MostEncoded);
        using var encoded = new RentedArray<char>(size);
        OperationStatus status;
        do
        {
            status = escapes.Encoder.Encode(value, encoded.Span, out int consumed, out int written);
            bool continues = status == OperationStatus.DestinationTooSmall && consumed > 0;
            if (status != OperationStatus.Done && !continues)
            {
                throw new ArgumentException(
                    $"The encoder {escapes.Encoder.GetType()} failed to encode: {status}. "
                    + "Correct its FindFirstCharacterToEncode and TryEncodeUnicodeScalar.",
                    nameof(value));
            }
            position = Transcode(output, position, encoded.Span[..written]);
            value = value[consumed..];
        }
        while (status != OperationStatus.Done);
        return position;
    }

    // Writes text as it is. A lone surrogate that an encoder did not escape becomes U+FFFD.
    private static int Transcode(Utf8Output output, int position, ReadOnlySpan<char> text)
    {
        while (!text.IsEmpty)
        {
            int count = Math.Min(text.Length, CustomChunk);
            if (count < text.Length && char.IsHighSurrogate(text[count - 1])) count--;
            position = output.Reserve(position, count * MaxUtf8PerUnit);
            position += Encoding.UTF8.GetBytes(text[..count], output.Buffer.AsSpan(position, count * MaxUtf8PerUnit));
            text = text[count..];
        }
        return position;
    }
}
