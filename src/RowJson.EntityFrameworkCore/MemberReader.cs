using System.Data.Common;
using System.Linq.Expressions;
using System.Reflection;

namespace RowJson.EntityFrameworkCore;

/// <summary>Reads a property's value from the database's reader, as EF Core does it: by the provider's getters and the model's converters.</summary>
internal abstract class MemberReader(PropertyInfo property)
{
    /// <summary>The property.</summary>
    public PropertyInfo Property => property;

    /// <summary>Adds the property to a shape.</summary>
    public abstract JsonRowShape<DbDataReader> AddTo(JsonRowShape<DbDataReader> shape, string name);

    /// <param name="property">The property.</param>
    /// <param name="value">Its value.</param>
    /// <param name="reader">What the value is read from.</param>
    public static MemberReader Create(PropertyInfo property, Expression value, ParameterExpression reader)
    {
        Type type = value.Type;
        if ((Nullable.GetUnderlyingType(type) ?? type).IsEnum)
        {
            // Without a converter, its text is that of its number: ContractShape takes no other.
            Type number = Enum.GetUnderlyingType(Nullable.GetUnderlyingType(type) ?? type);
            type = Nullable.GetUnderlyingType(type) is null ? number : typeof(Nullable<>).MakeGenericType(number);
            value = Expression.Convert(value, type);
        }
        Delegate read = Expression.Lambda(typeof(Func<,>).MakeGenericType(typeof(DbDataReader), type), value, reader).Compile();
        Type readerType = Nullable.GetUnderlyingType(type) is { } underlying
            ? typeof(NullableReader<>).MakeGenericType(underlying)
            : typeof(ValueReader<>).MakeGenericType(type);
        return (MemberReader)Activator.CreateInstance(readerType, property, read)!;
    }

    private sealed class ValueReader<TValue>(PropertyInfo property, Func<DbDataReader, TValue> read) : MemberReader(property)
    {
        public override JsonRowShape<DbDataReader> AddTo(JsonRowShape<DbDataReader> shape, string name) => shape.Column(name, read);
    }

    private sealed class NullableReader<TValue>(PropertyInfo property, Func<DbDataReader, TValue?> read) : MemberReader(property)
        where TValue : struct
    {
        public override JsonRowShape<DbDataReader> AddTo(JsonRowShape<DbDataReader> shape, string name) => shape.Column(name, read);
    }
}
