namespace RowJson;

// A value that is written in parts: the write loop sends each part. It is written once, so it is its own pass.
internal sealed class ResumableValue<T>(ResumablePlan<T> plan, T value) : RowSource, IRowPass
{
    private readonly ResumableWriter<T> _writer = plan.Rent();
    private bool _hasBegun, _waits;

    public override bool IsValue => true;

    public override IRowPass Open() => this;

    public IRowPass? EncodeBatch(RowEncoder encoder)
    {
        try
        {
            return Resume(encoder) == ResumeStatus.Complete ? null : this;
        }
        catch (Exception exception) when (FailedValue.IsOfSerializer(exception, encoder, isRoot: true))
        {
            _writer.FailedWhole(encoder, exception)?.ThrowAsSerializer(exception);
            throw;
        }
    }

    async ValueTask<IAsyncRowPass?> IAsyncRowPass.EncodeBatchAsync(RowEncoder encoder, CancellationToken cancellationToken)
    {
        FailedValue? failed = null;
        while (true)
        {
            try
            {
                if (_waits) await WaitAsync(encoder, cancellationToken).ConfigureAwait(false);
                if (failed is not null) await SerializeAsync(failed, encoder, cancellationToken).ConfigureAwait(false);
                failed = null;
                using var scope = new EncodingScope(encoder);
                ResumeStatus status = Resume(encoder);
                if (status == ResumeStatus.Complete) return null;
                if (status == ResumeStatus.BatchIsFull) return this;
                // A source that has no row yet is asked for one before the text so far is sent. Text before the first row waits for that
                // row: until then, a failure hands nothing over.
                _waits = true;
                if (!_writer.Innermost.TryWait(cancellationToken) && encoder is { RowsWritten: > 0, BytesPending: > 0 }) return this;
            }
            catch (Exception exception) when (FailedValue.IsOfSerializer(exception, encoder, isRoot: true))
            {
                failed = failed is null && exception is NotSupportedException ? _writer.Innermost.FailedIn(encoder) : null;
                if (failed is not null) continue;
                failed = _writer.FailedWhole(encoder, exception);
                if (failed is not null) await failed.ThrowAsSerializerAsync(exception).ConfigureAwait(false);
                throw;
            }
        }
    }

    public void Dispose() => plan.Return(_writer);

    public async ValueTask DisposeAsync()
    {
        // Runs whatever is thrown while a source is awaited.
        using IRowPass ended = this;
        await _writer.Innermost.EndAsync().ConfigureAwait(false);
    }

    private ResumeStatus Resume(RowEncoder encoder)
    {
        if (!_hasBegun)
        {
            _hasBegun = true;
            _writer.Set(value);
            _writer.Begin(encoder, depth: 0);
        }
        return _writer.Resume(encoder);
    }

    private async ValueTask WaitAsync(RowEncoder encoder, CancellationToken cancellationToken)
    {
        encoder.Stage = JsonRowStage.Source;
        await _writer.Innermost.WaitAsync(cancellationToken).ConfigureAwait(false);
        encoder.Stage = JsonRowStage.Value;
        _waits = false;
    }

    // Something in a row or a member has to be awaited, or fails with a message of the serializer.
    private async ValueTask SerializeAsync(FailedValue failed, RowEncoder encoder, CancellationToken cancellationToken)
    {
        using var text = new MemoryStream();
        encoder.Fallback.DropValue(offset: 0);
        await failed.SerializeAsync(text, cancellationToken).ConfigureAwait(false);
        _writer.Innermost.WriteFailed(encoder, text.GetBuffer().AsSpan(0, (int)text.Length));
    }
}
