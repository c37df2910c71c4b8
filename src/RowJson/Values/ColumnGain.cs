namespace RowJson;

// When objects gain by being written by columns: the rule that rows, and what is nested in them, fulfil everywhere.
internal static class ColumnGain
{
    // Bytes of a type's values that the serializer writes before columns are compiled. Measured: to compile the first type of a process
    // takes some 20 ms of a processor, and the serializer writes 150 bytes in a microsecond. So a process that writes less loses nothing,
    // and one that writes more loses at most the cost of compiling.
    public const int BytesBeforeCompiling = 3 << 20;

    // Bytes before columns of delegates, where no code is made at run time: to make them takes about a millisecond.
    private const int BytesBeforeDelegates = 1 << 17;

    public static int BytesBeforeColumns => RuntimeFeature.IsDynamicCodeSupported ? BytesBeforeCompiling : BytesBeforeDelegates;

    public const int TypicalRow = 100;

    // Columns that have to be written directly for each that the serializer writes, in a call of its own. Measured with the cheapest there
    // are, integers beside a converter: 2 of 4 direct 0.52 of the serializer's speed, 3 of 4 1.03, 4 of 5 1.15, 8 of 9 1.6.
    private const int DirectForOneCall = 3;

    // Columns pay off of which so many are written directly, so many by a user's converter, and so many by the serializer.
    public static bool PaysOff(int direct, int converted, int serialized) => converted + (serialized * DirectForOneCall) <= direct;

    // What the options say about columns has to hold from the first row on, whatever it costs: the serializer does not know of it.
    public static bool IsForced(JsonRowOptions options) =>
        options.ObjectAccess != ObjectAccess.Automatic || options.NonFiniteHandling != JsonNonFiniteHandling.Default;
}
