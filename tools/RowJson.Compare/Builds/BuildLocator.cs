using RowJson.Benchmarks;

namespace RowJson.Compare;

/// <summary>Finds or makes the builds that the command line names.</summary>
internal sealed class BuildLocator
{
    private const string WorkingTree = ".";
    private const string Library = "RowJson.dll";

    private readonly Lazy<string> _repository = new(FindRepository);

    /// <summary>Where the data sets are: beside the repository.</summary>
    public string DefaultDataFolder => Path.GetFullPath(Path.Combine(_repository.Value, "..", "shared", "datasets"));

    /// <summary>The build at a path, of a git revision, or of the working tree.</summary>
    public BuildImage Find(string name)
    {
        if (name == WorkingTree)
            return new BuildImage("working tree", Build(_repository.Value));
        if (Path.GetExtension(name) == ".dll")
            return new BuildImage(name, Read(name));
        return BuildRevision(name);
    }

    private static byte[] Read(string path)
    {
        if (!File.Exists(path))
            throw new BenchmarkException($"{path}: there is no such file");
        return File.ReadAllBytes(path);
    }

    private BuildImage BuildRevision(string name)
    {
        string commit = Tool.Run(_repository.Value, "git", "rev-parse", "--verify", "--end-of-options", $"{name}^{{commit}}").Trim();
        string folder = Path.Combine(Directory.CreateTempSubdirectory("rowjson-compare-").FullName, "tree");
        try
        {
            Tool.Run(_repository.Value, "git", "worktree", "add", "--quiet", "--detach", folder, commit);
            return new BuildImage($"{name} ({commit[..7]})", Build(folder));
        }
        finally
        {
            // Fails if adding failed; the folder around it is deleted in any case.
            if (Directory.Exists(folder))
                Tool.Run(_repository.Value, "git", "worktree", "remove", "--force", folder);
            Directory.Delete(Path.GetDirectoryName(folder)!, recursive: true);
        }
    }

    // Into a folder of its own: builds in the tree are kept, and an old build is never mistaken for a new one.
    private static byte[] Build(string tree)
    {
        Output.Note($"building {tree}");
        string output = Directory.CreateTempSubdirectory("rowjson-compare-").FullName;
        try
        {
            Tool.Run(tree, "dotnet", "build", "src/RowJson", "-c", "Release", "-o", output, "-v", "quiet", "--nologo",
                "-nodeReuse:false", "-p:UseSharedCompilation=false", "-p:RunAnalyzers=false", "-p:TreatWarningsAsErrors=false");
            return Read(Path.Combine(output, Library));
        }
        finally
        {
            Directory.Delete(output, recursive: true);
        }
    }

    private static string FindRepository()
    {
        foreach (string start in (string[])[Environment.CurrentDirectory, AppContext.BaseDirectory])
        {
            for (DirectoryInfo? directory = new(start); directory is not null; directory = directory.Parent)
            {
                if (File.Exists(Path.Combine(directory.FullName, "RowJson.sln")))
                    return directory.FullName;
            }
        }
        throw new BenchmarkException("the repository (a directory with RowJson.sln) was not found above the current directory");
    }
}
