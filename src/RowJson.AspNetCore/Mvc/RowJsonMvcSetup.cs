using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.Formatters;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;

namespace RowJson.AspNetCore;

// Puts our formatters directly before and after the framework's own. An application that has removed that one, or has put another before
// it, such as Newtonsoft's, keeps its decision. Results that no formatter writes are taken over by a filter.
internal sealed class RowJsonMvcSetup(ILoggerFactory? loggers = null) : IPostConfigureOptions<MvcOptions>
{
    private const string Entrance = "AddRowJson";

    public void PostConfigure(string? name, MvcOptions options)
    {
        for (int i = 0; i < options.OutputFormatters.Count; i++)
        {
            // A class of the application's that derives from it has something to add.
            if (options.OutputFormatters[i] is not SystemTextJsonOutputFormatter formatter
                || formatter.GetType() != typeof(SystemTextJsonOutputFormatter)) continue;
            options.OutputFormatters.Insert(i + 1, new RowFormatsOutputFormatter(formatter, isCompact: false));
            options.OutputFormatters.Insert(i, new RowJsonOutputFormatter(formatter));
            options.OutputFormatters.Insert(i, new RowFormatsOutputFormatter(formatter, isCompact: true));
            options.Filters.Add(new RowJsonResultFilter());
            RowLog.NothingTakenOver(loggers, Entrance, formatter.SerializerOptions);
            return;
        }
        RowLog.NothingTakenOver(
            loggers, Entrance, "there is no SystemTextJsonOutputFormatter: another formatter has replaced it, such as that of AddNewtonsoftJson");
    }
}
