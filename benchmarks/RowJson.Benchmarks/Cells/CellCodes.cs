using System.Data.Common;
using System.Globalization;
using System.Text;
using System.Text.Json;

namespace RowJson.Benchmarks;

/// <inheritdoc/>
internal readonly struct BooleanCode : ICellCode<bool>
{
    public static void Write(Utf8JsonWriter writer, JsonEncodedText name, bool value) => writer.WriteBoolean(name, value);

    public static bool Read(DbDataReader reader, int ordinal) => reader.GetBoolean(ordinal);

    public static int Format(bool value, Span<byte> destination) => throw new NotSupportedException();
}

/// <inheritdoc/>
internal readonly struct Int32Code : ICellCode<int>
{
    public static void Write(Utf8JsonWriter writer, JsonEncodedText name, int value) => writer.WriteNumber(name, value);

    public static int Read(DbDataReader reader, int ordinal) => reader.GetInt32(ordinal);

    public static int Format(int value, Span<byte> destination)
    {
        value.TryFormat(destination, out int length, provider: CultureInfo.InvariantCulture);
        return length;
    }
}

/// <inheritdoc/>
internal readonly struct Int64Code : ICellCode<long>
{
    public static void Write(Utf8JsonWriter writer, JsonEncodedText name, long value) => writer.WriteNumber(name, value);

    public static long Read(DbDataReader reader, int ordinal) => reader.GetInt64(ordinal);

    public static int Format(long value, Span<byte> destination)
    {
        value.TryFormat(destination, out int length, provider: CultureInfo.InvariantCulture);
        return length;
    }
}

/// <inheritdoc/>
internal readonly struct DoubleCode : ICellCode<double>
{
    public static void Write(Utf8JsonWriter writer, JsonEncodedText name, double value) => writer.WriteNumber(name, value);

    public static double Read(DbDataReader reader, int ordinal) => reader.GetDouble(ordinal);

    public static int Format(double value, Span<byte> destination)
    {
        value.TryFormat(destination, out int length, provider: CultureInfo.InvariantCulture);
        return length;
    }
}

/// <inheritdoc/>
internal readonly struct DecimalCode : ICellCode<decimal>
{
    public static void Write(Utf8JsonWriter writer, JsonEncodedText name, decimal value) => writer.WriteNumber(name, value);

    public static decimal Read(DbDataReader reader, int ordinal) => reader.GetDecimal(ordinal);

    public static int Format(decimal value, Span<byte> destination)
    {
        value.TryFormat(destination, out int length, provider: CultureInfo.InvariantCulture);
        return length;
    }
}

/// <inheritdoc/>
internal readonly struct DateTimeCode : ICellCode<DateTime>
{
    public static void Write(Utf8JsonWriter writer, JsonEncodedText name, DateTime value) => writer.WriteString(name, value);

    public static DateTime Read(DbDataReader reader, int ordinal) => reader.GetDateTime(ordinal);

    public static int Format(DateTime value, Span<byte> destination)
    {
        value.TryFormat(destination, out int length, "s", CultureInfo.InvariantCulture);
        return length;
    }
}

/// <inheritdoc/>
internal readonly struct GuidCode : ICellCode<Guid>
{
    public static void Write(Utf8JsonWriter writer, JsonEncodedText name, Guid value) => writer.WriteString(name, value);

    public static Guid Read(DbDataReader reader, int ordinal) => reader.GetGuid(ordinal);

    public static int Format(Guid value, Span<byte> destination)
    {
        value.TryFormat(destination, out int length);
        return length;
    }
}

/// <summary>Texts: the framework's part is to transcode them, without looking for what is escaped.</summary>
internal readonly struct TextCode : ICellCode<string?>
{
    public static void Write(Utf8JsonWriter writer, JsonEncodedText name, string? value) => writer.WriteString(name, value);

    public static string? Read(DbDataReader reader, int ordinal) => reader.GetString(ordinal);

    public static int Format(string? value, Span<byte> destination) => Encoding.UTF8.GetBytes(value, destination);
}
