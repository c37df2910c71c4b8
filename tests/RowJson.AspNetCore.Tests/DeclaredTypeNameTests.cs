namespace RowJson.AspNetCore.Tests;

/// <summary>How the log names the type of a value.</summary>
public sealed class DeclaredTypeNameTests
{
    [Theory]
    [InlineData(typeof(Order), "Order")]
    [InlineData(typeof(Order[]), "Order[]")]
    [InlineData(typeof(List<Order>), "List<Order>")]
    [InlineData(typeof(Dictionary<string, List<Order[]>>), "Dictionary<String, List<Order[]>>")]
    [InlineData(typeof(Dictionary<int, Order>.ValueCollection), "ValueCollection<Int32, Order>")]
    [InlineData(typeof(Nested), "Nested")]
    [InlineData(typeof(List<Nested>), "List<Nested>")]
    [InlineData(typeof(SystemNested), "SystemNested")]
    public void Of_declaredType_isItsNameInCode(Type type, string expected) => DeclaredTypeName.Of(type).Should().Be(expected);

    public static TheoryData<object, string> WithoutName => new()
    {
        { LateSource.Read("io"), "IEnumerable<Order>" },
        { LateSource.ReadAsync("io"), "IAsyncEnumerable<Order>" },
        { LateSource.Read("io").Where(it => it is not null), "IEnumerable<Order>" },
        { new[] { 1 }.Select(_ => new Nested()), "IEnumerable<Nested>" },
        { LateSource.ReadAsync("io").Where(it => it is not null), "IAsyncEnumerable<Order>" },
        { new { Total = 1, Items = new List<Order>() }, "anonymous type (Int32, List<Order>)" },
        { new List<IEnumerable<Order>[]>(), "List<IEnumerable<Order>[]>" },
        { ReadOnly([new Nested()]), "IEnumerable<Nested>" },
    };

    [Theory]
    [MemberData(nameof(WithoutName), DisableDiscoveryEnumeration = true)]
    public void Of_typeThatNoCodeCanName_isWhatItCanBeDeclaredAs(object value, string expected) =>
        DeclaredTypeName.Of(value.GetType()).Should().Be(expected);

    private static IReadOnlyList<Nested> ReadOnly(IReadOnlyList<Nested> _) => [new Nested()];

    private sealed class Nested;

    private sealed class SystemNested : List<Order>;
}
