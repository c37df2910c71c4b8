namespace RowJson.Benchmarks;

/// <summary>Pronounceable words of syllables, made up from a seed.</summary>
internal sealed class Vocabulary
{
    private const int WordCount = 2_000;

    private static readonly string[] Onsets =
        ["", "b", "br", "c", "d", "dr", "f", "g", "gl", "h", "k", "l", "m", "n", "p", "pl", "r", "s", "st", "t", "tr", "v", "w", "z"];

    private static readonly string[] Nuclei = ["a", "e", "i", "o", "u", "ai", "ea", "io", "ou"];
    private static readonly string[] Codas = ["", "", "", "l", "m", "n", "r", "s", "nd", "rt"];

    // Text as people write it: accents, Greek, Cyrillic, Han, kana, and one character outside the basic plane each time.
    private static readonly string[] NonAsciiWords =
        ["café", "señor", "größe", "garçon", "ålesund", "λόγος", "вечер", "весна", "東京", "山水", "さくら", "한글", "naïve", "🙂", "𝒙²"];

    // One of each: the two-character escapes, a control character, and what the default encoder escapes for HTML's sake.
    private static readonly string[] EscapedWords =
        ["\"quoted\"", "back\\slash", "line\nbreak", "tab\tstop", "carriage\r\n", "bell\u0007", "a<b", "salt&pepper", "it's", "1+1", "x>y"];

    private readonly Random _random;
    private readonly string[] _words;

    public Vocabulary(Random random)
    {
        _random = random;
        _words = new string[WordCount];
        for (int i = 0; i < _words.Length; i++) _words[i] = MakeWord(_random.Next(1, 5));
    }

    public string Word() => Pick(_words);
    public string NonAsciiWord() => Pick(NonAsciiWords);
    public string EscapedWord() => Pick(EscapedWords);

    public string Words(int fewest, int most) =>
        string.Join(' ', Enumerable.Range(0, _random.Next(fewest, most + 1)).Select(_ => Word()));

    /// <summary>Between one and three sentences: a capital first, a full stop last.</summary>
    public string Sentences()
    {
        var text = new StringBuilder();
        for (int count = _random.Next(1, 4); count > 0; count--)
        {
            string words = Words(4, 14);
            text.Append(char.ToUpperInvariant(words[0])).Append(words, 1, words.Length - 1).Append(count > 1 ? ". " : ".");
        }
        return text.ToString();
    }

    /// <summary>Column names of two to four syllables, none twice.</summary>
    public string[] UniqueNames(int count)
    {
        var seen = new HashSet<string>(count);
        while (seen.Count < count) seen.Add(MakeWord(_random.Next(2, 5)));
        return [.. seen];
    }

    private string MakeWord(int syllables)
    {
        var word = new StringBuilder();
        for (int i = 0; i < syllables; i++) word.Append(Pick(Onsets)).Append(Pick(Nuclei)).Append(Pick(Codas));
        return word.ToString();
    }

    private string Pick(string[] choices) => choices[_random.Next(choices.Length)];
}
