using System.Buffers.Binary;
using System.Data;

namespace RowJson.Benchmarks;

/// <summary>Reads every value and writes none: the floor for all encoders of such rows.</summary>
internal sealed class ReadingContender : IContender
{
    public string Name => "Reading";

    public string Description => "every value read, none written: the floor, not an encoder (not for documents)";

    public Agreement Agreement => Agreement.Bound;

    public EncodeRows? Prepare(object rows, EncodingSettings settings)
    {
        if (FindLoop(rows) is not { } read)
            return null;
        return output =>
        {
            // A result that nobody uses need not be computed.
            BinaryPrimitives.WriteInt64LittleEndian(output.GetSpan(sizeof(long)), read());
            output.Advance(sizeof(long));
        };
    }

    private static Func<long>? FindLoop(object rows)
    {
        switch (rows)
        {
            case List<Dictionary<string, object?>> dictionaries:
                return () => PairLoops.Read(dictionaries);
            case ColumnarReader reader:
                ReaderLoops.Column[] columns = ReaderLoops.Column.Of(reader, encoder: null);
                return () =>
                {
                    reader.Rewind();
                    return ReaderLoops.Read(reader, columns);
                };
            case DataTable table:
                DataColumn[] tableColumns = [.. table.Columns.Cast<DataColumn>()];
                return () => TableLoops.Read(table, tableColumns);
            case List<object> dynamics:
                return () => PairLoops.Read(dynamics);
            case ObjectRows objects:
                return objects.Read;
            case ProviderRows provider:
                return provider.Read;
            default:
                return null;
        }
    }
}
