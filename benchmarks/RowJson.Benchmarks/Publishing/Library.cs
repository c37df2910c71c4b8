using System.Globalization;
using System.Reflection;

namespace RowJson.Benchmarks;

/// <summary>What is measured, and when.</summary>
internal static class Library
{
    /// <summary>The library's version without that of its sources.</summary>
    public static string Version { get; } = "RowJson " + typeof(JsonRows).Assembly
        .GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion.Split('+')[0];

    public static string Today { get; } = DateTime.UtcNow.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);
}
