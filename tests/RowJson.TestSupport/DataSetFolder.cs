namespace RowJson.Tests;

/// <summary>Where the data sets of third parties are: beside the repository, in ../shared/datasets, or where ROWJSON_DATASETS says.</summary>
internal static class DataSetFolder
{
    /// <summary>The folder, or null where there is none.</summary>
    public static string? Path { get; } = Find();

    private static string? Find()
    {
        string? given = Environment.GetEnvironmentVariable("ROWJSON_DATASETS");
        string? folder = !string.IsNullOrEmpty(given) ? given
            : RepositoryFolder.Exists ? RepositoryFolder.Combine("..", "shared", "datasets")
            : null;
        return Directory.Exists(folder) ? System.IO.Path.GetFullPath(folder) : null;
    }
}
