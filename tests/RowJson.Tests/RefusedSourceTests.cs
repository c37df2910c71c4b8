using System.Data;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace RowJson.Tests;

/// <summary>What is no source of rows says what to pass: to compilers by an error, at run time by an exception.</summary>
public class RefusedSourceTests
{
    public static TheoryData<Type, string> Refused => new()
    {
        { typeof(object), "JsonRows.From(await rows). Choose one table: JsonRows.From(dataSet.Tables[0]). One object is one row: JsonRows.From([row])" },
        { typeof(ReadOnlySpan<>), "array or list" },
    };

    [Theory]
    [MemberData(nameof(Refused))]
    public void From_noSource_isAnErrorThatSaysWhatToPass(Type source, string advice)
    {
        MethodInfo from = typeof(JsonRows).GetMethods()
            .Single(method => method.Name == nameof(JsonRows.From) && method.GetParameters() is [{ } rows] && Definition(rows.ParameterType) == source);

        from.GetCustomAttribute<ObsoleteAttribute>().Should().BeEquivalentTo(new { IsError = true }).And
            .Subject.As<ObsoleteAttribute>().Message.Should().Contain(advice);
        from.GetCustomAttribute<OverloadResolutionPriorityAttribute>()!.Priority.Should().BeNegative();
    }

    [Fact]
    public void From_noSourceAtRunTime_saysWhatToPass()
    {
        dynamic one = new { Id = 1 };
        dynamic set = new DataSet();
        dynamic task = Task.FromResult(new[] { 1 }), valueTask = new ValueTask<int[]>([1]);
        Action[] calls = [() => JsonRows.From(one), () => JsonRows.From(set), () => JsonRows.From(task), () => JsonRows.From(valueTask)];
        foreach (Action call in calls) call.Should().Throw<NotSupportedException>().WithMessage("*JsonRows.From(*");
    }

    private static Type Definition(Type type) => type.IsGenericType ? type.GetGenericTypeDefinition() : type;
}
