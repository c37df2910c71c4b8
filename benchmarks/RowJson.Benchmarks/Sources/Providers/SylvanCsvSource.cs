using System.Data.Common;
using System.Reflection;
using Dapper;
using Sylvan.Data.Csv;

namespace RowJson.Benchmarks;

/// <summary>CSV with a schema, so that columns have types.</summary>
internal sealed class SylvanCsvSource : ProviderSource
{
    private static readonly CsvDataReaderOptions Options = new()
    {
        Schema = new CsvSchema(FlightSample.Columns.Select(name => new Column(typeof(Flight).GetProperty(name)!))),
    };

    public override string Name => "sylvan-csv";

    public override string Description => "CSV text in memory with a schema, by Sylvan.Data.Csv (generated flights only)";

    protected override ProviderRows Load(IReadOnlyList<Flight> flights)
    {
        string text = FlightCsv.Of(flights);
        return new ProviderRows<DbDataReader, Flight>(() => Open(text), () => Query(text), new FlightLoop());
    }

    private static CsvDataReader Open(string text) => CsvDataReader.Create(new StringReader(text), Options);

    private static List<Flight> Query(string text)
    {
        using CsvDataReader reader = Open(text);
        return [.. reader.Parse<Flight>()];
    }

    private sealed class Column : DbColumn
    {
        public Column(PropertyInfo property)
        {
            ColumnName = property.Name;
            DataType = Nullable.GetUnderlyingType(property.PropertyType) ?? property.PropertyType;
            AllowDBNull = property.Name is nameof(Flight.Tail) or nameof(Flight.Delay);
        }
    }
}
