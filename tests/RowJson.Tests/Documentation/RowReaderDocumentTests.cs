using System.Data.Common;
using System.Text;

namespace RowJson.Tests;

/// <summary>The example of docs/row-readers.md, compiled and run.</summary>
public class RowReaderDocumentTests
{
    private static readonly CodeExamples Examples = new("tests", "RowJson.Tests", "Documentation", "RowReaderDocumentTests.cs");

    [Fact]
    public void Document_codeBlocks_areTheExamples() => CodeExamples.Blocks("docs", "row-readers.md").Should().Equal(Examples.All);

    [Fact]
    public void Example_rowReader_readsTextAndLeavesTheRest()
    {
        LogReader Reader() => new(new ColumnarReader(Column.Of("id", 1, 2), Column.Of("text", "a<b", null)));

        string json = JsonRows.From(Reader()).ToJsonString(new JsonRowOptions { RowReaders = [LogRowReader.Instance] });

        json.Should().Be(JsonRows.From(Reader()).ToJsonString()).And.Be("""[{"id":1,"text":"a\u003Cb"},{"id":2,"text":null}]""");
    }

    // <row-reader>
    public sealed class LogRowReader : DbRowReader
    {
        public static LogRowReader Instance { get; } = new();

        public override bool CanRead(DbDataReader reader) => reader is LogReader;

        public override bool CanRead(DbDataReader reader, int ordinal) => ((LogReader)reader).IsText(ordinal);

        public override void WriteCells(DbDataReader reader, DbCellWriter cells)
        {
            var log = (LogReader)reader;
            while (cells.MoveNext(out int ordinal))
            {
                if (log.IsDBNull(ordinal)) cells.WriteNull();
                else if (!cells.TryWriteText(log.GetUtf8(ordinal))) cells.WriteFromReader();
            }
        }
    }
    // </row-reader>

    private sealed class LogReader(DbDataReader inner) : DelegatingReader(inner), IDbColumnSchemaGenerator
    {
        public bool IsText(int ordinal) => GetFieldType(ordinal) == typeof(string);

        public ReadOnlySpan<byte> GetUtf8(int ordinal) => Encoding.UTF8.GetBytes(Inner.GetString(ordinal));

        protected override void OnTouch(int ordinal, bool isValue)
        {
        }
    }
}
