using System.Data;
using System.Data.Common;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace RowJson.Tests;

/// <summary>The reference for sources: the same rows in memory, written by the serializer.</summary>
internal static class Materialised
{
    /// <summary>Every kind of options under which both must agree.</summary>
    public static TheoryData<string> OptionNames => [.. Options.Keys];

    public static Dictionary<string, JsonSerializerOptions> Options { get; } = new()
    {
        ["default"] = new(),
        ["relaxed"] = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping },
        ["indented"] = new() { WriteIndented = true },
        ["numbers as strings"] = new() { NumberHandling = JsonNumberHandling.WriteAsString },
        ["named literals"] = new() { NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals },
        ["converter for strings"] = new() { Converters = { new ShoutingConverter() } },
        ["converter for decimals"] = new() { Converters = { new DecimalTextConverter() } },
    };

    public static List<Dictionary<string, object?>> Read(DbDataReader reader)
    {
        var rows = new List<Dictionary<string, object?>>();
        while (reader.Read())
        {
            var row = new Dictionary<string, object?>();
            for (int i = 0; i < reader.FieldCount; i++)
            {
                object value = reader.GetValue(i);
                row.Add(reader.GetName(i), value is DBNull ? null : value);
            }
            rows.Add(row);
        }
        return rows;
    }

    public static string Json(DbDataReader reader, JsonSerializerOptions? options = null) => JsonSerializer.Serialize(Read(reader), options);

    public static string Json(DataTable table, JsonSerializerOptions? options = null) => Json(table.CreateDataReader(), options);

    private sealed class ShoutingConverter : JsonConverter<string>
    {
        public override string? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => reader.GetString();

        public override void Write(Utf8JsonWriter writer, string value, JsonSerializerOptions options) =>
            writer.WriteStringValue(value.ToUpperInvariant());

        public override void WriteAsPropertyName(Utf8JsonWriter writer, string value, JsonSerializerOptions options) =>
            writer.WritePropertyName(value);
    }

    private sealed class DecimalTextConverter : JsonConverter<decimal>
    {
        public override decimal Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => reader.GetDecimal();

        public override void Write(Utf8JsonWriter writer, decimal value, JsonSerializerOptions options) =>
            writer.WriteStringValue($"€ {value.ToString(System.Globalization.CultureInfo.InvariantCulture)}");
    }
}
