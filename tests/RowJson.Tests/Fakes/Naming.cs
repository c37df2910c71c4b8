using System.Text.Json;

namespace RowJson.Tests;

/// <summary>Naming policies of a test's own.</summary>
internal static class Naming
{
    /// <summary>A policy made of a function.</summary>
    public static JsonNamingPolicy By(Func<string, string> convert) => new FunctionPolicy(convert);

    private sealed class FunctionPolicy(Func<string, string> convert) : JsonNamingPolicy
    {
        public override string ConvertName(string name) => convert(name);
    }
}
