namespace RowJson;

// A value that holds others, each after a comma. The bracket that opens the value is written over the first comma.
internal abstract class ResumableContainer<TValue>(byte open, byte close) : ResumableWriter<TValue>
{
    private int _depth;
    private bool _isEmpty;

    public override void Begin(RowEncoder encoder, int depth)
    {
        if (!typeof(TValue).IsValueType) encoder.PushOuter(_value!);
        (_depth, _isEmpty) = (depth, true);
    }

    public sealed override ResumeStatus Resume(RowEncoder encoder)
    {
        while (true)
        {
            if (Part is not null)
            {
                ResumeStatus status = Part.Resume(encoder);
                if (status != ResumeStatus.Complete) return status;
                Part = null;
            }
            encoder.EnterMembers(_depth);
            if (!WriteNext(encoder, out ResumableWriter? part)) break;
            Part = part;
            part?.Begin(encoder, _depth + 1);
            if (encoder.BatchIsFull && encoder.CutsAnywhere) return ResumeStatus.BatchIsFull;
        }
        if (_isEmpty) encoder.WriteStructure(open);
        encoder.WriteEnd(close, _depth, _isEmpty);
        if (!typeof(TValue).IsValueType) encoder.PopOuter();
        _value = default;
        return ResumeStatus.Complete;
    }

    public override void End()
    {
        (ResumableWriter? part, Part, _value) = (Part, null, default);
        part?.End();
    }

    // Writes what comes next, and what is before a part that then writes itself; false if there is nothing more.
    protected abstract bool WriteNext(RowEncoder encoder, out ResumableWriter? part);

    // Ends what has been written after a comma, if anything has.
    protected void EndItem(RowEncoder encoder, int position)
    {
        if (position == encoder.PartEnd) return;
        if (_isEmpty) encoder.OpenPart(open, position);
        _isEmpty = false;
        encoder.EndPart(position);
    }
}
