using Microsoft.EntityFrameworkCore;

namespace ExportService.Flights;

/// <summary>Registers the flights: PostgreSQL if <c>ConnectionStrings:Flights</c> is set, else a file of the user's.</summary>
public static class FlightServices
{
    private const long DefaultRows = 1_000_000;

    public static void AddFlights(this IServiceCollection services, IConfiguration configuration)
    {
        string? postgres = configuration.GetConnectionString("Flights");
        string folder = configuration["Flights:Folder"] is { Length: > 0 } given ? given : DefaultFolder();
        services.AddSingleton<AirportDocument>();
        services.AddSingleton<FlightGenerator>();
        services.AddSingleton<FlightCache>();
        services.AddSingleton<FlightStore>(provider =>
        {
            FlightGenerator generator = provider.GetRequiredService<FlightGenerator>();
            return string.IsNullOrEmpty(postgres)
                ? new SqliteFlightStore(generator, folder)
                : new PostgresFlightStore(generator, postgres);
        });
        services.AddSingleton(new FillProgress(configuration.GetValue("Flights:Rows", DefaultRows)));
        services.AddHostedService<FillService>();
        services.AddHttpContextAccessor();
        services.AddSingleton<CancelOnAbort>();
        services.AddDbContextPool<FlightContext>((provider, options) =>
        {
            provider.GetRequiredService<FlightStore>().Configure(options);
            options.AddInterceptors(provider.GetRequiredService<CancelOnAbort>());
        });
    }

    private static string DefaultFolder()
    {
        string data = Environment.GetFolderPath(Environment.SpecialFolder.LocalApplicationData, Environment.SpecialFolderOption.Create);
        return Path.Combine(data.Length > 0 ? data : Path.GetTempPath(), "RowJson.ExportService");
    }
}
