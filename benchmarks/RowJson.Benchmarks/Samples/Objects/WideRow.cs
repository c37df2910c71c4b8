namespace RowJson.Benchmarks;

/// <summary>A row of sixty columns, ten types six times.</summary>
internal sealed class WideRow
{
    public int SalesUnits { get; init; }
    public required string SalesName { get; init; }
    public double SalesRate { get; init; }
    public bool SalesIsOpen { get; init; }
    public long SalesSerial { get; init; }
    public string? SalesRemark { get; init; }
    public DateTime SalesChangedAt { get; init; }
    public int? SalesLimit { get; init; }
    public double? SalesShare { get; init; }
    public decimal SalesAmount { get; init; }
    public int StockUnits { get; init; }
    public required string StockName { get; init; }
    public double StockRate { get; init; }
    public bool StockIsOpen { get; init; }
    public long StockSerial { get; init; }
    public string? StockRemark { get; init; }
    public DateTime StockChangedAt { get; init; }
    public int? StockLimit { get; init; }
    public double? StockShare { get; init; }
    public decimal StockAmount { get; init; }
    public int OrderUnits { get; init; }
    public required string OrderName { get; init; }
    public double OrderRate { get; init; }
    public bool OrderIsOpen { get; init; }
    public long OrderSerial { get; init; }
    public string? OrderRemark { get; init; }
    public DateTime OrderChangedAt { get; init; }
    public int? OrderLimit { get; init; }
    public double? OrderShare { get; init; }
    public decimal OrderAmount { get; init; }
    public int SiteUnits { get; init; }
    public required string SiteName { get; init; }
    public double SiteRate { get; init; }
    public bool SiteIsOpen { get; init; }
    public long SiteSerial { get; init; }
    public string? SiteRemark { get; init; }
    public DateTime SiteChangedAt { get; init; }
    public int? SiteLimit { get; init; }
    public double? SiteShare { get; init; }
    public decimal SiteAmount { get; init; }
    public int PlanUnits { get; init; }
    public required string PlanName { get; init; }
    public double PlanRate { get; init; }
    public bool PlanIsOpen { get; init; }
    public long PlanSerial { get; init; }
    public string? PlanRemark { get; init; }
    public DateTime PlanChangedAt { get; init; }
    public int? PlanLimit { get; init; }
    public double? PlanShare { get; init; }
    public decimal PlanAmount { get; init; }
    public int LineUnits { get; init; }
    public required string LineName { get; init; }
    public double LineRate { get; init; }
    public bool LineIsOpen { get; init; }
    public long LineSerial { get; init; }
    public string? LineRemark { get; init; }
    public DateTime LineChangedAt { get; init; }
    public int? LineLimit { get; init; }
    public double? LineShare { get; init; }
    public decimal LineAmount { get; init; }
}
