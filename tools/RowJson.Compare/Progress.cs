namespace RowJson.Compare;

/// <summary>What goes on, on standard error: standard output holds results only.</summary>
internal static class Progress
{
    public static void Note(string text) => Console.Error.WriteLine(text);
}
