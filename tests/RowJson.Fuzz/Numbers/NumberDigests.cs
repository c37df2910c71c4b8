using System.Runtime.InteropServices;

namespace RowJson.Fuzz;

/// <summary>
/// A digest of the framework's texts for each step of a proof, in a file: making these texts takes two thirds of a proof, and they are the
/// same at each vector level.
/// </summary>
internal sealed class NumberDigests(string? folder, string name, long steps)
{
    private readonly string? _path = folder is null ? null : Path.Combine(folder, name);
    private readonly ulong[] _digests = new ulong[steps];

    /// <summary>Whether a process before this one left them.</summary>
    public bool AreKnown { get; private set; }

    public ulong this[long step]
    {
        get => _digests[step];
        set => _digests[step] = value;
    }

    public void Load()
    {
        if (!File.Exists(_path)) return;
        byte[] bytes = File.ReadAllBytes(_path);
        AreKnown = bytes.Length == _digests.Length * sizeof(ulong);
        if (AreKnown) MemoryMarshal.Cast<byte, ulong>(bytes).CopyTo(_digests);
    }

    public void Save()
    {
        if (_path is not null && !AreKnown) File.WriteAllBytes(_path, MemoryMarshal.AsBytes(_digests.AsSpan()));
    }

    /// <summary>Adds a text to a digest (the steps of FNV-1a, with eight bytes in place of one). Clears what follows the text.</summary>
    public static ulong Add(ulong digest, Span<byte> room, int length)
    {
        room[length..].Clear();
        foreach (ulong part in MemoryMarshal.Cast<byte, ulong>(room))
        {
            digest = (digest ^ part) * 0x100000001B3;
            digest ^= digest >> 32;
        }
        return digest;
    }
}
