using System.IO.Pipelines;
using System.Text.Json;

namespace RowJson.AspNetCore;

// What a body is written from, and how: rows, or a value that holds some.
// A structure: a response allocates nothing for it.
internal readonly struct BodyWrite
{
    private readonly object _source;
    private readonly object _options;
    private readonly Type? _writtenAs;

    // rows: JsonRows or AsyncJsonRows.
    // options: how to write.
    // isValue: the rows are a value that the framework would have written.
    public BodyWrite(object rows, JsonRowOptions options, bool isValue = false) => (_source, _options, IsValue) = (rows, options, isValue);

    // value: the value.
    // writtenAs: the type that it is written as.
    // options: what it is written with.
    public BodyWrite(object value, Type writtenAs, JsonSerializerOptions options) =>
        (_source, _writtenAs, _options, IsValue) = (value, writtenAs, options, true);

    // The framework would have written it: the application's error handling expects the exceptions that it would have got.
    public bool IsValue { get; }

    // The client has chosen the format: rows that cannot be written in it are not a failure.
    public bool IsNegotiated { get; init; }

    // The type of what is written.
    public Type Type => _source.GetType();

    // Rows are sent as they come: nothing between here and the client may collect them.
    public bool IsLive => !IsValue && _options is JsonRowOptions { FlushInterval: not null };

    // Writes the body; returns what was written. The number of rows of a value is not known: -1.
    public ValueTask<JsonRowResult> ToAsync(PipeWriter body, CancellationToken cancellationToken) => _source switch
    {
        _ when _writtenAs is not null => ValueToAsync(body, cancellationToken),
        JsonRows rows => new ValueTask<JsonRowResult>(rows.WriteToAsync(body, (JsonRowOptions)_options, cancellationToken: cancellationToken)),
        _ => new ValueTask<JsonRowResult>(
            ((AsyncJsonRows)_source).WriteToAsync(body, (JsonRowOptions)_options, cancellationToken: cancellationToken)),
    };

    // The format that the client has chosen does not allow the rows: in a compact one, all must have the same columns.
    public bool IsNotAcceptable(Exception exception) =>
        IsNegotiated && exception is JsonRowException { InnerException: RowRefusedException { IsOfFormat: true } };

    // What the application expects to be thrown: for a value, its own exception, as without RowJson.
    public Exception FailureOf(Exception exception) =>
        IsValue && exception is JsonRowException { InnerException: { } own } ? own : exception;

    private ValueTask<JsonRowResult> ValueToAsync(PipeWriter body, CancellationToken cancellationToken)
    {
        Task write = JsonRowSerializer.SerializeAsync(body, _source, _writtenAs!, (JsonSerializerOptions)_options, cancellationToken);
        return write.IsCompletedSuccessfully ? new ValueTask<JsonRowResult>(WrittenValue) : WaitAsync(write);
    }

    private static JsonRowResult WrittenValue => new() { Rows = -1, Bytes = -1, IsComplete = true };

    private static async ValueTask<JsonRowResult> WaitAsync(Task write)
    {
        await write.ConfigureAwait(false);
        return WrittenValue;
    }
}
