using System.Text.Json;

namespace RowJson;

/// <content>What the write loop asks of a source.</content>
public abstract partial class JsonRows
{
    /// <summary>
    /// The source to write with these options. Throws what keeps its rows from being written, before anything is.
    /// </summary>
    internal virtual JsonRows For(JsonRowOptions options) =>
        SequenceType is null || options.SerializerOptions.Converters.Count == 0 ? this : SerializedSequence.For(this, options);

    /// <summary>What the sequence of rows is declared as, which a converter of the options may be for; null if none is asked.</summary>
    internal virtual Type? SequenceType => null;

    /// <summary>The form of the rows in the output. Throws if the source cannot be written, before anything is.</summary>
    internal virtual RowRoot Root => RowRoot.Rows;

    /// <summary>The object whose identity the rows' array has, if references are preserved; null if it has none.</summary>
    internal virtual object? Identity => null;

    /// <summary>The object that the rows are a property of; null if they are the output.</summary>
    internal virtual JsonRowEnvelope? Envelope => null;

    /// <summary>What the encoder has to know. Throws what is wrong with the source before anything is written.</summary>
    internal RowOutline Outline => new(Root, Identity, Envelope);

    /// <summary>Begins a pass.</summary>
    internal abstract IRowPass Open();

    /// <summary>Begins an asynchronous pass.</summary>
    internal virtual IAsyncRowPass OpenAsync(JsonRowOptions options, FlushPolicy policy) => Open();

    /// <summary>Writes a source that is one value (<see cref="RowRoot.SingleValue"/>); returns 1.</summary>
    internal virtual long WriteSingleValue(Utf8JsonWriter writer, JsonRowOptions options) => throw new NotSupportedException();
}
