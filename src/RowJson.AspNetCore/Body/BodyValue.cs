using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Microsoft.AspNetCore.Http;

namespace RowJson.AspNetCore;

// A value that an application returns, as the framework would write it: as what type, and whether it is rows.
// Value: the value.
// Plan: how values of its type are written; null for rows that are described already.
// Options: what it is written with.
internal readonly record struct BodyValue(object Value, ValuePlan? Plan, JsonSerializerOptions Options)
{
    // A value of an action: by its declared type if that describes it completely, otherwise as an object.
    public static BodyValue Of(object value, Type? declaredType, JsonSerializerOptions options)
    {
        if (value is JsonRows or AsyncJsonRows) return new BodyValue(value, Plan: null, options);
        Type type = value.GetType();
        if (declaredType is null || declaredType == type) return new BodyValue(value, ValuePlan.Of(type, options), options);
        ValuePlan declared = ValuePlan.Of(declaredType, options);
        return new BodyValue(value, declared.SaysAll ? declared : ValuePlan.OfObject(type, options), options);
    }

    // A value that is written by a contract.
    public static BodyValue Of(object value, JsonTypeInfo contract) =>
        value is JsonRows or AsyncJsonRows ? new BodyValue(value, Plan: null, contract.Options)
        : contract.Type == typeof(object) ? new BodyValue(value, ValuePlan.OfObject(value.GetType(), contract.Options), contract.Options)
        : new BodyValue(value, ValuePlan.Of(contract.Type, contract.Options), contract.Options);

    // The contract of an endpoint's value: of its declared type if that describes it completely, otherwise of object, which makes the
    // serializer look at the value.
    // Throws NotSupportedException: there is no contract, so the framework cannot write the value either.
    public static JsonTypeInfo ContractOf(object? value, Type declaredType, JsonSerializerOptions options)
    {
        JsonTypeInfo declared = options.GetTypeInfo(declaredType);
        return value is null || value.GetType() == declaredType || SaysAll(declared) ? declared : options.GetTypeInfo(typeof(object));
    }

    // No value of the type has more to write than the type has.
    public static bool SaysAll(JsonTypeInfo contract) =>
        contract.Type.IsSealed || contract.Type.IsValueType || contract.PolymorphismOptions is not null;

    // The value is rows, or holds some: RowJson writes it.
    public bool HoldsRows => Plan is null or { HoldsRows: true };

    // The value itself is rows, which can be framed in other ways than as an array.
    public bool IsRows => Plan is null or { IsRows: true };

    // Writes the value.
    // context: the request's.
    // format: how rows are framed.
    public BodyWrite Write(HttpContext context, JsonRowFormat format)
    {
        (object value, ValuePlan? plan, JsonSerializerOptions options) = this;
        return plan is not null && (!plan.IsRows || format == JsonRowFormat.Array)
            ? new BodyWrite(value, plan.WrittenAs, options)
            : new BodyWrite(
                plan is null ? value : plan.MakeRows(value),
                ApplicationOptions.OfRows(context).Cache.ForValues(options, format),
                isValue: plan is not null)
            { IsNegotiated = true };
    }
}
