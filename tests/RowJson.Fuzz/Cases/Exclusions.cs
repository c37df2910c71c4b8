using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;

namespace RowJson.Fuzz;

/// <summary>
/// Every documented difference from <see cref="JsonSerializer"/>: what the fuzzer does not compare, one line each with its reason.
/// </summary>
internal static class Exclusions
{
    /// <summary>
    /// 2^-25 and 2^-958: .NET 10 drops a digit, and they do not round-trip (README, What it promises). Tests of their own.
    /// </summary>
    public static double WritesEveryPowerOfTwo(double value) =>
        Math.Abs(value) == Math.ScaleB(1, -25) || Math.Abs(value) == Math.ScaleB(1, -958) ? 1.5 : value;

    /// <summary>
    /// <see cref="DBNull"/> as the value of a property: OmitNulls leaves it out, which cannot be seen in the <c>{}</c> of the serializer
    /// that the comparison of objects begins with. JsonRowOptionsTests have it.
    /// </summary>
    public static object? IsDeclaredAsObject(object? value) => value is DBNull ? null : value;

    /// <summary>
    /// A name whose bytes are no UTF-8 cannot be given to a filter or a policy: with options that change rows the row is refused. Without
    /// them it is written as the serializer writes it.
    /// </summary>
    public static void NamesMustBeText(JsonElement row)
    {
        if (row.ValueKind != JsonValueKind.Object) return;
        foreach (JsonProperty cell in row.EnumerateObject()) _ = cell.Name;
    }

    /// <summary>
    /// A <see cref="JsonObject"/> with a repeated name cannot be enumerated: with options that change rows it is refused.
    /// </summary>
    public static void NamesMustBeUnique(JsonElement row)
    {
        foreach (KeyValuePair<string, JsonNode?> cell in JsonObject.Create(row)!) _ = cell.Key;
    }

    /// <summary>Whether a case is compared.</summary>
    public static bool Compares(FuzzSource source, FuzzData data, SerializerSettings serializer, RowSettings rows, FuzzSink sink) =>
        !(
            LinesAreDocuments(rows, sink)
            || RowsOneByOneHaveNoEnvelope(rows, sink)
            || IndentedRowsHaveNoLineBreaks(serializer, rows)
            || CompactRowsAreNotIndented(serializer, rows)
            || CompactObjectsHaveAllColumns(data, serializer, rows)
            || ObjectsAreIndentedAsAWhole(data, serializer, rows, sink)
            || PreserveIsForWholeLists(source, serializer, rows, sink)
            || DepthIsOfTheWholeArray(source, data, serializer, rows, sink)
            || GeneratedCodeLooksAtNoDepth(data, serializer)
            || NonFiniteOfObjectsIsTheirMetadatas(data, rows)
            || DropInHasNoRowOptions(rows, sink)
            || AsynchronousSourcesNeedAsynchronousSinks(source, sink));

    /// <summary>Whether a value is compared in a way.</summary>
    public static bool Compares(TypeFamily types, SerializerSettings serializer, ValueSettings settings, object? value) =>
        settings.Options switch
        {
            // References are numbered through the whole list (docs/limits.md).
            // And a row is a level of its own.
            FastOptions.Rows => serializer is { Preserves: false, MaxDepth: not 1 } && settings.Place is Place.Element or Place.ObjectElement && settings.Way == ValueWays.Bytes,
            FastOptions.RowSerializer => ValueWays.Streams.Contains(settings.Way),
            FastOptions.Write => !ValueWays.Reads.Contains(settings.Way),
            // .NET 10 loses elements of a ReadOnlyMemory<T> that it reads from a stream in parts.
            _ => !ValueWays.Reads.Contains(settings.Way) || !ValueWays.IsStream(settings.Way) || !types.HasMemory,
        }
        // In a copy of options for both directions, a converter that is inserted cannot be told from one that is added (docs/drop-in.md).
        && !(settings is { Options: FastOptions.Both, Copy: CopyOfOptions.ConverterInserted } && (serializer.HasConverters || serializer.HasEnumNames))
        && !ConvertersDoNotKnowWhatIsAround(types, serializer, settings)
        && !ReadsArgumentsInParts(types, serializer, settings)
        && !(settings.Options == FastOptions.Rows && IsListOfPairs(value))
        // Written as an object, it has no discriminator there (docs/drop-in.md).
        && !(serializer.IgnoresCycles && settings.IsDeclaredAsObject && value is not null && ValueMaker.IsPolymorphic(value.GetType()));

    /// <summary>
    /// Options for both directions that have converters of RowJson: a polymorphic object is the serializer's, and what it says about the
    /// numbers in a value of any type, or about populating a collection, does not reach the converter of that collection. Nor does what a
    /// contract of a dictionary says (docs/drop-in.md).
    /// </summary>
    private static bool ConvertersDoNotKnowWhatIsAround(TypeFamily types, SerializerSettings serializer, ValueSettings settings) =>
        settings.Options is FastOptions.Both or FastOptions.Configured && HasConvertersOfOurs(serializer, settings)
        && ((types.IsPolymorphic && (types.HasNumberHandling || types.Populates)) || serializer.Change == ContractChange.NumbersOfOthers);

    /// <summary>
    /// .NET 10 loses arguments of constructors that it reads in parts, or that it reads to populate an object: a converter reads all at once.
    /// </summary>
    private static bool ReadsArgumentsInParts(TypeFamily types, SerializerSettings serializer, ValueSettings settings) =>
        ValueWays.Reads.Contains(settings.Way) && types.HasConstructors && HasConvertersOfOurs(serializer, settings)
        && (serializer.PopulatesObjects || types.Populates || ValueWays.IsStream(settings.Way));

    /// <summary>
    /// .NET 10 cannot read some structures with extension data from a stream in parts, although it has written the text: a converter reads it at once.
    /// </summary>
    public static bool SerializerLosesItsPlace(ValueSettings settings, Observation expected, Observation actual) =>
        settings.Damage == Damage.None && ValueWays.IsStream(settings.Way)
        && expected.Failure is System.Text.Json.JsonException && actual.Failure is null;

    /// <summary>Rows that are lists of pairs are written as objects (docs/limits.md).</summary>
    private static bool IsListOfPairs(object? value)
    {
        Type[] faces = [.. (value?.GetType().GetInterfaces() ?? []).Where(it => it.IsGenericType)];
        return faces.Any(it => it.GetGenericTypeDefinition() == typeof(IEnumerable<>)
                && it.GetGenericArguments()[0] is { IsGenericType: true } item && item.GetGenericTypeDefinition() == typeof(KeyValuePair<,>))
            && !faces.Any(it => it.GetGenericTypeDefinition() == typeof(IDictionary<,>) || it.GetGenericTypeDefinition() == typeof(IReadOnlyDictionary<,>));
    }

    private static bool HasConvertersOfOurs(SerializerSettings serializer, ValueSettings settings) =>
        serializer.Encoder != SerializerSettings.Default || serializer.KeyPolicy is not null
        || (serializer.Numbers & ~JsonNumberHandling.AllowReadingFromString) != 0
        || (serializer.HasConverters && serializer.HasModifier) || settings.Copy != CopyOfOptions.None;

    /// <summary>Whether a fault is a difference that is documented.</summary>
    public static bool Explains(
        string fault, TypeFamily types, SerializerSettings serializer, ValueSettings settings, object? value, Observation expected, Observation actual) =>
        MessagesOfRowsAreTheirOwn(fault, settings)
        || RowsAreNoList(fault, serializer, settings)
        || DepthIsSeenByAnother(fault, serializer, settings, expected, actual)
        || DepthOfStreamsVaries(serializer, settings, expected, actual)
        || NullsAreWithinDepth(serializer, expected, actual)
        || ListsAreHeld(fault, settings, expected, actual)
        || RawValuesNeedRoomForAComma(fault, settings, expected, actual)
        || PopulatingIsForReading(expected)
        || PopulatingIsForReading(actual)
        || LongDocumentsGoInParts(fault, expected, actual)
        || SequencesAreReadOnce(fault, expected, actual)
        || OnlyACallFindsTheContract(fault, serializer, settings, value)
        || WrongContractsAreSeenWhenNeeded(expected)
        || WrongContractsAreSeenWhenNeeded(actual)
        || NumbersAreKept(types, serializer, expected, actual)
        || SerializerLeavesEnumerators(fault, expected)
        || ConvertersWriteAValue(types, expected, actual);

    /// <summary>
    /// A list is a whole there: where both leave a part of the output in a stream, that part may be longer (docs/drop-in.md, Memory).
    /// </summary>
    private static bool ListsAreHeld(string fault, ValueSettings settings, Observation expected, Observation actual) =>
        fault.StartsWith("left", StringComparison.Ordinal) && ValueWays.Streams.Contains(settings.Way)
        && expected.Bytes.Length > 0 && actual.Bytes.AsSpan().StartsWith(expected.Bytes);

    /// <summary>
    /// A <see cref="System.Text.Json.Utf8JsonWriter"/> first takes 256 bytes, and hands them on when a value may not fit. A raw value has to leave room for a
    /// comma as well, so that it hands on a byte or two earlier. It does not flush.
    /// </summary>
    private static bool RawValuesNeedRoomForAComma(string fault, ValueSettings settings, Observation expected, Observation actual) =>
        fault.StartsWith("left", StringComparison.Ordinal) && ValueWays.Streams.Contains(settings.Way)
        && expected.Bytes.Length == 0 && actual.Bytes.Length is > 250 and < 256 && actual.Flushes == expected.Flushes;

    /// <summary>A contract that can be written, but not populated, is refused when it is first used: RowJson may never need it.</summary>
    private static bool PopulatingIsForReading(Observation seen) =>
        seen.Failure?.Message.Contains("Populate", StringComparison.Ordinal) == true;

    /// <summary>
    /// A value declared as an object whose number handling or discriminator only a call of the serializer knows, in a writer that indents: the
    /// call flushes it (docs/drop-in.md).
    /// </summary>
    private static bool OnlyACallFindsTheContract(string fault, SerializerSettings serializer, ValueSettings settings, object? value) =>
        fault.StartsWith("flushes", StringComparison.Ordinal)
        && settings is { Place: Place.Object or Place.Root, Way: "writer that indents" }
        && (value is Int128 or UInt128 or Half
            ? serializer.Numbers != 0
            : HasSeveralPolymorphicAncestors(value?.GetType()));

    private static bool HasSeveralPolymorphicAncestors(Type? type)
    {
        List<Type> ancestors = [.. type?.GetInterfaces() ?? []];
        for (Type? ancestor = type?.BaseType; ancestor is not null; ancestor = ancestor.BaseType) ancestors.Add(ancestor);
        return ancestors.Count(it => it.IsDefined(typeof(JsonDerivedTypeAttribute), inherit: false)) > 1;
    }

    /// <summary>
    /// The serializer holds a list of documents or elements until its end; RowJson sends it in parts, of at least 14 KB (docs/drop-in.md, Memory).
    /// </summary>
    private static bool LongDocumentsGoInParts(string fault, Observation expected, Observation actual) =>
        fault.StartsWith("flushes", StringComparison.Ordinal)
        && actual.Writes + actual.Flushes <= expected.Writes + expected.Flushes + (expected.Bytes.Length / 14_000);

    /// <summary>
    /// A sequence that is kept nowhere is not read again for the message about a failure in it, which then names its type as well
    /// (docs/drop-in.md, Failures).
    /// </summary>
    private static bool SequencesAreReadOnce(string fault, Observation expected, Observation actual)
    {
        const string place = " The unsupported member type is located on";
        return fault.StartsWith("message", StringComparison.Ordinal) && expected.Failure is NotSupportedException { Message: { } message }
            && actual.Failure!.Message.StartsWith(message.Split(" Path: ")[0].Split(place)[0] + place, StringComparison.Ordinal);
    }

    /// <summary>
    /// A contract that is wrong, for example for reading only, is refused where it is first needed: which values need it differs (docs/drop-in.md).
    /// </summary>
    public static bool WrongContractsAreSeenWhenNeeded(Observation seen) =>
        seen.Failure?.Message.Contains("is marked required but does not specify a setter", StringComparison.Ordinal) == true
        || seen.Failure?.Message.Contains("is not a supported derived type for the polymorphic type", StringComparison.Ordinal) == true
        // The serializer may refuse such a contract at its first use and not at the next.
        || seen.Failure?.Message.Contains("should specify at least one derived type", StringComparison.Ordinal) == true;

    /// <summary>With a number handling, a list exactly at MaxDepth that is declared as an object is written (docs/drop-in.md).</summary>
    private static bool NumbersAreKept(TypeFamily types, SerializerSettings serializer, Observation expected, Observation actual) =>
        serializer.MaxDepth != 0 && (serializer.Numbers != 0 || types.HasNumberHandling) && expected.IsTooDeep && actual.Failure is null;

    /// <summary>
    /// After a failure the serializer does not dispose of the innermost enumerator under way, or does, depending on what was around the value
    /// of its call. A value that has failed is given to it once more, for its message.
    /// </summary>
    private static bool SerializerLeavesEnumerators(string fault, Observation expected) =>
        expected.Failure is not null
        && (fault.StartsWith("calls: 1 enumerators are left", StringComparison.Ordinal) || fault == "calls: 2 enumerators are left instead of 1");

    /// <summary>The rows of <see cref="JsonRows"/> are not written as a list: its contract's callbacks and number handling do not count.</summary>
    private static bool RowsAreNoList(string fault, SerializerSettings serializer, ValueSettings settings) =>
        settings.Options == FastOptions.Rows
        && ((serializer.Change == ContractChange.Callbacks && fault.StartsWith("calls", StringComparison.Ordinal))
            || serializer.Change == ContractChange.Numbers);

    /// <summary>A <see cref="JsonRowException"/> says where a row failed: its inner exception need not.</summary>
    private static bool MessagesOfRowsAreTheirOwn(string fault, ValueSettings settings) =>
        settings.Options == FastOptions.Rows && (fault.StartsWith("message", StringComparison.Ordinal) || fault.StartsWith("path", StringComparison.Ordinal));

    /// <summary>
    /// What is nested too deeply is found by the writer, or by the serializer a level before or after: the message and the path are one of
    /// theirs.
    /// </summary>
    private static bool DepthIsSeenByAnother(
        string fault, SerializerSettings serializer, ValueSettings settings, Observation expected, Observation actual) =>
        ((expected.IsTooDeep && (actual.IsTooDeep || IsOfNothing(actual) || IsOfGetter(actual))) || (actual.IsTooDeep && IsOfNothing(expected)))
        && (settings.Options == FastOptions.Rows || serializer.MaxDepth != 0 || !fault.StartsWith("exception", StringComparison.Ordinal))
        && !fault.StartsWith("left", StringComparison.Ordinal);

    /// <summary>A getter or an enumeration fails, which may be called before or after the depth is looked at.</summary>
    private static bool IsOfGetter(Observation seen) => seen.Failure is TimeoutException
        || seen.Failure?.Message.StartsWith("This operation cannot be performed on a default instance of ImmutableArray", StringComparison.Ordinal) == true;

    /// <summary>An element of no document is refused, also where it is nested too deeply.</summary>
    private static bool IsOfNothing(Observation seen) =>
        (seen.Failure?.InnerException ?? seen.Failure)?.Message.StartsWith("Operation is not valid", StringComparison.Ordinal) == true;

    /// <summary>An object exactly at MaxDepth: the serializer does not look at the depth of members that are null (docs/drop-in.md).</summary>
    private static bool NullsAreWithinDepth(SerializerSettings serializer, Observation expected, Observation actual) =>
        serializer.MaxDepth != 0 && expected.Failure is null
        && (actual.IsTooDeep || actual.Failure?.Message.StartsWith("Values are nested deeper", StringComparison.Ordinal) == true);

    /// <summary>At MaxDepth the serializer refuses some dictionaries in a stream that it writes in memory: either is right (docs/limits.md).</summary>
    private static bool DepthOfStreamsVaries(
        SerializerSettings serializer, ValueSettings settings, Observation expected, Observation actual) =>
        serializer.MaxDepth != 0 && ValueWays.Streams.Contains(settings.Way) && expected.IsTooDeep != actual.IsTooDeep
        // Where RowJson goes on, what comes later may fail.
        && (expected.Failure is null || expected.IsTooDeep);

    /// <summary>A converter that writes nothing leaves text that is no JSON: by columns it fails, or leaves another.</summary>
    private static bool ConvertersWriteAValue(TypeFamily types, Observation expected, Observation actual) =>
        WroteNothing(actual) ? types.HasSilentConverter || !expected.IsJson : types.HasSilentConverter && !expected.IsJson;

    private static bool WroteNothing(Observation seen) =>
        seen.Failure?.Message.StartsWith("A converter wrote no value", StringComparison.Ordinal) == true;

    /// <summary>
    /// With these options a converter reads what holds rows: paths begin there, and in streams it first reads on to its end, as it does where
    /// it obeys the number handling of a member (docs/drop-in.md).
    /// </summary>
    public static FailureDifference ReadsByConverter(TypeFamily types, SerializerSettings serializer, ValueSettings settings, bool isJson)
    {
        return !HasConvertersOfOurs(serializer, settings) ? FailureDifference.None
            : ValueWays.IsStream(settings.Way) || (types.HasNumberHandling && settings.Damage == Damage.Cut) ? FailureDifference.Any
            : !isJson ? FailureDifference.PathEndsEarlier
            : FailureDifference.PathBeginsLater;
    }

    /// <summary>
    /// JSON Lines and text sequences are several documents: not for a writer, and not in an envelope (README, Limits). What a
    /// writer of another puts between rows, a line break as well, is not the serializer's either.
    /// </summary>
    private static bool LinesAreDocuments(RowSettings rows, FuzzSink sink) =>
        rows.Format != JsonRowFormat.Array && (sink.IsInsideJson
            || (rows.IsInEnvelope && rows.Format != JsonRowFormat.ArrayWithLineBreaks));

    /// <summary>A JsonRowWriter writes rows alone: it has no envelope.</summary>
    private static bool RowsOneByOneHaveNoEnvelope(RowSettings rows, FuzzSink sink) => rows.IsInEnvelope && sink.IsRowByRow;

    /// <summary>
    /// Rows that are indented one by one are indented less than in their array, and the serializer has no other form with line breaks.
    /// </summary>
    private static bool IndentedRowsHaveNoLineBreaks(SerializerSettings serializer, RowSettings rows) =>
        serializer.IsIndented && rows.Format == JsonRowFormat.ArrayWithLineBreaks;

    /// <summary>An object that leaves out a column of its contract is refused in the compact formats.</summary>
    private static bool CompactObjectsHaveAllColumns(FuzzData data, SerializerSettings serializer, RowSettings rows) =>
        rows.IsCompact && data is ObjectSet objects
        && (serializer.Ignore != JsonIgnoreCondition.Never || objects.RowType == typeof(AttributeRow));

    /// <summary>The compact formats have one form.</summary>
    private static bool CompactRowsAreNotIndented(SerializerSettings serializer, RowSettings rows) => serializer.IsIndented && rows.IsCompact;

    /// <summary>
    /// What the serializer makes of an object is text, which a writer that indents it would escape again: other than converters did.
    /// </summary>
    private static bool ObjectsAreIndentedAsAWhole(FuzzData data, SerializerSettings serializer, RowSettings rows, FuzzSink sink) =>
        data is ObjectSet && rows.ChangesRows && (serializer.IsIndented || sink.IsIndented);

    /// <summary>References are numbered through the whole list, and pairs and columns have no identity (README, Limits).</summary>
    private static bool PreserveIsForWholeLists(FuzzSource source, SerializerSettings serializer, RowSettings rows, FuzzSink sink) =>
        serializer.Preserves
        && (!source.HasIdentity || sink.IsInsideJson || sink.IsRowByRow || rows.IsInEnvelope || rows.Format != JsonRowFormat.Array
            || rows.ChangesRows);

    /// <summary>
    /// A row of a <see cref="JsonRowWriter"/> and a document of its own are compared with the same row at another depth. And of cells that
    /// are put together, the serializer refuses the scalars of the deepest row, which it writes in a dictionary or an object.
    /// </summary>
    private static bool DepthIsOfTheWholeArray(
        FuzzSource source, FuzzData data, SerializerSettings serializer, RowSettings rows, FuzzSink sink) =>
        serializer.MaxDepth > 0
        && (rows.Format != JsonRowFormat.Array || rows.ChangesRows || sink.IsRowByRow
            || (source is ColumnSource && (serializer.KeyPolicy is not null || data is RowSet { HasRepeatedNames: true })));

    /// <summary>
    /// Generated code writes objects at the options' MaxDepth if the writer allows them; columns refuse them (docs/limits.md).
    /// </summary>
    private static bool GeneratedCodeLooksAtNoDepth(FuzzData data, SerializerSettings serializer) =>
        serializer is { MaxDepth: > 0, Contracts: Contracts.Generated } && data is ObjectSet;

    /// <summary>
    /// Properties that only the serializer can write follow the number handling of their metadata (NonFiniteHandling, remarks).
    /// </summary>
    private static bool NonFiniteOfObjectsIsTheirMetadatas(FuzzData data, RowSettings rows) =>
        rows.NonFinite != JsonNonFiniteHandling.Default && data is not RowSet;

    /// <summary>The drop-in options write as the serializer does: they have no options for rows.</summary>
    private static bool DropInHasNoRowOptions(RowSettings rows, FuzzSink sink) =>
        sink.IsDropIn
        && (rows.ChangesRows || rows.JsonIsText || rows.NeedsUniqueNames || rows.Format != JsonRowFormat.Array
            || (rows.IsInEnvelope && sink.NeedsSerializersOwn));

    /// <summary>Only asynchronous sinks exist on AsyncJsonRows.</summary>
    private static bool AsynchronousSourcesNeedAsynchronousSinks(FuzzSource source, FuzzSink sink) =>
        source.IsAsynchronous && !sink.IsAsynchronous;
}
