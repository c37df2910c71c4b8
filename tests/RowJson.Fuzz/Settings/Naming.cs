using System.Text.Json;

namespace RowJson.Fuzz;

/// <summary>Naming policies by a name that prints.</summary>
internal static class Naming
{
    public static JsonNamingPolicy? Of(string? name) => name switch
    {
        null => null,
        "camel" => JsonNamingPolicy.CamelCase,
        "snake" => JsonNamingPolicy.SnakeCaseLower,
        _ => JsonNamingPolicy.KebabCaseUpper,
    };
}
