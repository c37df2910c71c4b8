namespace RowJson;

// The variants of the hot loop. As type arguments they cost nothing: the JIT compiles each variant by itself.
internal sealed partial class JsonTextCopier
{
    // What to do where a row ends.
    private interface IRowEnd
    {
        // A line feed takes the place of the comma between rows.
        static abstract bool WritesLines { get; }

        // Stop before the block in which a row ends: the batch is full, or more than a byte is written between rows.
        static abstract bool Stops { get; }
    }

    private readonly struct AnyRowEnd : IRowEnd
    {
        public static bool WritesLines => false;

        public static bool Stops => false;
    }

    private readonly struct LineRowEnd : IRowEnd
    {
        public static bool WritesLines => true;

        public static bool Stops => false;
    }

    private readonly struct StopAtRowEnd : IRowEnd
    {
        public static bool WritesLines => false;

        public static bool Stops => true;
    }

    // Whether the loop looks for text outside ASCII that may be copied: most text has none.
    private interface IText
    {
        static abstract bool FindsAllowed { get; }
    }

    private readonly struct AsciiText : IText
    {
        public static bool FindsAllowed => false;
    }

    private readonly struct NonAsciiText : IText
    {
        public static bool FindsAllowed => true;
    }
}
