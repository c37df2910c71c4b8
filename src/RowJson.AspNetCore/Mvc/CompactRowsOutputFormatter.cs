using Microsoft.AspNetCore.Mvc.Formatters;

namespace RowJson.AspNetCore;

/// <summary>Writes compact rows, for clients that ask for them by the parameter of the media type, and for no others.</summary>
internal sealed class CompactRowsOutputFormatter : OutputFormatter
{
    private readonly SystemTextJsonOutputFormatter _framework;

    public CompactRowsOutputFormatter(SystemTextJsonOutputFormatter framework)
    {
        _framework = framework;
        foreach (RowMediaType type in RowMediaType.All)
            if (type.Rows is not null) SupportedMediaTypes.Add(NameOf(type));
    }

    public override bool CanWriteResult(OutputFormatterCanWriteContext context) =>
        // It comes before the others, and is asked also where the client names no type, or any.
        context.ContentType.HasValue
        && new MediaType(context.ContentType).GetParameter(RowMediaType.RowsParameter).HasValue
        && context.Object is { } value
        && ValueRoot.Of(value, context.ObjectType, _framework.SerializerOptions).IsRows
        && base.CanWriteResult(context);

    /// <inheritdoc cref="RowLinesOutputFormatter.GetSupportedContentTypes"/>
    public override IReadOnlyList<string>? GetSupportedContentTypes(string? contentType, Type objectType) => null;

    public override Task WriteResponseBodyAsync(OutputFormatterWriteContext context)
    {
        ValueRoot root = ValueRoot.Of(context.Object!, context.ObjectType, _framework.SerializerOptions);
        var chosen = new MediaType(context.ContentType);
        RowMediaType type = RowMediaType.All.First(it => it.Rows is not null && chosen.IsSubsetOf(new MediaType(NameOf(it))));
        RowsMetadata.VaryByAccept(context.HttpContext.Response);
        return ResponseRows.WriteAsync(context.HttpContext, type.ContentType, root.Write(type.Format));
    }

    private static string NameOf(RowMediaType type) => $"{type.Name}; {RowMediaType.RowsParameter}={type.Rows}";
}
