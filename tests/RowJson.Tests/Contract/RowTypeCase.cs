using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace RowJson.Tests;

/// <summary>Rows of one type, written in every way that takes them and compared with <see cref="JsonSerializer"/>.</summary>
public abstract class RowTypeCase(string name)
{
    public string Name { get; } = name;

    /// <summary>Compares; returns the number of comparisons.</summary>
    internal abstract int Compare(JsonSerializerOptions serializerOptions, Func<JsonSerializerOptions, JsonRowOptions> rowOptions, string what);

    public override string ToString() => Name;
}

/// <inheritdoc/>
public sealed class RowTypeCase<T>(string name, params T[] rows) : RowTypeCase(name)
{
    internal override int Compare(JsonSerializerOptions serializerOptions, Func<JsonSerializerOptions, JsonRowOptions> rowOptions, string what)
    {
        int comparisons = 0;
        foreach (T[] some in new[] { [], rows, Enumerable.Repeat(rows, 40).SelectMany(all => all).ToArray() })
        {
            foreach (IEnumerable<T> sequence in new IEnumerable<T>[] { some, some.ToList(), some.Select(row => row) })
            {
                JsonRowOptions options = rowOptions(serializerOptions);
                (string? expected, Exception? failure) = Try(() => JsonSerializer.Serialize(sequence, serializerOptions));
                (string? actual, Exception? own) = Try(() => Rows(sequence, serializerOptions).ToJsonString(options));
                Check(expected, failure, actual, own, $"{Name}, {what}, {sequence.GetType().Name} of {some.Length}");
                comparisons++;
            }
        }
        return comparisons;
    }

    private static JsonRows Rows(IEnumerable<T> rows, JsonSerializerOptions options) =>
        JsonRows.From(rows, (JsonTypeInfo<T>)options.GetTypeInfo(typeof(T)));

    private static (string? Text, Exception? Failure) Try(Func<string> write)
    {
        try
        {
            return (write(), null);
        }
        catch (Exception exception)
        {
            return (null, exception);
        }
    }

    private static void Check(string? expected, Exception? failure, string? actual, Exception? own, string what)
    {
        if (expected is not null && own is not null) Assert.Fail($"{what}: {own}");
        if (failure is null) actual.Should().Be(expected, "{0}", what);
        else own.Should().NotBeNull("{0}: the serializer fails: {1}", what, failure);
    }
}
