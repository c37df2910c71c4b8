namespace RowJson;

/// <summary>
/// Has Native AOT compile the code with which RowJson writes values of a structure in lists, dictionaries and objects: without it,
/// <see cref="JsonSerializer"/> writes them, except in lists for <c>JsonRows.From</c>. In projects with <c>PublishAot</c> or
/// <c>IsAotCompatible</c>, the package declares this for the structures of each <see cref="JsonSerializerContext"/> that it sees compiled.
/// </summary>
/// <typeparam name="T">The structure.</typeparam>
[AttributeUsage(AttributeTargets.Assembly, AllowMultiple = true)]
public sealed class JsonRowStructureAttribute<T> : Attribute
    where T : struct
{
    /// <summary>Declares the structure.</summary>
    public JsonRowStructureAttribute() => GC.KeepAlive((Delegate[])
    [
        // Names what is found by reflection, so that it is compiled. None of it is called.
        ObjectContract.HasGeneratedCodeOf<T>, ResumableFactory.CreateList<List<T>, T>, HandlerContracts.CreateSequence<List<T>, T>,
        HandlerContracts.CreateDictionary<Dictionary<string, T>, string, T>,
        (ObjectColumnsBuilder builder, PropertyChoice cell) => (object[])
        [
            new CodeOf<T>(), builder.CreateObject<T>(null!), new NullableWriter<T>(null!), new ArrayWriter<T>(null, default),
            new SequenceWriter<List<T>, T>(null, default), new DictionaryWriter<Dictionary<string, T>, T>(null, default),
            new MemberColumn<T, object>(cell, null!), new MemberColumn<object, T>(cell, null!), new MemberColumn<object, T?>(cell, null!),
        ],
    ]);
}
