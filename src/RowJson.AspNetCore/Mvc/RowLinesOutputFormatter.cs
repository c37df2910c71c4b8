using Microsoft.AspNetCore.Mvc.Formatters;

namespace RowJson.AspNetCore;

/// <summary>Writes rows as JSON Lines or a text sequence, for clients that ask for one of them.</summary>
internal sealed class RowLinesOutputFormatter : OutputFormatter
{
    private readonly SystemTextJsonOutputFormatter _framework;

    public RowLinesOutputFormatter(SystemTextJsonOutputFormatter framework)
    {
        _framework = framework;
        foreach (RowMediaType type in RowMediaType.All)
            if (type is { Rows: null, Format: not JsonRowFormat.Array }) SupportedMediaTypes.Add(type.Name);
    }

    public override bool CanWriteResult(OutputFormatterCanWriteContext context) =>
        context.Object is { } value
        && ValueRoot.Of(value, context.ObjectType, _framework.SerializerOptions).IsRows
        && base.CanWriteResult(context);

    /// <summary>None: a schema that describes one of many documents needs <c>itemSchema</c> of OpenAPI 3.2.</summary>
    public override IReadOnlyList<string>? GetSupportedContentTypes(string? contentType, Type objectType) => null;

    public override Task WriteResponseBodyAsync(OutputFormatterWriteContext context)
    {
        ValueRoot root = ValueRoot.Of(context.Object!, context.ObjectType, _framework.SerializerOptions);
        var chosen = new MediaType(context.ContentType);
        RowMediaType type = RowMediaType.All.First(it => chosen.IsSubsetOf(new MediaType(it.Name)));
        RowsMetadata.VaryByAccept(context.HttpContext.Response);
        return ResponseRows.WriteAsync(context.HttpContext, type.ContentType, root.Write(type.Format));
    }
}
