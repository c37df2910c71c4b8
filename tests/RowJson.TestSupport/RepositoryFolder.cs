namespace RowJson.Tests;

/// <summary>The folder that holds RowJson.sln, above the one that the program is in, or the current one.</summary>
internal static class RepositoryFolder
{
    private static readonly string? Found = Find();

    public static bool Exists => Found is not null;

    public static string Path => Found
        ?? throw new DirectoryNotFoundException($"No folder above {AppContext.BaseDirectory} or the current one holds RowJson.sln.");

    public static string Combine(params ReadOnlySpan<string> parts) => System.IO.Path.Combine([Path, .. parts]);

    private static string? Find()
    {
        foreach (string start in (string[])[AppContext.BaseDirectory, Environment.CurrentDirectory])
        {
            for (DirectoryInfo? folder = new(start); folder is not null; folder = folder.Parent)
                if (File.Exists(System.IO.Path.Combine(folder.FullName, "RowJson.sln"))) return folder.FullName;
        }
        return null;
    }
}
