using System.Collections.Concurrent;
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
    /// <summary>The value of a result that sets a status code and writes a value as JSON; null for those that do more.</summary>
    public static ReturnedValue? Of(IResult result, HttpContext context)
    {
        if (result is not IValueHttpResult { Value: { } value } || !result.GetType().IsGenericType) return null;
        Type type = result.GetType();
        Type definition = type.GetGenericTypeDefinition();
        Type declared = type.GetGenericArguments()[0];
        int? status = (result as IStatusCodeHttpResult)?.StatusCode;
        if (definition == typeof(JsonHttpResult<>)) return OfJson(result, type, value, declared, status, context);
        return WritesValueOnly(definition)
            ? new ReturnedValue(ValueRoot.Of(value, declared, ApplicationOptions.Of(context)), status)
            : null;
    }

    private static bool WritesValueOnly(Type definition) =>
        definition == typeof(Ok<>) || definition == typeof(NotFound<>) || definition == typeof(BadRequest<>)
        || definition == typeof(Conflict<>) || definition == typeof(UnprocessableEntity<>) || definition == typeof(InternalServerError<>);

    /// <summary><c>Results.Json</c>, which may have options, or a contract, of its own.</summary>
    private static ReturnedValue? OfJson(IResult result, Type type, object value, Type declared, int? status, HttpContext context)
    {
        JsonResultProperties properties = JsonResultProperties.Of(type);
        // The framework does not show the contract. Where it cannot be seen, the result is left alone.
        if (properties.TypeInfo is null) return null;
        var typeInfo = (JsonTypeInfo?)properties.TypeInfo.GetValue(result);
        JsonSerializerOptions options = typeInfo?.Options
            ?? (JsonSerializerOptions?)properties.Options.GetValue(result)
            ?? ApplicationOptions.Of(context);
        string contentType = ((IContentTypeHttpResult)result).ContentType ?? RowMediaType.JsonContentType;
        return new ReturnedValue(ValueRoot.Of(value, typeInfo?.Type ?? declared, options), status, contentType);
    }

    private sealed record JsonResultProperties(PropertyInfo Options, PropertyInfo? TypeInfo)
    {
        /// <summary>By result type: the types of an application's handlers.</summary>
        private static readonly ConcurrentDictionary<Type, JsonResultProperties> Known = new();

        public static JsonResultProperties Of(Type type) => Known.GetOrAdd(type, static type => new JsonResultProperties(
            type.GetProperty(nameof(JsonHttpResult<>.JsonSerializerOptions))!,
            type.GetProperty("JsonTypeInfo", BindingFlags.Instance | BindingFlags.NonPublic)));
    }
}
