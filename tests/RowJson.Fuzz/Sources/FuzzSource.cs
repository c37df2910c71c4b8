using System.Text.Json;

namespace RowJson.Fuzz;

/// <summary>A way to hand rows over.</summary>
internal abstract class FuzzSource(string name)
{
    public string Name { get; } = name;

    /// <summary>Only asynchronous sinks take it.</summary>
    public virtual bool IsAsynchronous => false;

    /// <summary>The serializer takes the list as it is: with references, and under the drop-in options.</summary>
    public virtual bool IsSerializersOwn => false;

    /// <summary>The list has an identity, where references are kept.</summary>
    public virtual bool HasIdentity => IsSerializersOwn;

    /// <summary>The rows, ready to be written any number of times; null if the source cannot hold them.</summary>
    public abstract PreparedRows? Prepare(FuzzData data);
}

/// <summary>Rows in their source.</summary>
internal sealed record PreparedRows(Oracle Oracle) : IDisposable
{
    /// <summary>The rows for one write; null if they are asynchronous.</summary>
    public Func<JsonRows>? Rows { get; init; }

    /// <inheritdoc cref="Rows"/>
    public Func<AsyncJsonRows>? AsyncRows { get; init; }

    /// <summary>Hands the rows over one by one; null if there is no such way.</summary>
    public Action<JsonRowWriter>? Push { get; init; }

    /// <summary>Writes them by the serializer with drop-in options; null if it does not take them.</summary>
    public Func<JsonSerializerOptions, byte[]>? DropIn { get; init; }

    /// <summary>Where the source says that it is asked for a row; null if it does not.</summary>
    public RowSignal? Signal { get; init; }

    public IDisposable? Owner { get; init; }

    public void Dispose() => Owner?.Dispose();
}
