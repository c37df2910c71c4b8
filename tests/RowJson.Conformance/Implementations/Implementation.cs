using System.Text.Json;

namespace RowJson.Conformance;

/// <summary>
/// A way to write rows of any type: what a matrix compares with <see cref="JsonSerializer"/>. A new way takes a class here, and meets all
/// cases of the tests that take an implementation.
/// </summary>
internal abstract class Implementation(string name)
{
    private static readonly Implementation[] Known =
        [new FromImplementation(), new FromContractImplementation(), new FromAsyncImplementation(), new DropInImplementation(), new EndpointImplementation()];

    /// <summary>Those that this process has.</summary>
    public static IReadOnlyList<Implementation> All { get; } = Array.FindAll(Known, implementation => implementation.IsAvailable);

    public string Name { get; } = name;

    /// <summary>Whether this process has it.</summary>
    protected virtual bool IsAvailable => true;

    /// <summary>The ways to read members under which it is compared.</summary>
    public virtual IReadOnlyList<ObjectAccess> Accesses => [ObjectAccess.Automatic];

    public static Implementation Find(string name) => All.Single(implementation => implementation.Name == name);

    /// <summary>It writes under these options what the serializer writes under them.</summary>
    public virtual bool Takes(JsonSerializerOptions options) => true;

    /// <summary>What the serializer writes, to be compared with.</summary>
    public virtual Task<string> SerializeAsync<T>(IEnumerable<T> rows, JsonSerializerOptions options) =>
        Task.FromResult(JsonSerializer.Serialize(rows, options));

    /// <summary>Writes the rows as an array.</summary>
    /// <returns>The array's text.</returns>
    public abstract Task<string> WriteAsync<T>(IEnumerable<T> rows, JsonRowOptions options);
}
