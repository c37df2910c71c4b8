using Microsoft.CodeAnalysis;

namespace RowJson.Analyzers;

/// <summary>A package that reads one provider's rows.</summary>
internal sealed class ProviderPackage(string provider, string prefix, string name, string rowReader)
{
    public static ProviderPackage[] All { get; } =
    [
        new("Microsoft.Data.Sqlite", "Sqlite", "RowJson.Sqlite", "SqliteRowReader"),
        new("Npgsql", "Npgsql", "RowJson.Npgsql", "NpgsqlRowReader"),
    ];

    /// <summary>The namespace of the provider.</summary>
    public string Provider => provider;

    public string Name => name;

    public string RowReader => rowReader;

    /// <summary>The project has the provider, but not the package.</summary>
    public bool IsMissingIn(Compilation compilation) =>
        compilation.GetTypesByMetadataName($"{provider}.{prefix}DataReader").Length > 0
        && compilation.GetTypesByMetadataName($"{name}.{rowReader}").Length == 0;

    /// <summary>A command or reader of the provider.</summary>
    public bool Reads(ITypeSymbol? type) => (type?.Name == prefix + "DataReader" || type?.Name == prefix + "Command")
        && type.ContainingNamespace?.ToDisplayString() == provider;
}
