using System.Text.Json;

namespace RowJson;

/// <summary>What the write loop asks of the source behind a JsonRows.</summary>
internal abstract class RowSource
{
    /// <summary>
    /// The source to write with these options. Throws what keeps its rows from being written, before anything is.
    /// </summary>
    public virtual RowSource For(JsonRowOptions options) => this;

    /// <summary>The form of the rows in the output. Throws if the source cannot be written, before anything is.</summary>
    public virtual RowRoot Root => RowRoot.Rows;

    /// <summary>The object whose identity the rows' array has, if references are preserved; null if it has none.</summary>
    public virtual object? Identity => null;

    /// <summary>The object that the rows are a property of; null if they are the output.</summary>
    public virtual JsonRowEnvelope? Envelope => null;

    /// <summary>A second pass gives the same rows, unless they are changed. False if that is not known.</summary>
    public virtual bool CanBeReadAgain => false;

    /// <summary>What the encoder has to know. Throws what is wrong with the source before anything is written.</summary>
    public virtual RowOutline Outline => new(Root, Identity, Envelope);

    /// <summary>Begins a pass.</summary>
    public abstract IRowPass Open();

    /// <summary>Begins an asynchronous pass.</summary>
    public virtual IAsyncRowPass OpenAsync(JsonRowOptions options, FlushPolicy policy) => Open();

    /// <summary>Writes a source that is one value (<see cref="RowRoot.SingleValue"/>); returns 1.</summary>
    public virtual long WriteSingleValue(Utf8JsonWriter writer, JsonRowOptions options) => throw new NotSupportedException();

    /// <summary>For debuggers: reads nothing.</summary>
    public override string ToString() => TypeName.Of(GetType());
}

/// <summary>What the write loop asks of a source that is read asynchronously.</summary>
internal abstract class AsyncRowSource
{
    /// <inheritdoc cref="RowSource.Envelope"/>
    public virtual JsonRowEnvelope? Envelope => null;

    /// <inheritdoc cref="RowSource.Identity"/>
    public virtual object? Identity => null;

    /// <summary>Begins a pass. Throws what keeps the rows from being written, before anything is.</summary>
    public abstract IAsyncRowPass OpenAsync(JsonRowOptions options, FlushPolicy policy);

    /// <inheritdoc cref="RowSource.ToString"/>
    public override string ToString() => TypeName.Of(GetType());
}
