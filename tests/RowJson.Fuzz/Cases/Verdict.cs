using System.Diagnostics.CodeAnalysis;
using System.Text;
using System.Text.Json;

namespace RowJson.Fuzz;

/// <summary>What came of a write, and what is wrong with it.</summary>
internal static class Verdict
{
    private const int Shown = 60;

    /// <summary>The exceptions by which the serializer refuses a value.</summary>
    public static bool IsRefusal(Exception exception) =>
        exception is JsonException or ArgumentException or InvalidOperationException or NotSupportedException or FormatException;

    /// <summary>What is wrong; null if nothing is.</summary>
    public static string? Compare(ReadOnlySpan<byte> actual, Exception? failure, Expected expected)
    {
        if (failure is null && expected.Failure is null) return Compare(actual, expected.Bytes);
        if (failure is null)
            return $"written, but the serializer refuses the rows: {Describe(expected.Failure!)}";
        if (expected.Failure is null) return $"refused, but the serializer writes the rows: {Describe(failure)}";
        if (failure is not JsonRowException && !IsRefusal(failure)) return $"a failure of a wrong kind: {Describe(failure)}";
        if (IsOfACodingError(failure.InnerException) && expected.Failure.GetType() != failure.InnerException.GetType())
            return $"a failure for a wrong reason: {Describe(failure)}";
        return expected.RowEnds is { } ends ? CompareStart(actual, expected.Bytes, ends) : null;
    }

    /// <summary>The same of a write that has been interrupted: it ends so, or is complete all the same.</summary>
    public static string? CompareInterrupted(
        ReadOnlySpan<byte> actual, Exception? failure, Expected expected, Interruption interruption)
    {
        if (interruption.IsIgnored) return "what had failed was used again";
        // A cancellation may come too late, and another failure before it is seen.
        if (failure is null) return interruption.IsFailure ? "written, but something failed" : Compare(actual, failure, expected);
        if (failure is JsonRowException { Stage: JsonRowStage.Value } && expected.Failure is not null)
            return Compare(actual, failure, expected);
        if (!interruption.Explains(failure)) return $"a failure of a wrong kind: {Describe(failure)}";
        // A sink may have taken everything when it fails.
        if (interruption.IsOfSink && expected.Failure is null && actual.SequenceEqual(expected.Bytes)) return null;
        return expected.EndsOfRows is { } ends ? CompareStart(actual, expected.Bytes, ends) : null;
    }

    private static bool IsOfACodingError([NotNullWhen(true)] Exception? exception) =>
        exception is IndexOutOfRangeException or NullReferenceException or ArgumentOutOfRangeException or InvalidCastException;

    /// <summary>A failed output is the beginning of the right one, up to the end of a row.</summary>
    private static string? CompareStart(ReadOnlySpan<byte> actual, ReadOnlySpan<byte> expected, IReadOnlySet<int> ends)
    {
        if (!expected.StartsWith(actual)) return Compare(actual, expected[..Math.Min(actual.Length, expected.Length)]);
        if (ends.Contains(actual.Length)) return null;
        return $"after the failure the output ends at {actual.Length}, not after a complete row: …{Around(actual, actual.Length)}";
    }

    /// <summary>Where the bytes differ; null if they do not.</summary>
    public static string? Compare(ReadOnlySpan<byte> actual, ReadOnlySpan<byte> expected)
    {
        if (actual.SequenceEqual(expected)) return null;
        int at = actual.CommonPrefixLength(expected);
        return $"{actual.Length} bytes instead of {expected.Length}, the first difference at {at}.\n"
            + $"  expected …{Around(expected, at)}…\n  actual   …{Around(actual, at)}…";
    }

    /// <summary>The messages, and where the innermost exception came from.</summary>
    public static string Describe(Exception failure)
    {
        var text = new StringBuilder();
        for (Exception? exception = failure; exception is not null; exception = exception.InnerException)
        {
            text.Append(exception.GetType().Name).Append(": ").AppendLine(exception.Message);
            if (exception.InnerException is null) text.AppendJoin('\n', exception.StackTrace?.Split('\n').Take(12) ?? []);
        }
        return text.ToString();
    }

    private static string Around(ReadOnlySpan<byte> text, int at)
    {
        int start = Math.Max(0, at - Shown);
        return Encoding.Latin1.GetString(text[start..Math.Min(text.Length, at + Shown)]);
    }
}
