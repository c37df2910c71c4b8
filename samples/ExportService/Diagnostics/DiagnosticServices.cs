namespace ExportService.Diagnostics;

public static class DiagnosticServices
{
    public static void AddDiagnostics(this IServiceCollection services)
    {
        services.AddSingleton<RunningQueries>();
        services.AddSingleton<ResponseTotals>();
    }
}
