using System.Collections.Frozen;
using System.Diagnostics;
using System.Text.Json;

namespace RowJson;

/// <summary>
/// The types that our own writers know, and which of them a user's converter or contract concerns. The resolver is asked
/// about a type when a row first brings one: it may refuse a type that no row holds.
/// </summary>
/// <param name="isBuiltIn">Asks the resolver; may throw what it throws.</param>
/// <param name="converted">Types that the serializer has to write whatever the resolver says.</param>
internal sealed class DirectTypes(Func<Type, bool> isBuiltIn, IEnumerable<Type> converted)
{
    public const int String = 0;
    public const int Boolean = 1;
    public const int Int64 = 2;
    public const int Int32 = 3;
    public const int Double = 4;
    public const int Object = 5;

    /// <summary>
    /// The first bits are the basic types': nearly every row holds these, and a converter for one of them leaves nothing for our own
    /// writers to win.
    /// </summary>
    private const int BasicCount = Object + 1;

    private const ulong Basic = (1ul << BasicCount) - 1;

    /// <summary>Two sets of types, a bit for each: those asked about in the low half of a state, those converted in the high one.</summary>
    private const int ConvertedShift = 32;

    /// <summary>The index is the bit.</summary>
    private static readonly Type[] Types =
    [
        .. ((Type[])[typeof(string), typeof(bool), typeof(long), typeof(int), typeof(double), typeof(object)])
            .Union(ScalarTypes.All.Select(scalar => scalar.Type)),
        typeof(byte[]), typeof(JsonDocument), typeof(Dictionary<string, object?>), typeof(List<object?>), typeof(object?[]),
    ];

    private static readonly FrozenDictionary<Type, int> Bits = Types.Index().ToFrozenDictionary(type => type.Item, type => type.Index);

    /// <summary>Read and replaced as one, so that a type never seems built-in while it is being asked about.</summary>
    private ulong _state = converted.Aggregate(0ul, (state, type) => state | AskedAndConverted(Bits[type]));

    /// <summary>
    /// One of the basic types has not been asked about: the values of rows have to be looked at. Where this need not wait for a row
    /// that brings the type, all are asked about now.
    /// </summary>
    public bool AsksAboutBasics(bool waits)
    {
        if ((Volatile.Read(ref _state) & Basic) == Basic) return false;
        if (waits) return true;
        try
        {
            for (int bit = 0; bit < BasicCount; bit++) IsConverted(bit);
            return false;
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            // A converter factory that fails for a type which no row may hold.
            return true;
        }
    }

    /// <summary>One of the basic types is not ours to write, as far as rows have brought them.</summary>
    public bool ConvertsBasics => ((Volatile.Read(ref _state) >> ConvertedShift) & Basic) != 0;

    /// <summary>The serializer has to write this type, one of those that our own writers know. Others are not ours to ask about.</summary>
    public bool IsConverted(Type type) => Bits.TryGetValue(Nullable.GetUnderlyingType(type) ?? type, out int bit) && IsConverted(bit);

    /// <summary>The same for a type whose bit is known.</summary>
    public bool IsConverted(int bit)
    {
        ulong state = Volatile.Read(ref _state);
        return ((state >> bit) & 1) != 0 ? ((state >> (bit + ConvertedShift)) & 1) != 0 : Ask(bit);
    }

    private bool Ask(int bit)
    {
        Debug.Assert(Types.Length <= ConvertedShift, "More types than bits: make the state of two words.");
        bool isConverted = !isBuiltIn(Types[bit]);
        Interlocked.Or(ref _state, isConverted ? AskedAndConverted(bit) : 1ul << bit);
        return isConverted;
    }

    private static ulong AskedAndConverted(int bit) => (1ul << bit) | (1ul << (bit + ConvertedShift));
}
