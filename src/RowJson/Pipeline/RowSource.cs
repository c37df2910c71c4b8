namespace RowJson;

// What the write loop asks of the source of a JsonRows or an AsyncJsonRows.
internal abstract class RowSource
{
    // The source to write with these options. Throws, before anything is written, if its rows cannot be written.
    public virtual RowSource For(JsonRowOptions options) => this;

    // The source is one value in the output, and not an array of rows. Throws, before anything is written, if it cannot be written.
    public virtual bool IsValue => false;

    // The object that the rows are a property of; null if they are the output.
    public virtual JsonRowEnvelope? Envelope => null;

    // A second pass gives the same rows, unless they are changed. False if that is not known.
    public virtual bool CanBeReadAgain => false;

    // The rows have to be awaited: only OpenAsync begins a pass.
    public virtual bool IsAsync => false;

    // What the encoder has to know. Throws, before anything is written, if something is wrong with the source.
    public SourceInfo Info => new(IsValue, Envelope);

    // The output of one call of the serializer, as an array of bytes or as text, if the serializer would write each row: that needs no
    // encoder. Null if it would not, or if a row fails: the encoder then finds out which.
    public virtual object? TrySerialize(bool isText, JsonRowOptions options) => null;

    public virtual IRowPass Open() => throw new NotSupportedException();

    public virtual IAsyncRowPass OpenAsync(FlushPolicy policy) => Open();

    public override string ToString() => TypeName.Of(GetType());
}
