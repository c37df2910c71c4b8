using System.Runtime.InteropServices;
using System.Text.Json;
using RowJson.Benchmarks;

namespace RowJson.Compare;

/// <summary>Rows that are loaded when they are asked for, and the cases that are made of them.</summary>
/// <param name="load">Makes or reads the rows.</param>
/// <param name="hasColumns">Whether they are also tried as readers, tables and typed dictionaries: all have the same columns.</param>
internal sealed class RowSet(Func<Sample> load, bool hasColumns) : ICaseSource
{
    /// <inheritdoc/>
    public IEnumerable<Case> Cases(IReadOnlyCollection<string> groups, int mostBytes)
    {
        Sample sample = Cut(load(), mostBytes);
        IEnumerable<(string Group, Func<Sample, Case> Create)> creators = [(Groups.Documents, Document), (Groups.Dictionaries, Rows)];
        if (hasColumns)
            creators = creators.Concat([(Groups.Readers, Reader), (Groups.Tables, Table), (Groups.Typed, Typed)]);
        return creators.Where(creator => groups.Contains(creator.Group)).Select(creator => creator.Create(sample));
    }

    private static Case Document(Sample sample) => Create(Groups.Documents, sample, JsonDocument.Parse(sample.Utf8Json));

    private static Case Rows(Sample sample) => Create(Groups.Dictionaries, sample, DictionaryRows.Parse(sample));

    private static Case Table(Sample sample) => Create(Groups.Tables, sample, DictionaryRows.ToTable(sample));

    private static Case Reader(Sample sample)
    {
        var reader = new ColumnarReader(TypedColumn.Infer(sample), sample.RowCount);
        return new Case(Groups.Readers, sample.Name, sample.RowCount, build =>
        {
            var write = build.Bind(reader);
            return output =>
            {
                reader.Rewind();
                write(output);
            };
        });
    }

    // The numbers of each row.
    private static Case Typed(Sample sample)
    {
        List<Dictionary<string, double>> rows =
        [
            .. DictionaryRows.Parse(sample).Select(row => row
                .Where(cell => cell.Value is long or double)
                .ToDictionary(cell => cell.Key, cell => Convert.ToDouble(cell.Value))),
        ];
        return Create(Groups.Typed, sample, rows);
    }

    private static Case Create(string group, Sample sample, object rows) =>
        new(group, sample.Name, sample.RowCount, build => build.Bind(rows));

    private static Sample Cut(Sample sample, int mostBytes)
    {
        if (sample.Utf8Json.Length <= mostBytes) return sample;
        using var document = JsonDocument.Parse(sample.Utf8Json);
        int bytes = 0, rows = 0;
        foreach (JsonElement row in document.RootElement.EnumerateArray())
        {
            bytes += JsonMarshal.GetRawUtf8Value(row).Length;
            if (bytes > mostBytes) break;
            rows++;
        }
        return sample.Take(Math.Max(1, rows));
    }
}
