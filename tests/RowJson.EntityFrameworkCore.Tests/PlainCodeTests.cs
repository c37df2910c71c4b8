using System.Data;
using System.Data.Common;
using System.Linq.Expressions;
using System.Reflection;

namespace RowJson.EntityFrameworkCore.Tests;

/// <summary>Code that only moves values is understood, and no other; values are read by columns where they are read as they are.</summary>
public class PlainCodeTests
{
    private static readonly ParameterExpression Reader = Expression.Parameter(typeof(DbDataReader), "reader");

    [Theory]
    [InlineData(nameof(Odd.Plain), true, true)]
    [InlineData(nameof(Odd.Trimmed), false, false)]
    [InlineData(nameof(Odd.Shared), false, false)]
    [InlineData(nameof(Odd.Counted), false, false)]
    [InlineData(nameof(Odd.Abstract), false, false)]
    public void FieldOf_property_isTheFieldOfOneWithoutCode(string name, bool hasGetter, bool hasSetter)
    {
        PropertyInfo property = typeof(Odd).GetProperty(name)!;

        (PlainCode.FieldOfGetter(property) is not null).Should().Be(hasGetter);
        (PlainCode.FieldOfSetter(property) is not null).Should().Be(hasSetter);
    }

    [Fact]
    public void FieldOf_propertyWithoutAccessor_isNone()
    {
        PlainCode.FieldOfGetter(typeof(Odd).GetProperty(nameof(Odd.OnlySet))!).Should().BeNull();
        PlainCode.FieldOfSetter(typeof(Odd).GetProperty(nameof(Odd.OnlyGet))!).Should().BeNull();
    }

    [Fact]
    public void FieldsOfConstructor_plainCode_areTheFieldsOfItsParameters()
    {
        NamesOf(typeof(Five)).Should().Equal("A", "B", "C", "D", "E");
        NamesOf(typeof(Swapped)).Should().Equal("Second", "First");
        NamesOf(typeof(Initialized)).Should().Equal("Id", null);
        NamesOf(typeof(Defaulted)).Should().Equal("Text");
        NamesOf(new { One = 1, Two = "x" }.GetType()).Should().Equal("One", "Two");

        static IEnumerable<string?> NamesOf(Type type) => PlainCode.FieldsOfConstructor(type.GetConstructors().Single())!
            .Select(field => field?.Name.Split('<', '>') is [_, var name, ..] ? name : field?.Name);
    }

    [Theory]
    [InlineData(typeof(Replaced))]
    [InlineData(typeof(Overwritten))]
    [InlineData(typeof(Checked))]
    [InlineData(typeof(Computed))]
    [InlineData(typeof(Derived))]
    [InlineData(typeof(Static))]
    [InlineData(typeof(Action))]
    public void FieldsOfConstructor_codeOfItsOwn_areNotUnderstood(Type type) =>
        PlainCode.FieldsOfConstructor(type.GetConstructors().Single()).Should().BeNull();

    [Fact]
    public void Create_getterOfTheReader_hasItsColumn()
    {
        OrdinalOf(Get(Reader, Expression.Constant(3))).Should().Be(3);
        OrdinalOf(Expression.Condition(IsNull(3), Expression.Default(typeof(int)), Get(Reader, Expression.Constant(3)))).Should().Be(3);
        OrdinalOf(Expression.Convert(Get(Reader, Expression.Constant(3)), typeof(int?))).Should().Be(3);
    }

    [Fact]
    public void Create_anythingElse_hasNone()
    {
        using var table = new DataTable();

        OrdinalOf(Get(Expression.Constant(table.CreateDataReader(), typeof(DbDataReader)), Expression.Constant(3))).Should().BeNull();
        OrdinalOf(Get(Reader, Expression.Add(Expression.Constant(1), Expression.Constant(2)))).Should().BeNull();
        OrdinalOf(Expression.Condition(IsNull(4), Expression.Default(typeof(int)), Get(Reader, Expression.Constant(3)))).Should().BeNull();
        OrdinalOf(Expression.Convert(Get(Reader, Expression.Constant(3)), typeof(long))).Should().BeNull();
        OrdinalOf(Expression.Constant(3)).Should().BeNull();
    }

    private static MethodCallExpression Get(Expression reader, Expression ordinal) =>
        Expression.Call(reader, typeof(DbDataReader).GetMethod(nameof(DbDataReader.GetInt32))!, ordinal);

    private static MethodCallExpression IsNull(int ordinal) =>
        Expression.Call(Reader, typeof(DbDataReader).GetMethod(nameof(DbDataReader.IsDBNull))!, Expression.Constant(ordinal));

    private static int? OrdinalOf(Expression value) =>
        MemberReader.Create(typeof(Five).GetProperty(nameof(Five.A))!, value, Reader).Ordinal;

    private abstract class Odd
    {
        private static string _shared = "";
        private string _trimmed = "";
        private int _counted;

        public int Plain { get; set; }

        public string Trimmed { get => _trimmed.Trim(); set => _trimmed = value.Trim(); }

        public static string Shared { get => _shared; set => _shared = value; }

        public int Counted { get => _counted++; set => _counted = value + 1; }

        public abstract int Abstract { get; set; }

        public int OnlyGet => 1;

        public string OnlySet { set => _trimmed = value; }
    }

    private sealed record Five(int A, string B, int C, string D, int E);

    private sealed class Swapped(int one, int two)
    {
        public int First { get; } = two;

        public int Second { get; } = one;
    }

#pragma warning disable CS9113 // A parameter that is not stored is what is tested.
    private sealed class Initialized(int id, int unused)
#pragma warning restore CS9113
    {
        public int Id { get; } = id;

        public string Text { get; } = "text";

        public string Empty { get; } = string.Empty;

#pragma warning disable CA1805 // The compiler's code for it is what is tested.
        public object? Nothing { get; } = null;
#pragma warning restore CA1805

        public int Number { get; } = 7;
    }

    /// <summary>A value of its own comes after the parameter's.</summary>
    private sealed class Replaced
    {
        public Replaced(string text)
        {
            Text = text;
            Text = "constant";
        }

        public string Text { get; }
    }

    private sealed class Overwritten
    {
        public Overwritten(string first, string second)
        {
            Text = second;
            Text = first;
        }

        public string Text { get; }
    }

    /// <summary>The parameter's value comes after its own.</summary>
    private sealed class Defaulted
    {
        public Defaulted(string text) => Text = text;

        public string Text { get; } = "default";
    }

    private sealed class Checked
    {
        public Checked(int id)
        {
            ArgumentOutOfRangeException.ThrowIfNegative(id);
            Id = id;
        }

        public int Id { get; }
    }

    private sealed class Computed(int id)
    {
        public int Id { get; } = id * 2;
    }

    private abstract class Base(int id)
    {
        public int Id { get; } = id;
    }

    private sealed class Derived(int id) : Base(id);

    private sealed class Static
    {
        public Static(int id) => Last = id;

        public static int Last { get; private set; }
    }
}
