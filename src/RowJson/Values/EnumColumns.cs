namespace RowJson;

// Makes columns of enumerations where no code can be made at run time. The member is read as the number that it is: code over numbers is
// compiled ahead, unlike code over enumerations.
internal sealed class EnumColumns<T>(string name, MemberInfo member, OmitCondition omit, Func<object, byte[]> serialize)
{
    public ObjectColumn<T> Create(Type type) => Type.GetTypeCode(type) switch
    {
        TypeCode.SByte => Of<sbyte>(type),
        TypeCode.Byte => Of<byte>(type),
        TypeCode.Int16 => Of<short>(type),
        TypeCode.UInt16 => Of<ushort>(type),
        TypeCode.Int32 => Of<int>(type),
        TypeCode.UInt32 => Of<uint>(type),
        TypeCode.Int64 => Of<long>(type),
        _ => Of<ulong>(type),
    };

    private MemberColumn<T, TNumber> Of<TNumber>(Type type)
        where TNumber : struct
    {
        var writer = new EnumWriter<TNumber>(type, value => serialize(Enum.ToObject(type, value)));
        return new(name, member, new ValueCell<TNumber>(writer, omit));
    }
}
