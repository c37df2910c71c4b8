using System.Buffers;
using System.Data;
using System.Text.Json;

namespace RowJson.Benchmarks;

/// <summary>
/// The baseline at its best: <see cref="JsonSerializer"/> into a reused writer over a buffer that has grown already.
/// Rows that it cannot write (readers, tables) are converted to dictionaries first, in each call; those of a provider to objects. Its output is the reference.
/// </summary>
internal sealed class JsonSerializerContender : IContender
{
    public string Name => "JsonSerializer";

    public string Description => "JsonSerializer.Serialize(Utf8JsonWriter, rows), the writer reused: the baseline; "
        + "readers and tables as dictionaries, rows of a provider as objects, made in the call";

    public EncodeRows? Prepare(object rows, EncodingSettings settings)
    {
        Utf8JsonWriter writer = settings.CreateWriter();
        JsonSerializerOptions options = settings.ToSerializerOptions();
        return rows switch
        {
            JsonDocument document => output => Write(writer, output, document.RootElement, options),
            List<Dictionary<string, object?>> dictionaries => output => Write(writer, output, dictionaries, options),
            ColumnarReader reader => output =>
            {
                reader.Rewind();
                Write(writer, output, ReaderLoops.Materialise(reader), options);
            }
            ,
            DataTable table => output => Write(writer, output, TableLoops.Materialise(table), options),
            List<object> dynamics => output => Write(writer, output, dynamics, options),
            ObjectRows objects => objects.Serialize(settings, options),
            ProviderRows provider => provider.Serialize(writer, options),
            _ => null,
        };
    }

    private static void Write<T>(Utf8JsonWriter writer, ArrayBufferWriter<byte> output, T rows, JsonSerializerOptions options)
    {
        writer.Reset(output);
        JsonSerializer.Serialize(writer, rows, options);
    }
}
