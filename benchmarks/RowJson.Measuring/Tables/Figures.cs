namespace RowJson.Benchmarks;

/// <summary>How figures are written, whatever the culture.</summary>
internal static class Figures
{
    public static string Format(double value, string format) => value.ToString(format, CultureInfo.InvariantCulture);

    /// <summary>A whole number, in groups of three digits.</summary>
    public static string Count(double value) => Format(value, "N0");

    /// <summary>Whether a target is met.</summary>
    public static string Verdict(bool isMet) => isMet ? "met" : "MISSED";

    /// <summary>Nanoseconds: a tenth matters only to short times.</summary>
    public static string Time(double nanoseconds) => Format(nanoseconds, nanoseconds < 100 ? "F1" : "N0");

    /// <summary>How many times: hundredths matter only to small factors.</summary>
    public static string Factor(double value) => Format(value, value < 2 ? "F2" : "F1");

    /// <summary>How well a ratio is known; one round cannot tell.</summary>
    public static string PlusMinus(Ratio ratio) => ratio.Rounds.Length > 1 ? PlusMinus(ratio.Spread) : "-";

    public static string PlusMinus(double share) => "± " + Format(share * 100, share < 0.01 ? "F1" : "F0") + " %";

    public static string Percent(double share) => Format(share * 100, "F0") + " %";
}
