namespace RowJson.Benchmarks;

/// <summary>What the texts of <see cref="StringBenchmarks"/> are made of.</summary>
public enum TextKind
{
    /// <summary>Lower-case letters and blanks.</summary>
    Ascii,

    /// <summary>The same after a quote.</summary>
    EscapeAtStart,

    /// <summary>The same around a quote.</summary>
    EscapeInMiddle,

    /// <summary>The same before a quote.</summary>
    EscapeAtEnd,

    /// <summary>ASCII with a letter of Latin-1 in about each fourth place.</summary>
    Latin,

    /// <summary>Han characters: three bytes each.</summary>
    Cjk,

    /// <summary>Characters outside the basic plane: two code units each, escaped by every encoder.</summary>
    Emoji,
}
