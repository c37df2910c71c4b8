using System.Runtime.CompilerServices;

namespace RowJson;

/// <summary>
/// The order in which names came last time: for each name the one that followed it, and the one that came first inside it.
/// The rows of an array look alike, so the guess is nearly always right, and a row with names left out costs one or two
/// look-ups instead of one per name.
/// </summary>
/// <remarks>A guess is only a guess: who takes it compares the key. Not thread-safe: each encoder has its own.</remarks>
internal sealed class NamePredictor
{
    /// <summary>The id of the row itself, and for every name that is not cached.</summary>
    public const int Root = 0;

    /// <summary>Most rows have fewer names.</summary>
    private const int FirstCapacity = 64;

    private readonly int _maxId;
    private EncodedName?[] _next;
    private EncodedName?[] _first;

    public NamePredictor(int maxId)
    {
        _maxId = maxId;
        _next = new EncodedName?[Math.Min(maxId, FirstCapacity - 1) + 1];
        _first = new EncodedName?[1];
    }

    /// <summary>The name expected after the one with this id.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public EncodedName? After(int id)
    {
        EncodedName?[] next = _next;
        return (uint)id < (uint)next.Length ? next[id] : null;
    }

    /// <summary>The name expected first in the object that the name with this id holds.</summary>
    public EncodedName? FirstIn(int id) => (uint)id < (uint)_first.Length ? _first[id] : null;

    /// <summary>Remembers that <paramref name="name"/> came after the name with this id.</summary>
    public void LearnAfter(int id, EncodedName name) => Learn(ref _next, id, name);

    /// <summary>Remembers that <paramref name="name"/> came first in the object that the name with this id holds.</summary>
    public void LearnFirstIn(int id, EncodedName name) => Learn(ref _first, id, name);

    /// <summary>Forgets all names: each is looked up once more when it comes again.</summary>
    public void Forget()
    {
        Array.Clear(_next);
        Array.Clear(_first);
    }

    private void Learn(ref EncodedName?[] names, int id, EncodedName name)
    {
        if (id >= names.Length) Array.Resize(ref names, (int)Math.Min(Math.Max(id + 1L, names.Length * 2L), _maxId + 1L));
        names[id] = name;
    }
}
