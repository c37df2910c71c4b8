using System.Reflection;
using System.Runtime.CompilerServices;
using System.Text.Json;

namespace RowJson;

/// <summary>A column of rows that are objects of type <typeparamref name="T"/>: reads a member and writes its cell.</summary>
internal abstract class ObjectColumn<T>(string name)
{
    /// <summary>The name that the contract gives the column, policies applied.</summary>
    public string Name { get; } = name;

    /// <summary>The text of a value that is not null may be <c>null</c>: a converter's, an element's, an object's.</summary>
    public abstract bool MayWriteNull { get; }

    /// <summary>The column has one cell, whose name is written by this library: it can be another one, and left out.</summary>
    public virtual bool IsOneCell => true;

    /// <summary>Writes the row's cell, name and value, or nothing; returns the position after it.</summary>
    public abstract int Write(ValueEncoder encoder, int position, EncodedName name, ref T row);
}

/// <summary>A column whose member is read, and whose values are written, without the serializer.</summary>
internal abstract class MemberColumn<T>(string name, MemberInfo member) : ObjectColumn<T>(name)
{
    /// <summary>The property or field.</summary>
    public MemberInfo Member { get; } = member;

    /// <summary>The object that writes the cells, see <see cref="WriteMethod"/>; null if a static method does.</summary>
    public virtual object? Writer => null;

    /// <summary>
    /// Writes a cell: <c>int (ValueEncoder, int, EncodedName, TValue)</c>, static or of <see cref="Writer"/>. One that is to be inlined
    /// takes the length of the name before the value.
    /// </summary>
    public abstract MethodInfo WriteMethod(bool isInlined);
}

/// <summary>A column that a static method writes.</summary>
internal sealed class MemberColumn<T, TValue, TFormat>(string name, MemberInfo member, MemberGetter<T, TValue> getter)
    : MemberColumn<T>(name, member)
    where TFormat : ICellFormat<TValue>
{
    public override bool MayWriteNull
    {
        get
        {
            Type type = Nullable.GetUnderlyingType(typeof(TValue)) ?? typeof(TValue);
            return type == typeof(object) || type == typeof(JsonElement) || type == typeof(RawJson);
        }
    }

    public override MethodInfo WriteMethod(bool isInlined) => isInlined
        ? ((Func<ValueEncoder, int, EncodedName, int, TValue, int>)TFormat.Write).Method
        : ((Func<ValueEncoder, int, EncodedName, TValue, int>)CellCall<TValue, TFormat>.Write).Method;

    public override int Write(ValueEncoder encoder, int position, EncodedName name, ref T row) =>
        TFormat.Write(encoder, position, name, CellEncoder.AnyLength, getter.Get(ref row));
}

/// <summary>Writes cells by one copy of the code, which all columns of the type share.</summary>
internal static class CellCall<TValue, TFormat>
    where TFormat : ICellFormat<TValue>
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int Write(ValueEncoder encoder, int position, EncodedName name, TValue value) =>
        TFormat.Write(encoder, position, name, CellEncoder.AnyLength, value);
}

/// <summary>A column that an object with state writes: the columns of a nested object, the texts of an enumeration.</summary>
internal sealed class MemberColumn<T, TValue>(string name, MemberInfo member, MemberGetter<T, TValue> getter, ValueCell<TValue> cell)
    : MemberColumn<T>(name, member)
{
    public override bool MayWriteNull => cell.MayWriteNull;

    public override object Writer => cell;

    public override MethodInfo WriteMethod(bool isInlined) =>
        typeof(ValueCell<TValue>).GetMethod(isInlined ? nameof(ValueCell<TValue>.WriteInlined) : nameof(ValueCell<TValue>.Write))!;

    public override int Write(ValueEncoder encoder, int position, EncodedName name, ref T row) =>
        cell.Write(encoder, position, name, getter.Get(ref row));
}
