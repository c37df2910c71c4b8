namespace RowJson;

// The text that the current runtime writes for numbers. RowJson has to write the same text, and only creates it faster.
internal static class RuntimeNumbers
{
    // A switch of the application: the runtime formats all doubles and floats, whether or not RowJson's text is the same.
    private const string Switch = "RowJson.UseRuntimeNumbers";

    // The digits of RowJson's formatters are vectors with the first digit in the lowest byte.
    public static bool IsForced => !BitConverter.IsLittleEndian || (AppContext.TryGetSwitch(Switch, out bool isOn) && isOn);

    // Formats a number as the runtime does, into room bytes.
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int Format<T>(ref byte destination, int room, T value)
        where T : struct, IUtf8SpanFormattable
    {
        Span<byte> span = MemoryMarshal.CreateSpan(ref destination, room);
        if (value.TryFormat(span, out int length, format: default, CultureInfo.InvariantCulture)) return length;
        throw new InvalidOperationException($"This runtime writes a {typeof(T).Name} with more than {room} characters: update RowJson.");
    }

    // How many of the probes the runtime writes differently from these texts.
    // Texts rather than a call of our formatter: compiling that for the probes alone would take milliseconds.
    public static int CountDifferences<T>(ReadOnlySpan<T> probes, ReadOnlySpan<string> texts)
        where T : struct, IFormattable
    {
        var format = new NumberFormatInfo(); // the invariant one, but no culture is loaded for it: that takes more than all probes
        int differences = 0;
        for (int i = 0; i < probes.Length; i++)
            if (probes[i].ToString(null, format) != texts[i]) differences++;
        return differences;
    }
}

// Whether our text of doubles is the runtime's: checked at the first double, then a constant in compiled code.
internal static class RuntimeDoubles
{
    // How many probes the runtime writes differently: 0 on .NET 10.
    public static readonly int Differences = RuntimeNumbers.CountDifferences(Probes, Texts);

    public static readonly bool AreOurs = Differences == 0 && !RuntimeNumbers.IsForced;

    // One probe for each decision: the layout, the number of digits, the nearest of the shortest, the ends of the interval.
    internal static ReadOnlySpan<double> Probes =>
    [
        -0.0, 1.5, 0.0001, 0.00001, // a sign; positional from 1E-04
        99999999999999984, 1e17, 1e-100, // a last digit that is not needed is a zero; the exponent's sign and digits
        0.1 + 0.2, 1e23, // 17 digits; the end of the interval reads as an even number
        9007199254740994, // an integer beyond 2^53
        5.684341886080802E-14, // 2^-44: the lower neighbour is nearer
        double.Epsilon, 2.2250738585072014E-308, double.MaxValue, // the smallest, the smallest normal, the largest
    ];

    // What DoubleFormatter writes for them.
    internal static ReadOnlySpan<string> Texts => new[]
    {
        "-0", "1.5", "0.0001", "1E-05",
        "99999999999999980", "1E+17", "1E-100",
        "0.30000000000000004", "1E+23",
        "9007199254740994",
        "5.684341886080802E-14",
        "5E-324", "2.2250738585072014E-308", "1.7976931348623157E+308",
    };
}

// How the runtime formats floats.
internal static class RuntimeSingles
{
    public static readonly int Differences = RuntimeNumbers.CountDifferences(Probes, Texts);

    public static readonly bool AreOurs = Differences == 0 && !RuntimeNumbers.IsForced;

    internal static ReadOnlySpan<float> Probes =>
    [
        -0.0f, 1.5f, 0.1f, 0.0001f, 0.00001f,
        16777216f, 123456792f, 1e9f, 1e-20f,
        9.8607613E-32f, // 2^-103: the lower neighbour is nearer
        float.Epsilon, 1.17549435E-38f, float.MaxValue,
    ];

    internal static ReadOnlySpan<string> Texts => new[]
    {
        "-0", "1.5", "0.1", "0.0001", "1E-05",
        "16777216", "123456790", "1E+09", "1E-20",
        "9.8607613E-32",
        "1E-45", "1.1754944E-38", "3.4028235E+38",
    };
}

// Writes finite numbers of 16 bits with the shortest digits that read back as the same number, as the framework does.
internal readonly struct HalfFormatter : IScalarFormatter<Half>
{
    // What must be reserved: the longest text is a sign, a point, five digits and an exponent, -6.1035E-05.
    public const int Room = 1 + 1 + 5 + 4;

    public static int Format(ref byte destination, Half value) => RuntimeNumbers.Format(ref destination, Room, value);
}
