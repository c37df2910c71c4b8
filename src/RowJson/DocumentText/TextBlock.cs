namespace RowJson;

/// <summary>
/// 64 bytes of JSON text in the registers of one vector level, with a mask of each kind of byte: bit <em>n</em> is byte <em>n</em>.
/// </summary>
internal interface ITextBlock<TSelf> where TSelf : struct, ITextBlock<TSelf>
{
    /// <summary>Whether this processor has the instructions.</summary>
    static abstract bool IsSupported { get; }

    /// <summary>Reads 64 bytes.</summary>
    static abstract TSelf Load(ref byte source, TextEscapeTable escapes);

    /// <summary>Bytes that are not simply copied within a string, all bytes outside ASCII among them; not the quote.</summary>
    ulong NeedsEscaping(TextEscapeTable escapes);

    /// <summary>
    /// Whether nothing within strings needs escaping. False proves nothing: <see cref="NeedsEscaping"/> tells.
    /// </summary>
    static virtual bool IsPlain(TSelf block, ulong strings, TextEscapeTable escapes) => (block.NeedsEscaping(escapes) & strings) == 0;

    /// <summary>The bytes of structure that are not whitespace: brackets, and slashes where <see cref="HasSlash"/> does not look.</summary>
    static virtual ulong BracketsOf(TSelf block, ulong structure) => structure & ~block.Whitespace;

    /// <summary>Whether there is a slash among the bytes of structure that are not brackets.</summary>
    static virtual bool HasSlash(TSelf block, ulong whitespace) => false;

    static virtual ulong OpensOf(TSelf block, ulong brackets) => block.Opens & brackets;

    static virtual ulong ClosesOf(TSelf block, ulong brackets) => block.Closes & brackets;

    /// <summary>Whether the hot loop follows escapes within a block: it needs many registers.</summary>
    static virtual bool FollowsEscapes => false;

    /// <summary>Whether <see cref="FindAllowed"/> finds anything at this level.</summary>
    static virtual bool FindsAllowed => false;

    /// <inheritdoc cref="AllowedPages.Find"/>
    static virtual ulong FindAllowed(in TSelf block, AllowedPages pages, out int complete)
    {
        complete = TextBlock.Size;
        return 0;
    }

    /// <summary>Bytes of sequences within the block that their leads show to be allowed: <see cref="AllowedPages.Leads"/>.</summary>
    static virtual ulong FindAllowedByLeads(in TSelf block, AllowedPages pages) => 0;

    /// <summary>Space and everything below: outside of strings only space, tab, line feed and carriage return occur.</summary>
    ulong Whitespace { get; }

    /// <summary>Brackets, whitespace and slashes: in compact text most blocks have none outside of strings. ASCII only.</summary>
    ulong Structure(TextEscapeTable escapes);

    ulong Slashes { get; }

    ulong Quotes { get; }

    ulong Commas { get; }

    ulong Backslashes { get; }

    /// <summary>The bytes that, after a backslash, make an escape that the encoder writes in the same way.</summary>
    static virtual ulong CanonicalLettersOf(in TSelf block, TextEscapeTable table) => 0;

    /// <summary><c>{</c> and <c>[</c>.</summary>
    ulong Opens { get; }

    /// <summary><c>}</c> and <c>]</c>.</summary>
    ulong Closes { get; }

    /// <summary>Writes the 64 bytes, which were read from <paramref name="source"/>.</summary>
    void Store(ref byte source, ref byte destination);

    /// <summary>
    /// Writes the bytes that <paramref name="keep"/> selects, without gaps. What follows them, up to 64 bytes in all, is undefined.
    /// </summary>
    void StorePacked(ref byte source, ref byte destination, ulong keep);
}

/// <summary>What all the blocks share.</summary>
internal static class TextBlock
{
    /// <summary>Bytes of a block: one bit each in a word.</summary>
    public const int Size = AllowedPages.BlockSize;

    /// <summary>Turns <c>[</c> into <c>{</c> and <c>]</c> into <c>}</c>: no other byte becomes either.</summary>
    public const byte BracketCase = '{' - '[';

    /// <summary>A bit for each upper nibble of ASCII, 0 to 7.</summary>
    public const ulong RowBits = 0x8040_2010_0804_0201;

    /// <summary>By the lower nibble of a byte, the classes of structure that it may be of: nibbles 0 to 7, the lowest first.</summary>
    /// <remarks>
    /// A byte is structure where its entries by both nibbles share a bit, one for each class:
    /// <code>
    /// bit 0 (1)     09 tab, 0A line feed, 0D carriage return
    /// bit 1 (2)     20 space, 2F slash
    /// bit 2 (4)     5B [, 5D ], 7B {, 7D }
    ///
    /// lower nibble     0  1  2  3  4  5  6  7  8  9  A  B  C  D    E  F
    /// classes          2  .  .  .  .  .  .  .  .  1  1  4  .  1+4  .  2
    /// upper nibble     0  1  2  3  4  5  6  7
    /// classes          1  .  2  .  .  4  .  4
    /// </code>
    /// </remarks>
    public const ulong StructureLow0 = 0x0000_0000_0000_0002;

    /// <summary>Classes by lower nibble, 8 to F.</summary>
    /// <inheritdoc cref="StructureLow0" path="/remarks"/>
    public const ulong StructureLow1 = 0x0200_0500_0401_0100;

    /// <summary>Classes by upper nibble, 0 to 7. From 8 on there is nothing.</summary>
    /// <inheritdoc cref="StructureLow0" path="/remarks"/>
    public const ulong StructureHigh = 0x0400_0400_0002_0001;
}
