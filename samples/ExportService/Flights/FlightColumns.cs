using System.ComponentModel.DataAnnotations;

namespace ExportService.Flights;

/// <summary>The columns of the table. A query is made from these names, never from the text of a request.</summary>
public static class FlightColumns
{
    public static IReadOnlyList<string> All { get; } =
        ["id", "departure", "carrier", "number", "origin", "destination", "tail", "delay", "distance", "fare"];

    /// <summary>The columns that a request names, in its order; null if one of them does not exist or comes twice.</summary>
    public static IReadOnlyList<string>? Parse(string? names)
    {
        if (string.IsNullOrEmpty(names)) return All;
        var columns = new List<string>();
        foreach (string name in names.Split(','))
        {
            if (All.FirstOrDefault(column => column == name) is not { } column || columns.Contains(column)) return null;
            columns.Add(column);
        }
        return columns;
    }
}

/// <summary>Accepts the names of columns, separated by commas.</summary>
[AttributeUsage(AttributeTargets.Property | AttributeTargets.Parameter)]
public sealed class FlightColumnsAttribute() : ValidationAttribute($"Name each column once: {string.Join(", ", FlightColumns.All)}.")
{
    public override bool IsValid(object? value) => FlightColumns.Parse(value as string) is not null;
}
