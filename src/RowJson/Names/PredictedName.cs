namespace RowJson;

/// <summary>
/// A name where an encoder expects it, with the instance that rows last had of it: those of the next result are others, though the text
/// is the same.
/// </summary>
internal sealed class PredictedName(EncodedName name, string key)
{
    /// <summary>The name's text: what a row's name is compared with by reference.</summary>
    public string Key { get; set; } = key;

    /// <summary>The encoded name; another one, where that has taken its place in the cache.</summary>
    public EncodedName Name { get; set; } = name;

    /// <summary>The name that came after it last time; null if none has yet.</summary>
    public PredictedName? Next { get; set; }

    /// <summary>The batch in which <see cref="Key"/> became another instance.</summary>
    public uint Batch { get; set; }

    /// <inheritdoc cref="EncodedName.Id"/>
    public int Id { get; } = name.Id;
}
