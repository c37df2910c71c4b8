using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace RowJson.Conformance;

/// <summary>Rows of one type, written in every way that takes them and compared with <see cref="JsonSerializer"/>.</summary>
public abstract class RowTypeCase(string name)
{
    public string Name { get; } = name;

    /// <summary>Compares; returns the number of comparisons.</summary>
    internal abstract Task<int> CompareAsync(JsonSerializerOptions serializerOptions, JsonRowOptions rowOptions, string what);

    /// <summary>Gives the rows to tests of their own.</summary>
    internal abstract void Accept(IRowTypeVisitor visitor);

    public override string ToString() => Name;
}

/// <summary>Takes rows of any type.</summary>
internal interface IRowTypeVisitor
{
    void Visit<T>(T[] rows);
}

/// <inheritdoc/>
public sealed class RowTypeCase<T>(string name, params T[] rows) : RowTypeCase(name)
{
    internal override void Accept(IRowTypeVisitor visitor) => visitor.Visit(rows);

    internal override async Task<int> CompareAsync(JsonSerializerOptions serializerOptions, JsonRowOptions rowOptions, string what)
    {
        int comparisons = 0;
        foreach (T[] some in new[] { [], rows, Enumerable.Repeat(rows, 40).SelectMany(all => all).ToArray() })
        {
            foreach (IEnumerable<T> sequence in new IEnumerable<T>[] { some, some.ToList(), some.Select(row => row) })
            {
                string of = $"{Name}, {what}, {sequence.GetType().Name} of {some.Length}";
                (string? expected, Exception? failure) = Try(() => JsonSerializer.Serialize<IEnumerable<T>>(sequence, serializerOptions));
                Check(expected, failure, Try(() => JsonRows.From(sequence).ToJsonString(rowOptions)), of);
                comparisons++;
                // Metadata given by the caller keep references within a row at most.
                if (serializerOptions.ReferenceHandler == System.Text.Json.Serialization.ReferenceHandler.Preserve) continue;
                Check(expected, failure, Try(() => JsonRows.From(sequence, InfoOf(serializerOptions)).ToJsonString(rowOptions)), of + ", metadata");
                comparisons++;
            }
            (string? whole, Exception? reason) = Try(() => JsonSerializer.Serialize<IEnumerable<T>>(some, serializerOptions));
            Check(whole, reason, await TryAsync(some.ToAsyncEnumerable(), rowOptions), $"{Name}, {what}, asynchronous sequence of {some.Length}");
            comparisons++;
        }
        return comparisons;
    }

    private static JsonTypeInfo<T> InfoOf(JsonSerializerOptions options) => (JsonTypeInfo<T>)options.GetTypeInfo(typeof(T));

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

    private static async Task<(string? Text, Exception? Failure)> TryAsync(IAsyncEnumerable<T> rows, JsonRowOptions options)
    {
        var stream = new MemoryStream();
        try
        {
            await JsonRows.From(rows).WriteToAsync(stream, options);
            return (Encoding.UTF8.GetString(stream.ToArray()), null);
        }
        catch (Exception exception)
        {
            return (null, exception);
        }
    }

    private static void Check(string? expected, Exception? failure, (string? Text, Exception? Failure) actual, string what)
    {
        if (expected is not null && actual.Failure is not null) Assert.Fail($"{what}: {actual.Failure}");
        if (failure is null) actual.Text.Should().Be(expected, "{0}", what);
        else actual.Failure.Should().NotBeNull("{0}: the serializer fails: {1}", what, failure);
    }
}
