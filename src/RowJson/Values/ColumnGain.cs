namespace RowJson;

// Decides when objects gain from being written by columns: one rule for rows and for the objects nested in them.
internal static class ColumnGain
{
    // Bytes of a type's values that the serializer writes before columns are compiled. Measured: to compile the first type of a process
    // takes some 20 ms of a processor, and the serializer writes 150 bytes in a microsecond. So a process that writes less loses nothing,
    // and one that writes more loses at most the cost of compiling.
    public const int BytesBeforeCompiling = 3 << 20;

    // Bytes before columns of delegates, if no code is made at run time: making them takes about a millisecond.
    private const int BytesBeforeDelegates = 1 << 17;

    public static int BytesBeforeColumns => RuntimeFeature.IsDynamicCodeSupported ? BytesBeforeCompiling : BytesBeforeDelegates;

    public const int TypicalRow = 100;

    // The number of columns written directly that make up for one that the serializer writes in a call of its own. Measured with the
    // cheapest columns, integers beside a converter: 2 of 4 direct 0.52 of the serializer's speed, 3 of 4 1.03, 4 of 5 1.15, 8 of 9 1.6.
    private const int DirectForOneCall = 3;

    // The same for indented rows, in which each call of the serializer or of a converter begins anew, at the depth of its value. Measured:
    // 3 of 6 direct 0.46 of the serializer's speed, 5 of 6 1.14, 11 of 12 1.4.
    private const int DirectForOneIndentedCall = 5;

    public static bool PaysOff(PropertyChoice[] properties, bool isIndented)
    {
        int serialized = properties.Count(it => it.Member is null);
        int converted = properties.Count(it => it.Converter is not null);
        int direct = properties.Length - serialized - converted;
        return isIndented
            ? (converted + serialized) * DirectForOneIndentedCall <= direct
            : converted + (serialized * DirectForOneCall) <= direct;
    }

    // Options about columns have to apply from the first row on, whatever that costs: the serializer does not know them.
    public static bool IsForced(JsonRowOptions options) =>
        options.ObjectAccess != ObjectAccess.Automatic || options.NonFiniteHandling != JsonNonFiniteHandling.Default;
}
