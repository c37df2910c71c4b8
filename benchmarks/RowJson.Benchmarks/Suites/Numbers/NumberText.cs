using System.Buffers;
using System.Buffers.Text;

namespace RowJson.Benchmarks;

/// <summary>The two ways of writing a value that <see cref="NumberBenchmarks"/> compares; both return the length.</summary>
internal interface INumberText<T>
{
    static abstract int WriteByFramework(Span<byte> destination, T value);

    static abstract int WriteByRowJson(ref byte destination, T value);
}

internal readonly struct IntegerText : INumberText<long>
{
    public static int WriteByFramework(Span<byte> destination, long value)
    {
        _ = Utf8Formatter.TryFormat(value, destination, out int written);
        return written;
    }

    public static int WriteByRowJson(ref byte destination, long value) => IntegerFormatter.Format(ref destination, value);
}

internal readonly struct DoubleText : INumberText<double>
{
    public static int WriteByFramework(Span<byte> destination, double value)
    {
        _ = Utf8Formatter.TryFormat(value, destination, out int written);
        return written;
    }

    public static int WriteByRowJson(ref byte destination, double value) => DoubleFormatter.Format(ref destination, value);
}

internal readonly struct SingleText : INumberText<float>
{
    public static int WriteByFramework(Span<byte> destination, float value)
    {
        _ = Utf8Formatter.TryFormat(value, destination, out int written);
        return written;
    }

    public static int WriteByRowJson(ref byte destination, float value) => SingleFormatter.Format(ref destination, value);
}

internal readonly struct DecimalText : INumberText<decimal>
{
    public static int WriteByFramework(Span<byte> destination, decimal value)
    {
        _ = Utf8Formatter.TryFormat(value, destination, out int written);
        return written;
    }

    public static int WriteByRowJson(ref byte destination, decimal value) => DecimalFormatter.Format(ref destination, value);
}

internal readonly struct DateTimeText : INumberText<DateTime>
{
    // The round-trip format: JSON's, where the last decimal is not 0.
    public static int WriteByFramework(Span<byte> destination, DateTime value)
    {
        destination[0] = (byte)'"';
        _ = Utf8Formatter.TryFormat(value, destination[1..], out int written, new StandardFormat('O'));
        destination[1 + written] = (byte)'"';
        return 1 + written + 1;
    }

    public static int WriteByRowJson(ref byte destination, DateTime value) => DateTimeFormatter.Format(ref destination, value);
}

internal readonly struct GuidText : INumberText<Guid>
{
    public static int WriteByFramework(Span<byte> destination, Guid value)
    {
        destination[0] = (byte)'"';
        _ = Utf8Formatter.TryFormat(value, destination[1..], out int written);
        destination[1 + written] = (byte)'"';
        return 1 + written + 1;
    }

    public static int WriteByRowJson(ref byte destination, Guid value) => GuidFormatter.Format(ref destination, value);
}
