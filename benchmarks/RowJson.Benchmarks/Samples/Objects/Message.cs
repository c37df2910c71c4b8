namespace RowJson.Benchmarks;

/// <summary>A row of texts of 5 to 500 characters: Han characters, and ASCII of which some needs escaping.</summary>
internal sealed class Message
{
    private const int FirstHan = 0x4E00, LastHan = 0x9FA5;

    public int Id { get; init; }

    public required string Author { get; init; }

    public required string Subject { get; init; }

    public required string Body { get; init; }

    public required string Reply { get; init; }

    public static Message Create(int index, Random random, Vocabulary vocabulary) => new()
    {
        Id = index,
        Author = Han(random, 5, 12),
        Subject = Han(random, 10, 40),
        Body = Han(random, 40, 500),
        Reply = $"{vocabulary.Words(1, 30)} {vocabulary.EscapedWord()} {Han(random, 1, 20)}",
    };

    private static string Han(Random random, int shortest, int longest) =>
        string.Create(random.Next(shortest, longest + 1), random, (text, random) =>
        {
            foreach (ref char character in text) character = (char)random.Next(FirstHan, LastHan + 1);
        });
}
