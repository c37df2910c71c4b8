namespace RowJson.Compare;

/// <summary>Progress on standard error: standard output holds results only.</summary>
internal static class Progress
{
    public static void Note(string text) => Console.Error.WriteLine(text);
}
