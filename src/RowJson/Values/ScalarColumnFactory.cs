namespace RowJson;

// Makes the column of a member that is a scalar, or the nullable form of one.
internal sealed class ScalarColumnFactory<T>(string name, MemberInfo member, bool isNullable, OmitCondition omit, bool isQuoted)
    : IScalarVisitor<ObjectColumn<T>>
{
    public ObjectColumn<T> Visit<TValue>()
        where TValue : struct
    {
        if (isQuoted) return isNullable ? CreateQuoted<TValue?>() : CreateQuoted<TValue>();
        if (isNullable)
        {
            MemberGetter<T, TValue?> getter = MemberGetter<T, TValue?>.For(member);
            return omit == OmitCondition.Never
                ? new MemberColumn<T, TValue?, NullableScalarFormat<TValue>>(name, member, getter)
                : new MemberColumn<T, TValue?, NullableScalarOrNothingFormat<TValue>>(name, member, getter);
        }
        MemberGetter<T, TValue> plain = MemberGetter<T, TValue>.For(member);
        return omit == OmitCondition.WhenDefault
            ? new MemberColumn<T, TValue, ScalarUnlessDefaultFormat<TValue>>(name, member, plain)
            : new MemberColumn<T, TValue, ScalarFormat<TValue>>(name, member, plain);
    }

    private MemberColumn<T, TCell> CreateQuoted<TCell>() =>
        new(name, member, MemberGetter<T, TCell>.For(member), new ValueCell<TCell>(new QuotedNumberWriter<TCell>(), omit));
}
