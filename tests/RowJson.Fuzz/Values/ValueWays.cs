using System.IO.Pipelines;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace RowJson.Fuzz;

/// <summary>The ways in which a value of one declared type is written: the serializer's, and those that must write the same.</summary>
internal abstract class ValueWays
{
    /// <summary>The ways of a type.</summary>
    public static ValueWays Of(Type type) => (ValueWays)Activator.CreateInstance(typeof(ValueWays<>).MakeGenericType(type))!;

    /// <summary>Writes a value in every way, and returns what is wrong; null if nothing is.</summary>
    public abstract string? Check(object? value, DropInOptions options, Action<Expected> count);
}

/// <inheritdoc/>
internal sealed class ValueWays<T> : ValueWays
{
    public override string? Check(object? value, DropInOptions options, Action<Expected> count)
    {
        T typed = value is null ? default! : (T)value;
        string? fault = CheckAt(typed, options, count);
        fault ??= CheckAt(new Holder<T> { Id = 1, Name = "n", Value = typed }, options, count);
        // Of two with a discriminator that are declared as objects, .NET 10 writes that of the first alone (docs/limits.md).
        bool repeats = !(typeof(T) == typeof(object) && value is Figure);
        fault ??= CheckAt(repeats ? new List<T> { typed, typed } : [typed], options, count);
        fault ??= CheckAt(
            repeats ? new Dictionary<string, T> { ["a"] = typed, ["é"] = typed } : new() { ["a"] = typed }, options, count);
        // There the depth of all elements is looked at, if numbers have a handling (docs/drop-in.md).
        if (options.Plain is { MaxDepth: not 0, NumberHandling: not 0 }) return fault;
        return fault ?? CheckAt(new Slot<object>(1, typed, 1.5, "s"), options, count);
    }

    private static string? CheckAt<TValue>(TValue value, DropInOptions options, Action<Expected> count)
    {
        Expected expected = Written(() => JsonSerializer.SerializeToUtf8Bytes(value, Info<TValue>(options.Plain)));
        return Fault("whole", () => JsonSerializer.SerializeToUtf8Bytes(value, Info<TValue>(options.WriteOnly)))
            ?? Fault("both directions", () => JsonSerializer.SerializeToUtf8Bytes(value, Info<TValue>(options.Both)))
            ?? StreamFault("JsonRowSerializer to a stream", () => ToStream(value, options))
            ?? StreamFault("JsonRowSerializer to a pipe", () => ToPipe(value, options))
            ?? (IsAlikeInList(options.Plain) ? Fault("one row", () => OneRow(value, options)) : null);

        // At MaxDepth the serializer refuses some dictionaries in a stream that it writes in memory: either is right (docs/limits.md).
        string? StreamFault(string way, Func<byte[]> write) =>
            Fault(way, write) is { } fault && (options.Plain.MaxDepth == 0 || FaultOf(way, write, Written(() => PlainToStream(value, options))) is not null)
                ? fault
                : null;

        string? Fault(string way, Func<byte[]> write) => FaultOf(way, write, expected);

        string? FaultOf(string way, Func<byte[]> write, Expected expected)
        {
            Expected actual = Written(write);
            count(expected);
            return Verdict.Compare(actual.Bytes, actual.Failure, expected with { RowEnds = null }) is { } fault
                ? $"{way}, as {typeof(TValue)}: {fault}"
                : null;
        }
    }

    private static JsonTypeInfo<TValue> Info<TValue>(JsonSerializerOptions options) => (JsonTypeInfo<TValue>)options.GetTypeInfo(typeof(TValue));

    private static byte[] ToStream<TValue>(TValue value, DropInOptions options)
    {
        using var stream = new MemoryStream();
        JsonRowSerializer.Serialize(stream, value, options.Plain);
        return stream.ToArray();
    }

    private static byte[] PlainToStream<TValue>(TValue value, DropInOptions options)
    {
        using var stream = new MemoryStream();
        JsonSerializer.Serialize(stream, value, Info<TValue>(options.Plain));
        return stream.ToArray();
    }

    private static byte[] ToPipe<TValue>(TValue value, DropInOptions options)
    {
        using var stream = new MemoryStream();
        PipeWriter pipe = PipeWriter.Create(stream, new StreamPipeWriterOptions(leaveOpen: true));
        JsonRowSerializer.SerializeAsync(pipe, value, options.Plain).GetAwaiter().GetResult();
        pipe.Complete();
        return stream.ToArray();
    }

    /// <summary>The row of a list of one, without what is around it: a list that holds itself is found one level later.</summary>
    private static byte[] OneRow<TValue>(TValue value, DropInOptions options)
    {
        byte[] text = JsonRows.From<TValue>(new List<TValue> { value }).ToUtf8Bytes(options.Rows);
        return text[1..^1];
    }

    /// <summary>What surrounds a row is neither indentation nor a level that could be too many.</summary>
    private static bool IsAlikeInList(JsonSerializerOptions options) => options is { WriteIndented: false, MaxDepth: 0 };

    private static Expected Written(Func<byte[]> write)
    {
        try
        {
            return new Expected(write(), null, null);
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            return new Expected([], exception, null);
        }
    }
}
