using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace RowJson.AspNetCore;

/// <summary>A value that an endpoint returns, and how the framework would answer with it.</summary>
/// <param name="Root">The value.</param>
/// <param name="StatusCode">The status code; null to leave it as it is.</param>
/// <param name="ContentType">The body's.</param>
internal readonly record struct ReturnedValue(ValueRoot Root, int? StatusCode = null, string ContentType = RowMediaType.JsonContentType)
{
    /// <summary>The type of the value that results of a type write as JSON, and do no more; null for other types.</summary>
    public static Type? DeclaredBy(Type result) =>
        result.IsGenericType && WritesValueOnly(result.GetGenericTypeDefinition()) ? result.GetGenericArguments()[0] : null;

    /// <summary>A value that is returned as it is, and not known by its type.</summary>
    public static ReturnedValue? Of(object value, HttpContext context) =>
        RootOf(value, typeof(object), ApplicationOptions.Of(context)) is { } root ? new ReturnedValue(root) : null;

    /// <summary>The value of a result that sets a status code and writes a value as JSON; null for those that do more.</summary>
    public static ReturnedValue? Of(IResult result, HttpContext context)
    {
        if (result is not IValueHttpResult { Value: { } value } || DeclaredBy(result.GetType()) is not { } declared) return null;
        Type type = result.GetType();
        int? status = (result as IStatusCodeHttpResult)?.StatusCode;
        if (type.GetGenericTypeDefinition() == typeof(JsonHttpResult<>)) return OfJson(result, type, value, declared, status, context);
        return RootOf(value, declared, ApplicationOptions.Of(context)) is { } root ? new ReturnedValue(root, status) : null;
    }

    private static bool WritesValueOnly(Type definition) =>
        definition == typeof(Ok<>) || definition == typeof(NotFound<>) || definition == typeof(BadRequest<>)
        || definition == typeof(Conflict<>) || definition == typeof(UnprocessableEntity<>) || definition == typeof(InternalServerError<>)
        || definition == typeof(JsonHttpResult<>);

    /// <summary><c>Results.Json</c>, which may have options, or a contract, of its own.</summary>
    private static ReturnedValue? OfJson(IResult result, Type type, object value, Type declared, int? status, HttpContext context)
    {
        JsonResultProperties properties = JsonResultProperties.Of(type);
        // The framework does not show the contract. Where it cannot be seen, the result is left alone.
        if (properties.TypeInfo is null) return null;
        ValueRoot? root = properties.TypeInfo.GetValue(result) is JsonTypeInfo contract
            ? RootOf(value, contract)
            : RootOf(value, declared, (JsonSerializerOptions?)properties.Options.GetValue(result) ?? ApplicationOptions.Of(context));
        string contentType = ((IContentTypeHttpResult)result).ContentType ?? RowMediaType.JsonContentType;
        return root is { } known ? new ReturnedValue(known, status, contentType) : null;
    }

    /// <summary>The value by a contract; null where the options do not have it, for rows are written by options.</summary>
    private static ValueRoot? RootOf(object value, JsonTypeInfo contract) =>
        contract.Options.TryGetTypeInfo(contract.Type, out JsonTypeInfo? known) && ReferenceEquals(known, contract)
            ? ValueRoot.Of(value, contract)
            : null;

    /// <summary>The value as the framework writes it; null where it has no contract, and says so itself.</summary>
    private static ValueRoot? RootOf(object value, Type declared, JsonSerializerOptions options)
    {
        // They have none, and need none.
        if (value is JsonRows or AsyncJsonRows) return new ValueRoot(value, Plan: null, options);
        try
        {
            return ValueRoot.Of(value, ValueRoot.ContractOf(value, declared, options));
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            return null;
        }
    }

    private sealed record JsonResultProperties(PropertyInfo Options, PropertyInfo? TypeInfo)
    {
        /// <summary>By result type: the types of an application's handlers.</summary>
        private static readonly ConcurrentDictionary<Type, JsonResultProperties> Known = new();

        [DynamicDependency(nameof(JsonHttpResult<>.JsonSerializerOptions), typeof(JsonHttpResult<>))]
        [DynamicDependency("JsonTypeInfo", typeof(JsonHttpResult<>))]
        [UnconditionalSuppressMessage("Trimming", "IL2070", Justification = "Both properties are kept.")]
        public static JsonResultProperties Of(Type type) => Known.GetOrAdd(type, static type => new JsonResultProperties(
            type.GetProperty(nameof(JsonHttpResult<>.JsonSerializerOptions))!,
            type.GetProperty("JsonTypeInfo", BindingFlags.Instance | BindingFlags.NonPublic)));
    }
}
