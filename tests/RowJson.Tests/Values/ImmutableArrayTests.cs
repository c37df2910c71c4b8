using System.Collections.Immutable;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace RowJson.Tests;

/// <summary>Immutable arrays: in rows, as rows, and without an array.</summary>
public class ImmutableArrayTests
{
    private static readonly JsonSerializerOptions[] Settings =
    [
        new JsonSerializerOptions(),
        new JsonSerializerOptions { WriteIndented = true },
        new JsonSerializerOptions { ReferenceHandler = ReferenceHandler.IgnoreCycles },
        new JsonSerializerOptions { NumberHandling = JsonNumberHandling.WriteAsString, DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingDefault },
    ];

    [Fact]
    public void Write_membersAndRows_matchTheSerializer()
    {
        Row[] rows = [.. Enumerable.Range(0, 300).Select(Row.Create)];
        foreach (JsonSerializerOptions serializer in Settings)
        {
            Check(rows, serializer);
            Check(rows.Select(it => it.Numbers).ToArray(), serializer);
            Check(rows.Select(it => it.Inner).ToArray(), serializer);
        }
    }

    [Fact]
    public void Write_noArray_failsAsTheSerializer()
    {
        Holder[] rows = [new([1]), new(default)];
        InvalidOperationException expected = FluentActions.Invoking(() => JsonSerializer.Serialize(rows)).Should().Throw<InvalidOperationException>().Which;

        foreach (ObjectAccess access in Enum.GetValues<ObjectAccess>())
        {
            JsonRowException failure = JsonRows.From(rows).Invoking(it => it.ToJsonString(new JsonRowOptions { ObjectAccess = access }))
                .Should().Throw<JsonRowException>().Which;
            (failure.InnerException!.GetType(), failure.InnerException.Message, failure.RowIndex).Should()
                .Be((expected.GetType(), expected.Message, 1L));
        }

        foreach (bool writeOnly in (bool[])[false, true])
        {
            JsonSerializerOptions options = new JsonSerializerOptions().WithRowJson(writeOnly);
            for (int i = 0; i < 20; i++) JsonSerializer.Serialize(Enumerable.Repeat(new Holder([.. Enumerable.Range(0, 50_000)]), 2).ToArray(), options);
            FluentActions.Invoking(() => JsonSerializer.Serialize(rows, options))
                .Should().Throw<InvalidOperationException>().WithMessage(expected.Message);
        }
    }

    private static void Check<T>(T[] rows, JsonSerializerOptions serializer)
    {
        string expected = JsonSerializer.Serialize(rows, serializer);
        foreach (ObjectAccess access in Enum.GetValues<ObjectAccess>())
            JsonRows.From(rows).ToJsonString(new JsonRowOptions(serializer) { ObjectAccess = access }).Should().Be(expected);
        foreach (bool writeOnly in (bool[])[false, true])
            JsonSerializer.Serialize(rows, serializer.WithRowJson(writeOnly)).Should().Be(expected);
    }

    private sealed record Row(
        int Id, ImmutableArray<int> Numbers, ImmutableArray<string?> Texts, ImmutableArray<Holder> Inner, ImmutableArray<double>? Maybe, List<ImmutableArray<Guid>> Lists)
    {
        public static Row Create(int i) => new(
            i, [.. Enumerable.Range(0, i % 7)], i % 3 == 0 ? [] : ["<a>", null, $"{i}"], [new([i]), new([])], i % 2 == 0 ? null : [0.5, i], [[Guid.Empty], []]);
    }

    private sealed record Holder(ImmutableArray<int> Numbers);
}
