using System.Runtime.CompilerServices;
using RowJson.Conformance;

namespace RowJson.Tests;

/// <summary>What the contract tests of this project rely on.</summary>
public class DynamicCodeTests
{
    [Fact]
    public void IsDynamicCodeSupported_inThisProcess_isFalse() => RuntimeFeature.IsDynamicCodeSupported.Should().BeFalse();

    [Fact]
    public void Contexts_ofThisProject_haveGetters() => new MemberContext().Should().BeAssignableTo<IJsonRowGetters>();
}
