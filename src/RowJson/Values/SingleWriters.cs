namespace RowJson;

// Numbers that are written as strings, or their nullable forms.
internal sealed class QuotedNumberWriter<TValue> : ValueWriter<TValue>
{
    public override int Write(ValueEncoder encoder, int position, TValue value) => encoder.WriteQuoted(position, value);
}

internal sealed class BytesWriter : ValueWriter<byte[]>
{
    public override int Write(ValueEncoder encoder, int position, byte[] value) => encoder.WriteBase64(position, value);
}

// The writers of classes that are one string each.
internal static class TextClassWriter
{
    // Null if the type is not one of them.
    public static object? For(Type type) => type == typeof(Uri) ? new UriWriter() : type == typeof(Version) ? new VersionWriter() : null;

    private sealed class UriWriter : ValueWriter<Uri>
    {
        public override int Write(ValueEncoder encoder, int position, Uri value) => encoder.WriteText(position, value.OriginalString);
    }

    private sealed class VersionWriter : ValueWriter<Version>
    {
        // Four integers and the points between them.
        private const int MaxLength = 4 * 10 + 3;

        public override int Write(ValueEncoder encoder, int position, Version value)
        {
            Span<char> text = stackalloc char[MaxLength];
            value.TryFormat(text, out int length);
            return encoder.WriteText(position, text[..length]);
        }
    }
}

internal sealed class AnyWriter : ValueWriter<object>
{
    public static AnyWriter Instance { get; } = new();

    public override int Write(ValueEncoder encoder, int position, object value) => encoder.WriteAny(position, value);
}

// Scalars or strings that are the values of something else.
internal sealed class SingleWriter<TValue> : ValueWriter<TValue>
{
    public override int Write(ValueEncoder encoder, int position, TValue value) => encoder.WriteTypedValue(position, value, key: null);
}

// Values of F# that may be missing: an option is a class, whose None is null; a value option is a structure.
internal sealed class OptionWriter<TOption, TValue>(ValueWriter<TValue> writer) : ValueWriter<TOption>
{
    private static readonly MemberGetter<TOption, TValue> Value = new(PropertyOf(nameof(Value)));
    private static readonly MemberGetter<TOption, bool> IsSome = typeof(TOption).IsValueType ? new(PropertyOf(nameof(IsSome))) : default;

    public override int Write(ValueEncoder encoder, int position, TOption value)
    {
        if (typeof(TOption).IsValueType && !IsSome.Get(ref value)) return encoder.WriteNull(position);
        TValue some = Value.Get(ref value);
        return some is null ? encoder.WriteNull(position) : writer.Write(encoder, position, some);
    }

    [UnconditionalSuppressMessage("Trimming", "IL2090", Justification = "The serializer reads the same properties.")]
    private static System.Reflection.PropertyInfo PropertyOf(string name) => typeof(TOption).GetProperty(name)!;
}
