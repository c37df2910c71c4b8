using System.Text;
using Microsoft.AspNetCore.Mvc.Formatters;

namespace RowJson.AspNetCore;

// Writes rows in place of the framework's formatter, which still decides about media types and encodings, and writes what is left: UTF-16,
// and everything without rows.
internal sealed class RowJsonOutputFormatter(SystemTextJsonOutputFormatter framework) : IOutputFormatter
{
    public bool CanWriteResult(OutputFormatterCanWriteContext context) =>
        context.Object is { } value
        && BodyValue.Of(value, context.ObjectType, framework.SerializerOptions).HoldsRows
        && framework.CanWriteResult(context);

    public Task WriteAsync(OutputFormatterWriteContext context)
    {
        Encoding? encoding = framework.SelectCharacterEncoding(context);
        if (encoding is null || encoding.WebName != Encoding.UTF8.WebName) return framework.WriteAsync(context);
        // The framework decides what to do about a body that the status code forbids.
        if (!ResponseRows.HasBody(context.HttpContext.Response.StatusCode)) return framework.WriteAsync(context);
        BodyValue root = BodyValue.Of(context.Object!, context.ObjectType, framework.SerializerOptions);
        if (root.IsRows) RowsMetadata.VaryByAccept(context.HttpContext, isForAll: true);
        string contentType = MediaType.ReplaceEncoding(context.ContentType, encoding);
        return ResponseRows.WriteAsync(context.HttpContext, contentType, root.Write(context.HttpContext, JsonRowFormat.Array));
    }
}
