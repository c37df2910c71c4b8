using System.Text.Json;

namespace RowJson.Conformance;

/// <summary>Rows of one type, written by an implementation and compared with <see cref="JsonSerializer"/>.</summary>
public abstract class RowTypeCase(string name)
{
    public string Name { get; } = name;

    /// <summary>Compares; returns the number of comparisons.</summary>
    internal abstract Task<int> CompareAsync(Implementation implementation, JsonRowOptions options, string what);

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

    internal override async Task<int> CompareAsync(Implementation implementation, JsonRowOptions options, string what)
    {
        int comparisons = 0;
        foreach (T[] some in new[] { [], rows, Enumerable.Repeat(rows, 40).SelectMany(all => all).ToArray() })
        {
            foreach (IEnumerable<T> sequence in new IEnumerable<T>[] { some, some.ToList(), some.Select(row => row) })
            {
                (string? Text, Exception? Failure) expected = await TryAsync(
                    () => implementation.SerializeAsync(sequence, options.SerializerOptions));
                Check(expected.Text, expected.Failure, await TryAsync(() => implementation.WriteAsync(sequence, options)),
                    $"{Name}, {what}, {sequence.GetType().Name} of {some.Length}");
                comparisons++;
            }
        }
        return comparisons;
    }

    private static async Task<(string? Text, Exception? Failure)> TryAsync(Func<Task<string>> write)
    {
        try
        {
            return (await write(), null);
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
