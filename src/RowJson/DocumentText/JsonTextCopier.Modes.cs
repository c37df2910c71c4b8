namespace RowJson;

// The variants of the hot loop. As type arguments they cost nothing: the JIT compiles each variant by itself.
internal sealed partial class JsonTextCopier
{
    // What to do where a row ends.
    private interface IRowEnd
    {
        // What is written between rows.
        static abstract RowSeparator Separator { get; }

        // The batch is full: stop before the block in which the row ends.
        static abstract bool Stops { get; }
    }

    private readonly struct AnyRowEnd : IRowEnd
    {
        public static RowSeparator Separator => RowSeparator.None;

        public static bool Stops => false;
    }

    private readonly struct LineRowEnd : IRowEnd
    {
        public static RowSeparator Separator => RowSeparator.Lines;

        public static bool Stops => false;
    }

    private readonly struct LineBreakRowEnd : IRowEnd
    {
        public static RowSeparator Separator => RowSeparator.LineBreaks;

        public static bool Stops => false;
    }

    private readonly struct LastRowEnd : IRowEnd
    {
        public static RowSeparator Separator => RowSeparator.None;

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
