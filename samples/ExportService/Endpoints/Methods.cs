namespace ExportService.Endpoints;

internal static class Methods
{
    /// <summary>HEAD has the headers of GET: rows are not read for it.</summary>
    public static readonly string[] Read = [HttpMethods.Get, HttpMethods.Head];
}
