namespace RowJson;

// An object, some of whose members are written in parts.
internal sealed class ResumableObject<T>(ResumableMember<T>[] members, JsonTypeInfo<T> contract)
    : ResumableContainer<T>((byte)'{', (byte)'}')
{
    // The member that comes next; the one before is under way while Part is not null.
    private int _next;

    public override bool IsWaiting(RowContext context)
    {
        foreach (ResumableMember<T> member in members)
            if (member.IsWaiting(context)) return true;
        return false;
    }

    public override void Count(RowContext context, long bytes)
    {
        foreach (ResumableMember<T> member in members) member.Count(context, bytes);
    }

    public override void Begin(RowEncoder encoder, int depth)
    {
        base.Begin(encoder, depth);
        _next = 0;
    }

    public override FailedValue? FailedIn(RowEncoder encoder) =>
        _next < members.Length ? new FailedValue(_value, members[_next].ContractOf(contract, column: null)) : null;

    // A source that has failed is not read again.
    public override object? Failed(RowEncoder encoder, Exception exception) => encoder.Stage == JsonRowStage.Source
        && ContractGraph.Any(typeof(T), contract.Options, static held => !FailedValue.IsKept(held)) ? null : _value;

    public override FailedValue? FailedWhole(RowEncoder encoder, Exception exception)
    {
        int failed = Part is null ? _next : _next - 1;
        if (failed >= members.Length) return base.FailedWhole(encoder, exception);
        JsonTypeInfo<T> reduced = members[failed].ContractOf(contract, encoder.Column);
        if (Part is not null && !reduced.IsReadOnly && reduced.Properties.Count == 1)
        {
            if (Part.Failed(encoder, exception) is not { } value) return null;
            reduced.Properties[0].Get = _ => value;
        }
        return new FailedValue(_value, reduced);
    }

    // The text is that of an object with this one member, or none.
    public override void WriteFailed(RowEncoder encoder, ReadOnlySpan<byte> text)
    {
        if (text.Length > "{}"u8.Length) EndItem(encoder, encoder.WriteText(encoder.WriteComma(), text[1..^1]));
        _next++;
    }

    protected override bool WriteNext(RowEncoder encoder, out ResumableWriter? part)
    {
        part = null;
        if (_next == members.Length) return false;
        EndItem(encoder, members[_next].Write(encoder, ref _value!, out part));
        _next++;
        return true;
    }
}

// A member, or several, of an object that is written in parts.
internal abstract class ResumableMember<T>(params PropertyChoice[] choices)
{
    // What writes its value in parts; null if it is written as a whole.
    public virtual ResumableWriter? Part => null;

    // Writes the member after a comma, or nothing, or only its name if part then writes the value; returns the position after it.
    public abstract int Write(RowEncoder encoder, ref T value, out ResumableWriter? part);

    // See ResumableWriter, also for Count.
    public virtual bool IsWaiting(RowContext context) => Part is { } part && part.IsWaiting(context);

    public virtual void Count(RowContext context, long bytes) => Part?.Count(context, bytes);

    // A contract that writes only the member that has failed.
    public JsonTypeInfo<T> ContractOf(JsonTypeInfo<T> contract, string? column) => ObjectColumnsBuilder.ContractOf(
        Array.Find(choices, it => it.Property.Name == column) is { } failed ? [failed] : choices, contract);
}

// Members that follow each other, and are written as a whole.
internal sealed class CellMembers<T>(PropertyChoice[] choices, PartColumns<T> columns) : ResumableMember<T>(choices)
{
    public override int Write(RowEncoder encoder, ref T value, out ResumableWriter? part)
    {
        part = null;
        columns.Count(ColumnGain.TypicalRow);
        return columns.Columns.Write(encoder, encoder.PartEnd, in value);
    }

    // Columns that are not compiled leave some members to the serializer, which does not know the values around them.
    public override bool IsWaiting(RowContext context) => context.Traits.IgnoresCycles && !columns.AreCompiled;

    public override void Count(RowContext context, long bytes) => columns.Count(bytes);
}

// A member whose value is written in parts. whole: writes it if it has few elements; null if it is always written in parts.
internal sealed class PartMember<T, TValue>(
    PropertyChoice choice, MemberGetter<T, TValue> getter, EncodedName name, ResumableWriter<TValue> writer, ValueWriter<TValue>? whole)
    : ResumableMember<T>(choice)
{
    // With more of them, their text is a batch.
    private const int FewElements = 1024;

    private readonly bool _omitsDefault = choice.Omit == OmitCondition.WhenDefault && default(TValue) is not null;

    public override ResumableWriter Part => writer;

    public override int Write(RowEncoder encoder, ref T value, out ResumableWriter? part)
    {
        part = null;
        TValue member = getter.Get(ref value);
        int position = encoder.PartEnd;
        if (member is null || (!typeof(TValue).IsValueType && encoder.Ancestors.Contains(member)))
            return encoder.WriteNullCell(position, name, choice.Omit);
        if (_omitsDefault && EqualityComparer<TValue>.Default.Equals(default, member)) return position;
        if (whole is not null && Quietly.CountOf(member) is >= 0 and <= FewElements)
            return whole.Write(encoder, encoder.BeginCell(position, name), member);
        position = encoder.BeginCell(position, name);
        writer.Set(member);
        part = writer;
        return position;
    }
}

// A member that is declared as an object: its value is written in parts where its own type is a list of rows, or holds some.
internal sealed class AnyMember<T>(PropertyChoice choice, MemberGetter<T, object?> getter, EncodedName name, ResumableFactory factory)
    : ResumableMember<T>(choice)
{
    // The type of the last value: it is mostly the same.
    private Type? _type;

    private ResumableWriter? _part;

    public override ResumableWriter? Part => _part;

    public override int Write(RowEncoder encoder, ref T value, out ResumableWriter? part)
    {
        part = null;
        object? member = getter.Get(ref value);
        if (member is null) return encoder.WriteNullCell(encoder.PartEnd, name, choice.Omit);
        int position = encoder.BeginCell(encoder.PartEnd, name);
        if (PartOf(member.GetType()) is not { } found || encoder.Ancestors.Contains(member))
            return encoder.WriteAny(position, member, name);
        found.SetAny(member);
        part = found;
        return position;
    }

    private ResumableWriter? PartOf(Type type)
    {
        if (!ReferenceEquals(type, _type)) (_type, _part) = (type, factory.CreateRuntime(type));
        return _part;
    }
}
