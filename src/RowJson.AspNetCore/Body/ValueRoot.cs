using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace RowJson.AspNetCore;

/// <summary>A value that an application returns, as the framework would write it: what type it has, and whether it is rows.</summary>
/// <param name="Value">The value.</param>
/// <param name="Plan">How values of its type are written; null for rows that are described already.</param>
/// <param name="Options">What it is written with.</param>
internal readonly record struct ValueRoot(object Value, ValuePlan? Plan, JsonSerializerOptions Options)
{
    /// <summary>The declared type counts where it is polymorphic; else the framework goes by what the value is.</summary>
    public static ValueRoot Of(object value, Type? declaredType, JsonSerializerOptions options)
    {
        if (value is JsonRows or AsyncJsonRows) return new ValueRoot(value, Plan: null, options);
        Type type = value.GetType();
        bool isPolymorphic = declaredType is not null && declaredType != type
            && options.TryGetTypeInfo(declaredType, out JsonTypeInfo? info) && info.PolymorphismOptions is not null;
        return new ValueRoot(value, ValuePlan.Of(isPolymorphic ? declaredType! : type, options), options);
    }

    /// <summary>The value is rows, or holds some: RowJson writes it.</summary>
    public bool HoldsRows => Plan is null or { HoldsRows: true };

    /// <summary>The value itself is rows, which can be framed in other ways than as an array.</summary>
    public bool IsRows => Plan is null or { IsRows: true };

    /// <summary>Writes the value.</summary>
    /// <param name="format">How rows are framed.</param>
    public BodyWrite Write(JsonRowFormat format)
    {
        (object value, ValuePlan? plan, JsonSerializerOptions options) = this;
        return plan is not null && (!plan.IsRows || (format == JsonRowFormat.Array && !plan.IsAsync))
            ? new BodyWrite(value, plan.WrittenAs, options)
            : new BodyWrite(
                plan is null ? value : plan.MakeRows(value),
                RowOptionsCache.ForValues(options, format),
                isValue: plan is not null);
    }
}
