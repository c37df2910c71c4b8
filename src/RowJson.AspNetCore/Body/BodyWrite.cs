using System.IO.Pipelines;
using System.Text.Json;

namespace RowJson.AspNetCore;

/// <summary>What a body is written from, and how: rows, or a value that holds some.</summary>
/// <remarks>A structure: a response allocates nothing for it.</remarks>
internal readonly struct BodyWrite
{
    private readonly object _source;
    private readonly object _options;
    private readonly Type? _writtenAs;

    /// <param name="rows"><see cref="JsonRows"/> or <see cref="AsyncJsonRows"/>.</param>
    /// <param name="options">How to write.</param>
    /// <param name="isValue">The rows are a value that the framework would have written.</param>
    public BodyWrite(object rows, JsonRowOptions options, bool isValue = false) => (_source, _options, IsValue) = (rows, options, isValue);

    /// <param name="value">The value.</param>
    /// <param name="writtenAs">The type that it is written as.</param>
    /// <param name="options">What it is written with.</param>
    public BodyWrite(object value, Type writtenAs, JsonSerializerOptions options) =>
        (_source, _writtenAs, _options, IsValue) = (value, writtenAs, options, true);

    /// <summary>The framework would have written it: the application's error handling expects the exceptions that it had then.</summary>
    public bool IsValue { get; }

    /// <summary>The client has chosen the format: rows that cannot have it have not failed.</summary>
    public bool IsNegotiated { get; init; }

    /// <summary>The type of what is written.</summary>
    public Type Type => _source.GetType();

    /// <summary>Rows leave as they come: nothing between here and the client is to collect them.</summary>
    public bool IsLive => !IsValue && _options is JsonRowOptions { FlushInterval: not null };

    /// <summary>Writes the body; returns what was written. Of a value, the number of rows is not known: -1.</summary>
    public ValueTask<JsonRowResult> ToAsync(PipeWriter body, CancellationToken cancellationToken) => _source switch
    {
        _ when _writtenAs is not null => ValueToAsync(body, cancellationToken),
        JsonRows rows => new ValueTask<JsonRowResult>(rows.WriteToAsync(body, (JsonRowOptions)_options, cancellationToken: cancellationToken)),
        _ => new ValueTask<JsonRowResult>(
            ((AsyncJsonRows)_source).WriteToAsync(body, (JsonRowOptions)_options, cancellationToken: cancellationToken)),
    };

    /// <summary>Rows are refused by the format that the client has chosen: in a compact one, all have the same columns.</summary>
    public bool IsNotAcceptable(Exception exception) =>
        IsNegotiated && exception is JsonRowException { InnerException: RowRefusedException { IsOfFormat: true } };

    /// <summary>What the application expects to be thrown: of a value, its own exception, which it had without RowJson.</summary>
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
