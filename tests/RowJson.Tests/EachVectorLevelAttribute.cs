using Xunit.Abstractions;
using Xunit.Sdk;

namespace RowJson.Tests;

/// <summary>
/// Marks tests of code that has a path of its own for each vector level: <c>.ci/run</c> repeats them with levels switched off.
/// </summary>
[TraitDiscoverer("RowJson.Tests." + nameof(EachVectorLevelDiscoverer), "RowJson.Tests")]
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Method)]
public sealed class EachVectorLevelAttribute : Attribute, ITraitAttribute;

/// <summary>Gives the marked tests the trait that <c>.ci/run</c> filters by.</summary>
public sealed class EachVectorLevelDiscoverer : ITraitDiscoverer
{
    public IEnumerable<KeyValuePair<string, string>> GetTraits(IAttributeInfo traitAttribute) => [new("Runs", "EachVectorLevel")];
}
