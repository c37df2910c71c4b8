using System.Buffers;
using System.Collections.Immutable;
using System.IO.Pipelines;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace RowJson.Conformance;

/// <summary>Rows of one holder of members, compared with <see cref="JsonSerializer"/> one by one: one that fails hides no other.</summary>
internal abstract class MemberRows
{
    /// <summary>The types of rows that have members of a type.</summary>
    public static IEnumerable<MemberRows> Of<TValue>(TValue?[] values)
    {
        yield return Plain(values);
        yield return Each(value => new NamedMembers<TValue> { URLOfValue = value, Odd = value, First = value, Last = value });
        yield return Each(value => new HiddenMembers<TValue>(value));
        yield return Each(value => new FieldMembers<TValue>(value));
        yield return Each(value => new ConditionMembers<TValue>
        {
            Always = value,
            Never = value,
            WhenDefault = value,
            WhenWriting = value,
            WhenReading = value,
            DefaultField = value,
        });
        yield return Each(value => new WhenNullMembers<TValue> { WhenNull = value, Other = value });
        yield return Each(value => new NumberMembers<TValue>
        {
            AsString = value,
            Named = value,
            Both = value,
            ReadingOnly = value,
            Strict = value,
            AsStringUnlessDefault = value,
        });
        yield return Each(value => new NumberType<TValue>
        {
            Value = value,
            List = [value, value],
            Array = [value],
            Map = new() { ["Key"] = value },
            Nested = new() { Value = value },
        });
        yield return Each(value => new ConvertedMembers<TValue> { Converted = value, Plain = value, UnlessDefault = value });
        yield return Each(value => new StringEnumMembers<TValue> { Text = value, Number = value, UnlessDefault = value });
        yield return Each(value => new ExtendedMembers<TValue> { Value = value, Extra = new() { ["Extra"] = value } });
        yield return Each(value => new CallbackMembers<TValue> { Value = value });
        yield return Each(value => new RecordMembers<TValue>(value, value));
        yield return Each(value => new StructMembers<TValue>(value, value));
        yield return Each(value => new ReadOnlyStructMembers<TValue>(value));
        yield return Each(value => (IMember<TValue>)new DerivedMembers<TValue> { Value = value });
        yield return Each(value => new DerivedMembers<TValue> { Value = value });
        yield return Each(value => new NestedMembers<TValue>
        {
            One = new() { Value = value },
            Many = [null, new() { Value = value }],
            Struct = new(value, value),
            Maybe = new(value, value),
            Structs = [new(value, value), default],
            ReadOnly = [new() { Value = value }],
            Sequence = new[] { new StructMembers<TValue>(value, value) }.Where(_ => true),
            Map = new() { ["Key"] = new() { Value = value } },
        });
        // JsonSerializer refuses a dictionary of a type that it does not support even where all its values are null.
        if (typeof(TValue) != typeof(Type))
            yield return Each(value => new Dictionary<string, TValue?> { ["First Key"] = value, ["é\""] = value });
        // A value between them: of two derived values in a row that are declared as objects, JsonSerializer writes one discriminator only.
        yield return Each(value => new Dictionary<string, object?> { ["First Key"] = value, ["Between"] = 1, ["é\""] = value });
        yield return new MemberRows<CollectionMembers<TValue>>([
            .. values.Select(value => Collections([value])), Collections<TValue>([]), new() { Immutable = [] }, Collections(values),
        ]);
        yield return new MemberRows<DictionaryMembers<TValue>>([
            .. values.Select(value => Dictionaries(new Dictionary<string, TValue?> { ["First Key"] = value, ["é\""] = value })),
            Dictionaries<TValue>([]), new(),
        ]);

        MemberRows Each<T>(Func<TValue?, T> row) => new MemberRows<T>(Array.ConvertAll(values, value => row(value)));
    }

    /// <summary>The rows without attributes.</summary>
    public static MemberRows Plain<TValue>(TValue?[] values) => new MemberRows<PlainMembers<TValue>>(Array.ConvertAll(
        values, value => new PlainMembers<TValue> { Value = value, InitOnly = value, PublicField = value }));

    public abstract string Name { get; }

    /// <summary>Compares under some options; returns the number of comparisons.</summary>
    public abstract int Compare(MemberOptions options, List<string> differences);

    private static CollectionMembers<TValue> Collections<TValue>(TValue?[] values) => new()
    {
        Array = values,
        List = [.. values],
        Enumerable = values.Where(_ => true),
        Collection = new LinkedList<TValue?>(values),
        ListInterface = values,
        ReadOnlyCollection = new Queue<TValue?>(values),
        ReadOnlyList = ImmutableArray.Create(values),
        Hash = [.. values],
        Set = new HashSet<TValue?>(values),
        Immutable = [.. values],
        Queue = new Queue<TValue?>(values),
        UnlessNull = new List<TValue?>(values),
    };

    private static DictionaryMembers<TValue> Dictionaries<TValue>(Dictionary<string, TValue?> values) => new()
    {
        Map = values,
        Interface = new SortedDictionary<string, TValue?>(values),
        ReadOnly = values.ToImmutableDictionary(),
        Sorted = new SortedDictionary<string, TValue?>(values),
        ByNumber = values.Values.Index().ToDictionary(pair => pair.Index, pair => pair.Item),
        UnlessDefault = values,
    };
}

/// <inheritdoc/>
internal sealed class MemberRows<T>(T[] rows) : MemberRows
{
    public override string Name => typeof(T).Name;

    public override int Compare(MemberOptions options, List<string> differences)
    {
        if (options.MissesMetadata(typeof(List<T>))) return 0;
        int comparisons = 0;
        foreach (T row in rows) comparisons += Compare(row, options, differences);
        return comparisons;
    }

    private static int Compare(T row, MemberOptions options, List<string> differences)
    {
        int comparisons = 0;
        List<T> list = [row];
        (string? expected, Exception? failure) = Try(() => options.Expect(JsonSerializer.Serialize(list, options.Serializer)));
        foreach (JsonRowOptions rowOptions in options.Ways)
        {
            CheckRows("rows", rowOptions, () => JsonRows.From(list).ToJsonString(rowOptions));
            // Rows that come one by one have no list that references could name.
            if (options.Serializer.ReferenceHandler != ReferenceHandler.Preserve) CheckRows("one row", rowOptions, () => WriteRow(row, rowOptions));
        }
        if (options.DropIn is not { } dropIn) return comparisons;
        CheckStream("a stream", write: stream => JsonSerializer.Serialize(stream, list, options.Serializer),
            actual: stream => JsonRowSerializer.Serialize(stream, list, options.Serializer));
        CheckStream("a pipe", write: ToPipe(pipe => JsonSerializer.SerializeAsync(pipe, list, options.Serializer)),
            actual: ToPipe(pipe => JsonRowSerializer.SerializeAsync(pipe, list, options.Serializer)));
        (string? text, Exception? thrown) = Try(() => JsonSerializer.Serialize(list, dropIn));
        comparisons++;
        // At the limit of depth the path ends where the serializer looks at the depth.
        bool isSame = options.Serializer.MaxDepth > 0 || failure?.Message == thrown?.Message;
        if (expected != text || failure?.GetType() != thrown?.GetType() || !isSame)
        {
            differences.Add(
                $"{typeof(T)}, {options.Name}, drop-in: expected {expected ?? Describe(failure!)} and found {text ?? Describe(thrown!)}");
        }
        return comparisons;

        void CheckRows(string way, JsonRowOptions rowOptions, Func<string> write)
        {
            (string? actual, Exception? reason) = Try(write);
            comparisons++;
            if (expected == actual && (failure is null || NamesColumn(failure, reason))) return;
            differences.Add(
                $"{typeof(T)}, {options.Name}, {rowOptions.ObjectAccess}, {way}: expected {expected ?? Describe(failure!)} and found {actual ?? Describe(reason!)}");
        }

        void CheckStream(string way, Action<Stream> write, Action<Stream> actual)
        {
            (string? plain, Exception? refused) = Try(() => ToStream(write));
            (string? text, Exception? reason) = Try(() => ToStream(actual));
            comparisons++;
            // A stream's write asks for the depth of every number, and that of a text only where numbers are read from strings: where the
            // serializer writes or refuses in another way than without a stream, either is right (docs/limits.md).
            if (IsSame(plain, refused) || IsSame(expected, failure)) return;
            differences.Add(
                $"{typeof(T)}, {options.Name}, {way}: expected {plain ?? Describe(refused!)} and found {text ?? Describe(reason!)}");

            bool IsSame(string? right, Exception? exception) =>
                right == text && exception?.GetType() == reason?.GetType() && exception?.Message == reason?.Message;
        }
    }

    private static string WriteRow(T row, JsonRowOptions options)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using (var writer = new JsonRowWriter(buffer, options))
        {
            writer.WriteRow<T>(row);
            writer.Complete();
        }
        return Encoding.UTF8.GetString(buffer.WrittenSpan);
    }

    private static string ToStream(Action<Stream> write)
    {
        using var stream = new MemoryStream();
        write(stream);
        return Encoding.UTF8.GetString(stream.ToArray());
    }

    private static Action<Stream> ToPipe(Func<PipeWriter, Task> write) => stream =>
    {
        PipeWriter pipe = PipeWriter.Create(stream, new StreamPipeWriterOptions(leaveOpen: true));
        write(pipe).GetAwaiter().GetResult();
        pipe.Complete();
    };

    private static (string? Text, Exception? Failure) Try(Func<string> write)
    {
        try
        {
            return (write(), null);
        }
        catch (Exception exception)
        {
            return (null, exception);
        }
    }

    /// <summary>Where the serializer's exception has a path, ours names the column.</summary>
    private static bool NamesColumn(Exception failure, Exception? actual)
    {
        if (actual is not JsonRowException exception) return actual is InvalidOperationException or NotSupportedException;
        bool hasPath = failure is JsonException { Path: { } path } ? path.Length > 1 : failure.Message.Contains(" Path: $.", StringComparison.Ordinal);
        // No path has keys of dictionaries.
        return !hasPath || exception.ColumnName is not null || typeof(T).IsAssignableTo(typeof(System.Collections.IDictionary));
    }

    private static string Describe(Exception exception) =>
        $"{exception.GetType().Name} ({(exception as JsonRowException)?.ColumnName ?? (exception as JsonException)?.Path}): {exception.Message}";
}
