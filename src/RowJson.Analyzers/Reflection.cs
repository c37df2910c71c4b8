using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;

namespace RowJson.Analyzers;

/// <summary>Projects and members that say whether there is reflection.</summary>
internal static class Reflection
{
    /// <summary>The properties of a project that publishes without reflection, or of a library for such projects.</summary>
    private static readonly string[] Properties = ["EnableAotAnalyzer", "EnableTrimAnalyzer", "PublishAot", "PublishTrimmed"];

    /// <summary>The project, or an application that uses it, is trimmed or compiled ahead.</summary>
    public static bool IsMissing(AnalyzerOptions project)
    {
        AnalyzerConfigOptions options = project.AnalyzerConfigOptionsProvider.GlobalOptions;
        foreach (string property in Properties)
        {
            bool isSet = options.TryGetValue("build_property." + property, out string? value);
            if (isSet && string.Equals(value, "true", StringComparison.OrdinalIgnoreCase)) return true;
        }
        return false;
    }

    /// <summary>The member or a type around it says that it needs reflection: its callers are warned.</summary>
    public static bool IsDeclared(ISymbol? member)
    {
        for (; member is not null; member = member.ContainingSymbol)
        {
            if (member.GetAttributes().Any(static it => it.AttributeClass?.Name == "RequiresUnreferencedCodeAttribute")) return true;
        }
        return false;
    }
}
