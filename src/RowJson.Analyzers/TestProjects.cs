using Microsoft.CodeAnalysis;

namespace RowJson.Analyzers;

/// <summary>Test projects, which call methods only to see them fail, and create what they need anew each time.</summary>
internal static class TestProjects
{
    private static readonly string[] Attributes =
    [
        "Xunit.FactAttribute", "NUnit.Framework.TestAttribute", "Microsoft.VisualStudio.TestTools.UnitTesting.TestMethodAttribute",
        "TUnit.Core.TestAttribute",
    ];

    public static bool Include(Compilation compilation) => Attributes.Any(it => compilation.GetTypesByMetadataName(it).Length > 0);
}
