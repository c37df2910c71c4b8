using System.Collections.Frozen;

namespace RowJson;

// The types that our own writers know, and which of them a user's converter or contract affects. The resolver is asked about a type when a
// row first holds a value of it: it may refuse a type that no row holds.
internal sealed class BasicTypes
{
    public const int String = 0;
    public const int Boolean = 1;
    public const int Int64 = 2;
    public const int Int32 = 3;
    public const int Double = 4;
    public const int Object = 5;

    // Each value is tested for these, so their indices are constants.
    public const int DateTime = 6;
    public const int Decimal = 7;
    public const int Guid = 8;
    public const int Single = 9;

    // The first types are the basic ones, which nearly every row holds: with a converter for one of them, direct writing gains nothing.
    private const int BasicCount = Object + 1;

    private static readonly Type[] Types =
    [
        .. ((Type[])[
                typeof(string), typeof(bool), typeof(long), typeof(int), typeof(double), typeof(object),
                typeof(DateTime), typeof(decimal), typeof(Guid), typeof(float)])
            .Union(ScalarTypes.All.Select(scalar => scalar.Type)),
        typeof(byte[]), typeof(JsonDocument), typeof(Dictionary<string, object?>), typeof(List<object?>), typeof(object?[]),
    ];

    private static readonly FrozenDictionary<Type, int> Indices = Types.Index().ToFrozenDictionary(type => type.Item, type => type.Index);

    // Two threads may learn about one type: both learn the same, and a byte is written atomically.
    private readonly Writer[] _writers = new Writer[Types.Length];

    private readonly Func<Type, bool> _isBuiltIn;
    private volatile bool _convertsBasics;

    // isBuiltIn: asks the resolver; may throw what it throws.
    // converted: types that the serializer has to write whatever the resolver says.
    public BasicTypes(Func<Type, bool> isBuiltIn, IEnumerable<Type> converted)
    {
        _isBuiltIn = isBuiltIn;
        foreach (Type type in converted) Learn(Indices[type], Writer.Serializer);
    }

    private enum Writer : byte
    {
        NotAsked,
        Ours,
        Serializer,
    }

    // One of the basic types in the rows so far has to be written by the serializer. Asked for each row.
    public bool ConvertsBasics => _convertsBasics;

    // The values of rows have to be looked at: a converter is for one of the basic types, or one of them has not been asked about. If this
    // need not wait for a row with a value of the type, all are asked about now.
    public bool AsksAboutBasics(bool waits)
    {
        if (_convertsBasics || !_writers.AsSpan(0, BasicCount).Contains(Writer.NotAsked)) return _convertsBasics;
        // A converter factory may fail for a type which no row holds.
        return waits || !Quietly.Run(() =>
        {
            for (int index = 0; index < BasicCount; index++) IsConverted(index);
        }) || _convertsBasics;
    }

    // The serializer has to write this type, although a writer for it is known. Types without such a writer are not asked about.
    public bool IsConverted(Type type) =>
        Indices.TryGetValue(Nullable.GetUnderlyingType(type) ?? type, out int index) && IsConverted(index);

    public bool IsConverted(int index)
    {
        Writer writer = _writers[index];
        if (writer == Writer.NotAsked) Learn(index, writer = _isBuiltIn(Types[index]) ? Writer.Ours : Writer.Serializer);
        return writer == Writer.Serializer;
    }

    // The type with this index has been asked about, and is written directly.
    public bool IsOurs(int index) => _writers[index] == Writer.Ours;

    private void Learn(int index, Writer writer)
    {
        if (index < BasicCount && writer == Writer.Serializer) _convertsBasics = true;
        _writers[index] = writer;
    }
}
