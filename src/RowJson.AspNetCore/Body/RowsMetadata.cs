using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Metadata;
using Microsoft.AspNetCore.OutputCaching;
using Microsoft.Extensions.Primitives;
using Microsoft.Net.Http.Headers;

namespace RowJson.AspNetCore;

// What an endpoint's description, and a response's headers, say about rows.
internal static class RowsMetadata
{
    // builder: the endpoint.
    // rowsType: the type of the array; null if it is not known.
    // Formats of several documents are left out: a schema that describes one of many needs itemSchema of OpenAPI 3.2.
    public static void Add(EndpointBuilder builder, Type? rowsType)
    {
        ArgumentNullException.ThrowIfNull(builder);
        builder.Metadata.Add(new ProducesResponseTypeMetadata(StatusCodes.Status200OK, rowsType, [RowMediaType.Json.Name]));
        builder.Metadata.Add(NoRedirect.Instance);
    }

    // Tells caches that the answer depends on the Accept header.
    // isForAll: the answer is an array, which every client can read.
    public static void VaryByAccept(HttpContext context, bool isForAll)
    {
        if (!isForAll) KeepFromOutputCache(context);
        IHeaderDictionary headers = context.Response.Headers;
        if (StringValues.IsNullOrEmpty(headers.Vary)) headers.Vary = HeaderNames.Accept;
        else if (!headers.GetCommaSeparatedValues(HeaderNames.Vary).Any(IsSaid))
            headers.AppendCommaSeparatedValues(HeaderNames.Vary, HeaderNames.Accept);

        // An asterisk means all headers.
        static bool IsSaid(string name) => name == "*" || name.Equals(HeaderNames.Accept, StringComparison.OrdinalIgnoreCase);
    }

    // The output cache does not read Vary: unless its policy varies by Accept, it would give the answer to all other clients.
    private static void KeepFromOutputCache(HttpContext context)
    {
        OutputCacheContext? cache = context.Features.Get<IOutputCacheFeature>()?.Context;
        if (cache is not null && !cache.CacheVaryByRules.HeaderNames.Contains(HeaderNames.Accept, StringComparer.OrdinalIgnoreCase))
            cache.AllowCacheStorage = false;
    }

    // Clients of an API that are not signed in get 401 and no page to sign in at, as from the framework's own results.
    private sealed class NoRedirect : IDisableCookieRedirectMetadata
    {
        public static readonly NoRedirect Instance = new();
    }
}
