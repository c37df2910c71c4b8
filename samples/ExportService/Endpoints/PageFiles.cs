namespace ExportService.Endpoints;

/// <summary>The page at <c>/</c>: the files in <c>wwwroot</c>, as they are.</summary>
public static class PageFiles
{
    public static void UsePageFiles(this WebApplication app)
    {
        app.UseDefaultFiles();
        app.UseStaticFiles(new StaticFileOptions
        {
            OnPrepareResponse = file =>
            {
                IHeaderDictionary headers = file.Context.Response.Headers;
                headers.CacheControl = "no-cache";
                headers.ContentSecurityPolicy = "default-src 'self'; base-uri 'none'; frame-ancestors 'none'";
                headers.XContentTypeOptions = "nosniff";
            },
        });
    }
}
