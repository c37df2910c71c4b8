using System.Text.Json;

namespace ExportService.Diagnostics;

/// <summary>
/// A request that is refused gets its parameters named as its address has them: validation names the properties that they are bound to.
/// </summary>
public static class ParameterNames
{
    public static void Use(ProblemDetailsContext context)
    {
        if (context.ProblemDetails is HttpValidationProblemDetails problem)
            problem.Errors = problem.Errors.ToDictionary(error => JsonNamingPolicy.CamelCase.ConvertName(error.Key), error => error.Value);
    }
}
