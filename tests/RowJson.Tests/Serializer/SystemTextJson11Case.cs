using System.Text.Json;

namespace RowJson.Tests;

/// <summary>Values of one type, as rows, in rows and in what the drop-in writes.</summary>
public abstract class SystemTextJson11Case(string name)
{
    public string Name { get; } = name;

    internal abstract int Check(JsonSerializerOptions options, string what);
}

/// <inheritdoc/>
public sealed class SystemTextJson11Case<T>(string name, params T[] values) : SystemTextJson11Case(name)
{
    /// <summary>Compares; returns how many pairs were written.</summary>
    internal override int Check(JsonSerializerOptions options, string what)
    {
        // Two rows are too few for compiled code.
        T[] rows = [.. Enumerable.Repeat(values, 50).SelectMany(all => all)];
        var holders = Array.ConvertAll(rows, row => new SystemTextJson11Holder<T> { Id = 1, Name = "a", Price = 2.5, Value = row });
        var cells = Array.ConvertAll(rows, row => new Dictionary<string, object?> { ["id"] = 1, ["value"] = row });
        int written = 0;
        foreach (ObjectAccess access in Enum.GetValues<ObjectAccess>())
        {
            var settings = new JsonRowOptions { SerializerOptions = options, ObjectAccess = access };
            written += Same(() => JsonRows.From((IEnumerable<T>)rows).ToJsonString(settings), rows, options, $"{what}, rows, {access}");
            written += Same(() => JsonRows.From(holders).ToJsonString(settings), holders, options, $"{what}, properties, {access}");
            written += Same(() => JsonRows.From(cells).ToJsonString(settings), cells, options, $"{what}, cells, {access}");
            var dropIn = new DropInComparison(options, settings, $"{what}, drop-in, {access}");
            dropIn.Check(rows, "array");
            dropIn.Check(rows.ToList(), "list");
            dropIn.Check(holders.ToList(), "properties");
            dropIn.Check(cells.ToList(), "cells");
            dropIn.Check(new Dictionary<string, List<T>> { ["a"] = [.. values] }, "dictionary of lists");
            written += dropIn.Written;
        }
        return written;
    }

    private static int Same<TRow>(Func<string> write, TRow[] rows, JsonSerializerOptions options, string what)
    {
        string expected;
        try
        {
            expected = JsonSerializer.Serialize<IEnumerable<TRow>>(rows, options);
        }
        catch (Exception failure) when (failure is NotSupportedException or InvalidOperationException)
        {
            write.Should().Throw<Exception>("{0}: the serializer fails: {1}", what, failure);
            return 0;
        }
        write().Should().Be(expected, what);
        return 1;
    }
}

internal sealed class SystemTextJson11Holder<T>
{
    public int Id { get; set; }

    public string? Name { get; set; }

    public double Price { get; set; }

    public T? Value { get; set; }
}
