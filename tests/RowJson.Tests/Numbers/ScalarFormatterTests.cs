using System.Reflection;

namespace RowJson.Tests;

/// <summary>What the encoder relies on for each formatter, also for one that is added.</summary>
public class ScalarFormatterTests
{
    private const BindingFlags Constants = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Static;

    public static TheoryData<string> Formatters =>
    [
        .. typeof(JsonRows).Assembly.GetTypes()
            .Where(type => type.IsValueType && Array.Exists(type.GetInterfaces(), IsFormatter))
            .Select(type => type.Name),
    ];

    [Theory]
    [MemberData(nameof(Formatters))]
    public void Room_isWithinWhatANameReserves(string formatter)
    {
        int reserved = ConstantOf(typeof(CellEncoder), "MaxScalarLength");
        ConstantOf(typeof(JsonRows).Assembly.GetType("RowJson." + formatter)!, "Room").Should().BeInRange(1, reserved);
    }

    private static int ConstantOf(Type type, string name)
    {
        FieldInfo? field = type.GetField(name, Constants);
        field.Should().NotBeNull("{0} declares its {1}", type.Name, name);
        return (int)field!.GetRawConstantValue()!;
    }

    private static bool IsFormatter(Type type) => type.IsGenericType && type.GetGenericTypeDefinition() == typeof(IScalarFormatter<>);
}
