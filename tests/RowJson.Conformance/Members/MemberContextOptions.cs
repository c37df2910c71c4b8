using System.Text.Json;
using System.Text.Json.Serialization;

namespace RowJson.Conformance;

/// <summary>The options that members are written under, with source-generated contracts.</summary>
internal static class MemberContextOptions
{
    /// <summary>Sets for the types of rows that the context describes.</summary>
    public static readonly MemberOptions[] All =
    [
        new("context", new() { TypeInfoResolver = MemberContext.Default }),
        new("context, web, nulls ignored, fields", new(JsonSerializerDefaults.Web)
        {
            TypeInfoResolver = MemberContext.Default, DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull, IncludeFields = true,
        }),
        new("context, defaults ignored, numbers as strings and literals", new()
        {
            TypeInfoResolver = MemberContext.Default, DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingDefault,
            NumberHandling = JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowNamedFloatingPointLiterals,
        }),
    ];
}
