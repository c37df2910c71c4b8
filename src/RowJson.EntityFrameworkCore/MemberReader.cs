using System.Data.Common;
using System.Linq.Expressions;
using System.Reflection;

namespace RowJson.EntityFrameworkCore;

// Reads a property's value from the database's reader, as EF Core does it: by the provider's getters and the model's converters.
internal abstract class MemberReader(PropertyInfo property, int? ordinal)
{
    // The property.
    public PropertyInfo Property => property;

    // The column of the reader, if values that are not null are exactly what a getter of their type returns.
    public int? Ordinal => ordinal;

    // Adds the property to a shape.
    public abstract JsonRowShape<DbDataReader> AddTo(JsonRowShape<DbDataReader> shape, string name);

    // property: the property.
    // value: its value.
    // reader: what the value is read from.
    public static MemberReader Create(PropertyInfo property, Expression value, ParameterExpression reader)
    {
        Type type = value.Type;
        int? ordinal = ColumnOf(value, reader);
        if ((Nullable.GetUnderlyingType(type) ?? type).IsEnum)
        {
            // Without a converter, its text is that of its number: ContractShape accepts no other.
            Type number = Enum.GetUnderlyingType(Nullable.GetUnderlyingType(type) ?? type);
            type = Nullable.GetUnderlyingType(type) is null ? number : typeof(Nullable<>).MakeGenericType(number);
            value = Expression.Convert(value, type);
        }
        Delegate read = Expression.Lambda(typeof(Func<,>).MakeGenericType(typeof(DbDataReader), type), value, reader).Compile();
        Type readerType = Nullable.GetUnderlyingType(type) is { } underlying
            ? typeof(NullableReader<>).MakeGenericType(underlying)
            : typeof(ValueReader<>).MakeGenericType(type);
        return (MemberReader)Activator.CreateInstance(readerType, property, read, ordinal)!;
    }

    // The column whose getter an expression calls, if it does nothing else with the value than put null in its place, or convert it to a
    // nullable type or an enumeration.
    private static int? ColumnOf(Expression value, ParameterExpression reader) => value switch
    {
        UnaryExpression { NodeType: ExpressionType.Convert, Method: null } convert
            when Bare(convert.Type) == Bare(convert.Operand.Type) => ColumnOf(convert.Operand, reader),
        ConditionalExpression { Test: MethodCallExpression test, IfTrue: DefaultExpression } choice
            when test.Method.Name == nameof(DbDataReader.IsDBNull)
            && ColumnOf(choice.IfFalse, reader) is { } column && OrdinalOf(test, reader) == column => column,
        MethodCallExpression
        {
            Method.Name: nameof(DbDataReader.GetString) or nameof(DbDataReader.GetInt16) or nameof(DbDataReader.GetInt32)
                or nameof(DbDataReader.GetInt64) or nameof(DbDataReader.GetDouble) or nameof(DbDataReader.GetFieldValue),
        } getter => OrdinalOf(getter, reader),
        _ => null,
    };

    private static int? OrdinalOf(MethodCallExpression call, ParameterExpression reader) =>
        call.Object == reader && call.Method.DeclaringType == typeof(DbDataReader)
        && call.Arguments is [ConstantExpression { Value: int ordinal }] ? ordinal : null;

    // The type itself, or the type under it if it is nullable or an enumeration.
    private static Type Bare(Type type)
    {
        type = Nullable.GetUnderlyingType(type) ?? type;
        return type.IsEnum ? type.GetEnumUnderlyingType() : type;
    }

    private sealed class ValueReader<TValue>(PropertyInfo property, Func<DbDataReader, TValue> read, int? ordinal)
        : MemberReader(property, ordinal)
    {
        public override JsonRowShape<DbDataReader> AddTo(JsonRowShape<DbDataReader> shape, string name) =>
            shape.Column(name, read, Ordinal);
    }

    private sealed class NullableReader<TValue>(PropertyInfo property, Func<DbDataReader, TValue?> read, int? ordinal)
        : MemberReader(property, ordinal)
        where TValue : struct
    {
        public override JsonRowShape<DbDataReader> AddTo(JsonRowShape<DbDataReader> shape, string name) =>
            shape.Column(name, read, Ordinal);
    }
}
