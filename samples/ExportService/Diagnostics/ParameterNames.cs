using System.Text.Json;
using System.Text.RegularExpressions;

namespace ExportService.Diagnostics;

/// <summary>A request that is refused gets its parameters named as its address has them.</summary>
public static partial class ParameterNames
{
    public static void Use(ProblemDetailsContext context)
    {
        // Validation names the properties that parameters are bound to.
        if (context.ProblemDetails is HttpValidationProblemDetails problem)
            problem.Errors = problem.Errors.ToDictionary(error => Name(error.Key), error => error.Value);
        // Text that is not a number is refused before validation, by an exception whose message alone has the name.
        else if (context.Exception is BadHttpRequestException refused && Unbound().Match(refused.Message) is { Success: true } match)
            context.ProblemDetails.Extensions["errors"] = new Dictionary<string, string[]>
            {
                [Name(match.Groups["name"].Value)] = [$"Use a whole number instead of '{match.Groups["text"].Value}'."],
            };
    }

    private static string Name(string property) => JsonNamingPolicy.CamelCase.ConvertName(property);

    [GeneratedRegex("""parameter "[^"]*\b(?<name>\w+)" from "(?<text>.*)".$""")]
    private static partial Regex Unbound();
}
