namespace RowJson;

/// <summary>A name cache that is shared, and one encoder's own memory of the order in which its names come.</summary>
internal sealed class NamePlan(NameCache cache)
{
    public NameCache Cache { get; } = cache;

    public RowShape Shape { get; } = new(cache.MaxId);

    /// <summary>
    /// The last name that was not the expected instance had the expected text: rows bring their own instances, and comparing
    /// the text comes before looking it up.
    /// </summary>
    public bool ExpectsEqualText { get; set; } = true;
}
