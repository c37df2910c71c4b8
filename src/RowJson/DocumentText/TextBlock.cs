namespace RowJson;

// 64 bytes of JSON text in the registers of one vector level, with a mask of each kind of byte: bit n is byte n.
internal interface ITextBlock<TSelf> where TSelf : struct, ITextBlock<TSelf>
{
    static abstract TSelf Load(ref byte source, JsonTextEscapes escapes);

    // Bytes that are not simply copied within a string, including all bytes outside ASCII, but not the quote.
    ulong NeedsEscaping(JsonTextEscapes escapes);

    // Whether nothing within strings needs escaping. False proves nothing: then NeedsEscaping decides.
    static virtual bool IsPlain(TSelf block, ulong strings, JsonTextEscapes escapes) => (block.NeedsEscaping(escapes) & strings) == 0;

    // The bytes of structure that are not whitespace: brackets, and slashes where HasSlash does not look.
    static virtual ulong BracketsOf(TSelf block, ulong structure) => structure & ~block.FindWhitespace();

    // Whether there is a slash among the bytes of structure that are not brackets.
    static virtual bool HasSlash(TSelf block, ulong whitespace) => false;

    static virtual ulong OpensOf(TSelf block, ulong brackets) => block.FindBrackets((byte)'{') & brackets;

    static virtual ulong ClosesOf(TSelf block, ulong brackets) => block.FindBrackets((byte)'}') & brackets;

    // Whether the hot loop follows escapes within a block, and asks FindAllowed.
    static virtual bool HasManyRegisters => false;

    static virtual ulong FindAllowed(in TSelf block, AllowedPages pages, out int complete) => throw new UnreachableException();

    // Bytes of sequences within the block that their leads show to be allowed: AllowedPages.Leads.
    static virtual ulong FindAllowedByLeads(in TSelf block, AllowedPages pages) => 0;

    // Space and everything below: outside of strings only space, tab, line feed and carriage return occur.
    ulong FindWhitespace();

    // Brackets, whitespace and slashes: in compact text most blocks have none outside of strings. ASCII only.
    ulong Structure(JsonTextEscapes escapes);

    ulong Find(byte value);

    // The brackets and braces that open, if brace is {, or that close, if it is }.
    ulong FindBrackets(byte brace);

    // The bytes that, after a backslash, make an escape that the encoder writes in the same way.
    static virtual ulong CanonicalLettersOf(in TSelf block, JsonTextEscapes table) => 0;

    void Store(ref byte destination);

    // Writes the bytes that keep selects, without gaps. What follows them, up to 64 bytes in all, is undefined.
    void StorePacked(ref byte destination, ulong keep);
}

internal static class TextBlock
{
    // Bytes of a block: one bit each in a word.
    public const int Size = AllowedPages.BlockSize;

    // Turns [ into { and ] into }: no other byte becomes either.
    public const byte BracketCase = '{' - '[';
}
