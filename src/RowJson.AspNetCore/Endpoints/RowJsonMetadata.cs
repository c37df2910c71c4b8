namespace RowJson.AspNetCore;

/// <summary>Whether what an endpoint returns is written by RowJson; the last one of an endpoint holds.</summary>
internal sealed record RowJsonMetadata(bool IsOn)
{
    public static readonly RowJsonMetadata On = new(true);
    public static readonly RowJsonMetadata Off = new(false);
}
