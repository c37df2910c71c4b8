using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace RowJson.AspNetCore;

// A value that an endpoint returns, and how the framework would answer with it.
// Root: the value.
// StatusCode: the status code; null to leave it as it is.
// ContentType: the body's.
internal readonly record struct ReturnedValue(BodyValue Root, int? StatusCode = null, string ContentType = RowMediaType.JsonContentType)
{
    // The type of the value that results of this type write as JSON, if they do no more; null for other types.
    public static Type? DeclaredBy(Type result) =>
        result.IsGenericType && WritesValueOnly(result.GetGenericTypeDefinition()) ? result.GetGenericArguments()[0] : null;

    // A value that is returned as it is, without a known type.
    public static ReturnedValue? Of(object value, HttpContext context) =>
        RootOf(value, typeof(object), ApplicationOptions.Of(context)) is { } root ? new ReturnedValue(root) : null;

    // The value of a result that sets a status code and writes a value as JSON; null for those that do more.
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

    // Results.Json, which may have options, or a contract, of its own.
    private static ReturnedValue? OfJson(IResult result, Type type, object value, Type declared, int? status, HttpContext context)
    {
        JsonResultProperties properties = JsonResultProperties.Of(type);
        // The contract is not public in the framework. Where it cannot be read, the result is left alone.
        if (properties.TypeInfo is null) return null;
        BodyValue? root = properties.TypeInfo.GetValue(result) is JsonTypeInfo contract
            ? RootOf(value, contract)
            : RootOf(value, declared, (JsonSerializerOptions?)properties.Options.GetValue(result) ?? ApplicationOptions.Of(context));
        string contentType = ((IContentTypeHttpResult)result).ContentType ?? RowMediaType.JsonContentType;
        return root is { } known ? new ReturnedValue(known, status, contentType) : null;
    }

    // The value by a contract; null where the options do not have it, because rows are written by options.
    private static BodyValue? RootOf(object value, JsonTypeInfo contract) =>
        contract.Options.TryGetTypeInfo(contract.Type, out JsonTypeInfo? known) && ReferenceEquals(known, contract)
            ? BodyValue.Of(value, contract)
            : null;

    // The value as the framework writes it; null where it has no contract, which the framework reports itself.
    private static BodyValue? RootOf(object value, Type declared, JsonSerializerOptions options)
    {
        // These have no contract, and need none.
        if (value is JsonRows or AsyncJsonRows) return new BodyValue(value, Plan: null, options);
        try
        {
            return BodyValue.Of(value, BodyValue.ContractOf(value, declared, options));
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            return null;
        }
    }

    private sealed record JsonResultProperties(PropertyInfo Options, PropertyInfo? TypeInfo)
    {
        // By result type: the types of an application's handlers.
        private static readonly ConcurrentDictionary<Type, JsonResultProperties> Known = new();

        [DynamicDependency(nameof(JsonHttpResult<>.JsonSerializerOptions), typeof(JsonHttpResult<>))]
        [DynamicDependency("JsonTypeInfo", typeof(JsonHttpResult<>))]
        [UnconditionalSuppressMessage("Trimming", "IL2070", Justification = "Both properties are kept.")]
        public static JsonResultProperties Of(Type type) => Known.GetOrAdd(type, static type => new JsonResultProperties(
            type.GetProperty(nameof(JsonHttpResult<>.JsonSerializerOptions))!,
            type.GetProperty("JsonTypeInfo", BindingFlags.Instance | BindingFlags.NonPublic)));
    }
}
