using System.Text.Json;

namespace RowJson.Tests;

/// <summary>Naming policies of a test's own.</summary>
internal static class Naming
{
    /// <summary>The policy that a function is.</summary>
    public static JsonNamingPolicy By(Func<string, string> convert) => new FunctionPolicy(convert);

    private sealed class FunctionPolicy(Func<string, string> convert) : JsonNamingPolicy
    {
        public override string ConvertName(string name) => convert(name);
    }
}
