namespace RowJson;

/// <summary>
/// Has Native AOT compile the code with which RowJson writes values of a structure in lists, dictionaries and objects: without it,
/// <see cref="JsonSerializer"/> writes them, except in lists for <c>JsonRows.From</c>.
/// </summary>
/// <remarks>
/// In projects with <c>PublishAot</c> or <c>IsAotCompatible</c>, the package declares this for the structures of each
/// <see cref="JsonSerializerContext"/> that it sees compiled.
/// </remarks>
/// <typeparam name="T">The structure.</typeparam>
[AttributeUsage(AttributeTargets.Assembly, AllowMultiple = true)]
public sealed class JsonRowStructureAttribute<T> : Attribute
    where T : struct
{
    /// <summary>Declares the structure.</summary>
    public JsonRowStructureAttribute() => GC.KeepAlive(new CodeOf<T>(
        ResumableFactory.CreateList<List<T>, T>,
        HandlerContracts.CreateSequence<List<T>, T>, HandlerContracts.CreateDictionary<Dictionary<string, T>, string, T>));
}
