using Microsoft.AspNetCore.Mvc.Formatters;

namespace RowJson.AspNetCore;

// Writes rows in a format other than an array, for clients that ask for it: as JSON Lines or a text sequence, or as compact rows.
internal sealed class RowFormatsOutputFormatter : OutputFormatter
{
    private readonly SystemTextJsonOutputFormatter _framework;
    private readonly bool _isCompact;
    private readonly RowMediaType[] _types;

    public RowFormatsOutputFormatter(SystemTextJsonOutputFormatter framework, bool isCompact)
    {
        _framework = framework;
        _isCompact = isCompact;
        _types = [.. RowMediaType.All.Where(type => type.Format != JsonRowFormat.Array && type.Rows is not null == isCompact)];
        foreach (RowMediaType type in _types) SupportedMediaTypes.Add(type.FullName);
    }

    public override bool CanWriteResult(OutputFormatterCanWriteContext context) =>
        (!_isCompact || AsksForCompactRows(context))
        && context.Object is { } value
        && BodyValue.Of(value, context.ObjectType, _framework.SerializerOptions).IsRows
        && base.CanWriteResult(context);

    // None: a schema that describes one of many documents needs itemSchema of OpenAPI 3.2.
    public override IReadOnlyList<string>? GetSupportedContentTypes(string? contentType, Type objectType) => null;

    public override Task WriteResponseBodyAsync(OutputFormatterWriteContext context)
    {
        BodyValue root = BodyValue.Of(context.Object!, context.ObjectType, _framework.SerializerOptions);
        var chosen = new MediaType(context.ContentType);
        RowMediaType type = _types.First(it => chosen.IsSubsetOf(new MediaType(it.FullName)));
        RowsMetadata.VaryByAccept(context.HttpContext, isForAll: false);
        return ResponseRows.WriteAsync(context.HttpContext, type.ContentType, root.Write(context.HttpContext, type.Format));
    }

    // The formatter of compact rows comes before the others, and is also asked where the client names no type, or accepts any.
    private static bool AsksForCompactRows(OutputFormatterCanWriteContext context) =>
        context.ContentType.HasValue && new MediaType(context.ContentType).GetParameter(RowMediaType.RowsParameter).HasValue;
}
