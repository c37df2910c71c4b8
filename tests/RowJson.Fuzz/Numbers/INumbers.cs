using System.Buffers.Text;

namespace RowJson.Fuzz;

/// <summary>Numbers of one type, by their bits, and their texts.</summary>
internal interface INumbers
{
    static abstract string Name { get; }

    static abstract ulong Draw(Random random, long index);

    static abstract bool IsFinite(ulong bits);

    static abstract int FormatByFramework(ulong bits, Span<byte> text);

    static abstract int Format(ulong bits, Span<byte> text);
}

/// <summary>Each float once.</summary>
internal readonly struct Floats : INumbers
{
    public const long Count = 1L << 32;

    public static string Name => "floats";

    public static ulong Draw(Random random, long index) => (ulong)index;

    public static bool IsFinite(ulong bits) => float.IsFinite(ToSingle(bits));

    public static int FormatByFramework(ulong bits, Span<byte> text) =>
        Utf8Formatter.TryFormat(ToSingle(bits), text, out int length) ? length : 0;

    public static int Format(ulong bits, Span<byte> text) => SingleFormatter.Format(ref text[0], ToSingle(bits));

    private static float ToSingle(ulong bits) => BitConverter.UInt32BitsToSingle((uint)bits);
}

/// <summary>Any bits; decimals of few and of many digits; numbers from 0 to 1: a quarter each.</summary>
internal readonly struct Doubles : INumbers
{
    public static string Name => "doubles";

    public static ulong Draw(Random random, long index) => BitConverter.DoubleToUInt64Bits((index & 3) switch
    {
        0 => BitConverter.Int64BitsToDouble(random.NextInt64(long.MinValue, long.MaxValue)),
        1 => random.Next() / 100d,
        2 => random.NextInt64() / (double)Digits.PowersOfTen[random.Next(Digits.PowersOfTen.Length)],
        _ => random.NextDouble(),
    });

    public static bool IsFinite(ulong bits) => double.IsFinite(BitConverter.UInt64BitsToDouble(bits));

    public static int FormatByFramework(ulong bits, Span<byte> text) =>
        Utf8Formatter.TryFormat(BitConverter.UInt64BitsToDouble(bits), text, out int length) ? length : 0;

    public static int Format(ulong bits, Span<byte> text) => DoubleFormatter.Format(ref text[0], BitConverter.UInt64BitsToDouble(bits));
}
