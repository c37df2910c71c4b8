namespace RowJson;

// A value that is written in parts, as a source: the write loop sends each part.
// plan: has what writes it.
// value: the value.
internal sealed class ResumableValue<T>(ResumablePlan<T> plan, T value) : RowSource
{
    public override RowRoot Root => RowRoot.SingleValue;

    public override IRowPass Open() => new Pass(plan, value);

    public override IAsyncRowPass OpenAsync(JsonRowOptions options, FlushPolicy policy) => new Pass(plan, value);

    private sealed class Pass : IRowPass, IAsyncRowPass
    {
        private readonly ResumablePlan<T> _plan;
        private readonly ResumableWriter<T> _writer;
        private bool _hasBegun;
        private bool _waits;
        private bool _isReturned;

        public Pass(ResumablePlan<T> plan, T value)
        {
            _plan = plan;
            _writer = plan.Rent();
            _writer.Set(value);
        }

        public IRowPass? EncodeBatch(RowEncoder encoder) => Resume(encoder) == ResumeStatus.Complete ? null : this;

        async ValueTask<IAsyncRowPass?> IAsyncRowPass.EncodeBatchAsync(RowEncoder encoder, CancellationToken cancellationToken)
        {
            while (true)
            {
                if (_waits) await WaitAsync(encoder, cancellationToken).ConfigureAwait(false);
                FailedValue? failed = null;
                try
                {
                    using var scope = new EncodingScope(encoder);
                    ResumeStatus status = Resume(encoder);
                    if (status == ResumeStatus.Complete) return null;
                    _waits = status == ResumeStatus.Waits;
                    if (!_waits || encoder.BytesPending > 0) return this;
                }
                catch (Exception exception) when (FailedValues.IsOfSerializer(exception, encoder))
                {
                    failed = FailedValues.Find(_writer, encoder);
                    if (failed is null) throw;
                }
                if (failed is not null) await SerializeAsync(failed, encoder, cancellationToken).ConfigureAwait(false);
            }
        }

        public void Dispose()
        {
            if (_isReturned) return;
            _isReturned = true;
            _writer.End();
            _plan.Return(_writer);
        }

        public async ValueTask DisposeAsync()
        {
            if (_isReturned) return;
            _isReturned = true;
            await _writer.EndAsync().ConfigureAwait(false);
            _plan.Return(_writer);
        }

        private ResumeStatus Resume(RowEncoder encoder)
        {
            if (!_hasBegun) _writer.Begin(encoder, depth: 0);
            _hasBegun = true;
            return _writer.Resume(encoder);
        }

        private async ValueTask WaitAsync(RowEncoder encoder, CancellationToken cancellationToken)
        {
            encoder.Stage = JsonRowStage.Source;
            await FailedValues.Innermost(_writer).WaitAsync(cancellationToken).ConfigureAwait(false);
            encoder.Stage = JsonRowStage.Value;
            _waits = false;
        }

        // Something in a row or a member has to be awaited, or fails in the words of the serializer.
        private async ValueTask SerializeAsync(FailedValue failed, RowEncoder encoder, CancellationToken cancellationToken)
        {
            using var text = new MemoryStream();
            encoder.RowIsSerialized = true;
            await failed.SerializeAsync(text, cancellationToken).ConfigureAwait(false);
            encoder.RowIsSerialized = false;
            FailedValues.Innermost(_writer).WriteFailed(encoder, text.GetBuffer().AsSpan(0, (int)text.Length));
        }
    }
}

// What becomes of a value's failure: see FailedValue.
internal static class FailedValues
{
    private static readonly string? OurName = typeof(FailedValues).Assembly.GetName().Name;

    // The serializer would say it in its own words: it gives such exceptions a path, and ours name options that a caller of the serializer
    // does not have. What it has written itself has its exception already.
    public static bool IsOfSerializer(Exception exception, RowEncoder encoder) =>
        encoder.Stage == JsonRowStage.Value && !encoder.RowIsSerialized
        && (exception is JsonException or NotSupportedException || exception.Source == OurName);

    // The part that is under way.
    public static ResumableWriter Innermost(ResumableWriter writer)
    {
        while (writer.Part is { } part) writer = part;
        return writer;
    }

    // The row or the member that has failed.
    public static FailedValue? Find(ResumableWriter writer, RowEncoder encoder) => Innermost(writer).FailedIn(encoder);

    // Throws what the serializer throws for the failed value: the same type of exception, with its own message and path. Returns where it
    // has no such failure.
    // The value is written once more, to nowhere: a path made of what is known here would lack members in the middle, and nobody may set
    // the path of an exception that a converter has made.
    public static void ThrowAsSerializer(Exception exception, FailedValue value, in JsonWriterOptions style, int depth)
    {
        Exception? failure = null;
        try
        {
            using var discarded = new Utf8JsonWriter(Stream.Null, style with { SkipValidation = true });
            // MaxDepth counts from the beginning of the document.
            for (int i = 0; i < depth; i++) discarded.WriteStartArray();
            value.Serialize(discarded);
        }
        // An exception of ours says nothing that the serializer's does not say.
        catch (Exception ofSerializer) when (
            IsTypeOf(exception, ofSerializer) || IsTypeOf(exception, ofSerializer.InnerException)
            || (exception.Source == OurName && ofSerializer is not OutOfMemoryException))
        {
            failure = ofSerializer;
        }
        catch (Exception other) when (other is not OutOfMemoryException)
        {
            // A value that does not always fail alike: the first failure is the one that counts.
        }
        if (failure is not null) System.Runtime.ExceptionServices.ExceptionDispatchInfo.Throw(failure);
    }

    // Of the inner one: an exception that is derived from another becomes that one with a path.
    private static bool IsTypeOf(Exception exception, Exception? other) => other?.GetType() == exception.GetType();
}
