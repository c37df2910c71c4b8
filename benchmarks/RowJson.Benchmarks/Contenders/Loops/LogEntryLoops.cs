using System.Text.Json;

namespace RowJson.Benchmarks;

/// <summary>What one writes by hand for <see cref="LogEntry"/>.</summary>
internal static class LogEntryLoops
{
    // No encoder escapes any of these names.
    private static readonly JsonEncodedText Id = JsonEncodedText.Encode(nameof(LogEntry.Id));
    private static readonly JsonEncodedText ParentId = JsonEncodedText.Encode(nameof(LogEntry.ParentId));
    private static readonly JsonEncodedText Level = JsonEncodedText.Encode(nameof(LogEntry.Level));
    private static readonly JsonEncodedText Area = JsonEncodedText.Encode(nameof(LogEntry.Area));
    private static readonly JsonEncodedText LoggedAt = JsonEncodedText.Encode(nameof(LogEntry.LoggedAt));
    private static readonly JsonEncodedText ReceivedAt = JsonEncodedText.Encode(nameof(LogEntry.ReceivedAt));
    private static readonly JsonEncodedText Day = JsonEncodedText.Encode(nameof(LogEntry.Day));
    private static readonly JsonEncodedText Duration = JsonEncodedText.Encode(nameof(LogEntry.Duration));
    private static readonly JsonEncodedText Amount = JsonEncodedText.Encode(nameof(LogEntry.Amount));
    private static readonly JsonEncodedText Tax = JsonEncodedText.Encode(nameof(LogEntry.Tax));

    public static RowLoops<LogEntry> All { get; } = new(WriteValues, WriteCached, Read);

    /// <summary>Each name as a string.</summary>
    private static void WriteValues(Utf8JsonWriter writer, LogEntry entry)
    {
        Span<byte> text = stackalloc byte[32];
        writer.WriteStartObject();
        writer.WriteString(nameof(LogEntry.Id), entry.Id);
        if (entry.ParentId is Guid parent) writer.WriteString(nameof(LogEntry.ParentId), parent);
        else writer.WriteNull(nameof(LogEntry.ParentId));
        writer.WriteNumber(nameof(LogEntry.Level), (int)entry.Level);
        writer.WriteString(nameof(LogEntry.Area), entry.Area?.ToString());
        writer.WriteString(nameof(LogEntry.LoggedAt), entry.LoggedAt);
        writer.WriteString(nameof(LogEntry.ReceivedAt), entry.ReceivedAt);
        writer.WriteString(nameof(LogEntry.Day), FormatDay(entry.Day, text));
        writer.WriteString(nameof(LogEntry.Duration), FormatDuration(entry.Duration, text));
        writer.WriteNumber(nameof(LogEntry.Amount), entry.Amount);
        if (entry.Tax is decimal tax) writer.WriteNumber(nameof(LogEntry.Tax), tax);
        else writer.WriteNull(nameof(LogEntry.Tax));
        writer.WriteEndObject();
    }

    /// <summary>Each name encoded before.</summary>
    private static void WriteCached(Utf8JsonWriter writer, LogEntry entry)
    {
        Span<byte> text = stackalloc byte[32];
        writer.WriteStartObject();
        writer.WriteString(Id, entry.Id);
        if (entry.ParentId is Guid parent) writer.WriteString(ParentId, parent);
        else writer.WriteNull(ParentId);
        writer.WriteNumber(Level, (int)entry.Level);
        writer.WriteString(Area, entry.Area?.ToString());
        writer.WriteString(LoggedAt, entry.LoggedAt);
        writer.WriteString(ReceivedAt, entry.ReceivedAt);
        writer.WriteString(Day, FormatDay(entry.Day, text));
        writer.WriteString(Duration, FormatDuration(entry.Duration, text));
        writer.WriteNumber(Amount, entry.Amount);
        if (entry.Tax is decimal tax) writer.WriteNumber(Tax, tax);
        else writer.WriteNull(Tax);
        writer.WriteEndObject();
    }

    private static ReadOnlySpan<byte> FormatDay(DateOnly day, Span<byte> text)
    {
        day.TryFormat(text, out int length, "O");
        return text[..length];
    }

    private static ReadOnlySpan<byte> FormatDuration(TimeSpan duration, Span<byte> text)
    {
        duration.TryFormat(text, out int length);
        return text[..length];
    }

    private static long Read(LogEntry entry) =>
        entry.Id.GetHashCode() + entry.ParentId.GetHashCode() + (int)entry.Level + (int)entry.Area.GetValueOrDefault() + entry.LoggedAt.Ticks
        + entry.ReceivedAt.Ticks + entry.Day.DayNumber + entry.Duration.Ticks + entry.Amount.Scale + entry.Tax.GetValueOrDefault().Scale;
}
