namespace RowJson;

// The serializer's refusal of a number that JSON does not have: its exception has no path.
internal static class NonFiniteFailure
{
    public static bool Is(Exception cause) =>
        cause is ArgumentException && ExceptionText.MessageOf(cause).Contains("AllowNamedFloatingPointLiterals", StringComparison.Ordinal);

    // The exception comes from CellEncoder.WriteNonFinite, and already says what to do.
    public static bool IsOwn(Exception cause) =>
        cause is ArgumentException && ExceptionText.MessageOf(cause).StartsWith("JSON has no number for ", StringComparison.Ordinal);

    // The first property of a row that has such a number; null if none has one, or if the exception is another one.
    public static string? ColumnOf(Exception exception, object? row, JsonTypeInfo contract)
    {
        if (row is null || !Is(exception)) return null;
        // A getter is asked once more, and may fail.
        return Quietly.Ask(
            contract, it => it.Properties.Where(it => ScalarTypes.Of(it.PropertyType) is { HasNonFinite: true })
                .FirstOrDefault(it => !double.IsFinite(NumberOf(it.Get?.Invoke(row))))?.Name,
            otherwise: null);
    }

    // The floating-point number that a value is or holds, which JSON may not have; 0 for all other values.
    public static double NumberOf<TValue>(TValue value) => value switch
    {
        double number => number,
        float number => number,
        Half number => (double)number,
        JsonValue node => node.TryGetValue(out double wide) ? wide : node.TryGetValue(out float single) ? single : 0,
        _ => 0,
    };
}
