namespace RowJson.Tests;

/// <summary>The folder that holds RowJson.sln, above the one the tests run in.</summary>
internal static class RepositoryFolder
{
    public static string Path { get; } = Find();

    public static string Combine(params ReadOnlySpan<string> parts) => System.IO.Path.Combine([Path, .. parts]);

    private static string Find()
    {
        for (DirectoryInfo? folder = new(AppContext.BaseDirectory); folder is not null; folder = folder.Parent)
            if (File.Exists(System.IO.Path.Combine(folder.FullName, "RowJson.sln"))) return folder.FullName;
        throw new DirectoryNotFoundException($"No folder above {AppContext.BaseDirectory} holds RowJson.sln.");
    }
}
