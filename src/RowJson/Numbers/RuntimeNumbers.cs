using System.Globalization;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace RowJson;

/// <summary>The text that the running runtime gives numbers. It is the one to write; ours is only faster.</summary>
internal static class RuntimeNumbers
{
    /// <summary>A switch of the application: the runtime formats all doubles and floats, whether or not ours are the same.</summary>
    internal const string Switch = "RowJson.UseRuntimeNumbers";

    public static bool IsForced => AppContext.TryGetSwitch(Switch, out bool isOn) && isOn;

    /// <summary>Formats a number as the runtime does, into <paramref name="room"/> bytes.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int Format<T>(ref byte destination, int room, T value)
        where T : struct, IUtf8SpanFormattable
    {
        Span<byte> span = MemoryMarshal.CreateSpan(ref destination, room);
        if (value.TryFormat(span, out int length, format: default, CultureInfo.InvariantCulture)) return length;
        throw new InvalidOperationException($"This runtime writes a {typeof(T).Name} with more than {room} characters: update RowJson.");
    }

    /// <summary>How many numbers our formatter writes unlike the runtime.</summary>
    public static int CountDifferences<T, TFormatter>(ReadOnlySpan<T> probes)
        where T : struct, IUtf8SpanFormattable
        where TFormatter : struct, IProbedFormatter<T>
    {
        int differences = 0;
        Span<byte> ours = stackalloc byte[RowEncoder.MaxScalarLength];
        Span<byte> theirs = stackalloc byte[RowEncoder.MaxScalarLength];
        foreach (T probe in probes)
        {
            int length = TFormatter.FormatOurs(ref MemoryMarshal.GetReference(ours), probe);
            bool isSame = probe.TryFormat(theirs, out int expected, format: default, CultureInfo.InvariantCulture)
                && ours[..length].SequenceEqual(theirs[..expected]);
            if (!isSame) differences++;
        }
        return differences;
    }
}

/// <summary>A formatter that is used only where the runtime writes the same.</summary>
internal interface IProbedFormatter<TValue>
{
    /// <summary>Writes the value by our own rules, whatever the runtime writes.</summary>
    static abstract int FormatOurs(ref byte destination, TValue value);
}

/// <summary>Whether our text of doubles is the runtime's: asked at the first double, then a constant of compiled code.</summary>
internal static class RuntimeDoubles
{
    /// <summary>The probes that the runtime writes otherwise: 0 on .NET 10.</summary>
    public static readonly int Differences = RuntimeNumbers.CountDifferences<double, DoubleFormatter>(Probes);

    public static readonly bool AreOurs = Differences == 0 && !RuntimeNumbers.IsForced;

    /// <summary>One of each decision: the layout, the number of digits, the nearest of the shortest, the ends of the interval.</summary>
    internal static ReadOnlySpan<double> Probes =>
    [
        -0.0, 1.5, 0.0001, 0.00001, // a sign; positional from 1E-04
        99999999999999984, 1e17, 1e-100, // a last digit that is not needed is a zero; the exponent's sign and digits
        0.1 + 0.2, 1e23, // 17 digits; the end of the interval reads as an even number
        9007199254740994, // an integer beyond 2^53
        5.684341886080802E-14, // 2^-44: the lower neighbour is nearer
        double.Epsilon, 2.2250738585072014E-308, double.MaxValue, // the smallest, the smallest normal, the largest
    ];
}

/// <summary>The same for floats.</summary>
internal static class RuntimeSingles
{
    public static readonly int Differences = RuntimeNumbers.CountDifferences<float, SingleFormatter>(Probes);

    public static readonly bool AreOurs = Differences == 0 && !RuntimeNumbers.IsForced;

    internal static ReadOnlySpan<float> Probes =>
    [
        -0.0f, 1.5f, 0.1f, 0.0001f, 0.00001f,
        16777216f, 123456792f, 1e9f, 1e-20f,
        9.8607613E-32f, // 2^-103: the lower neighbour is nearer
        float.Epsilon, 1.17549435E-38f, float.MaxValue,
    ];
}
