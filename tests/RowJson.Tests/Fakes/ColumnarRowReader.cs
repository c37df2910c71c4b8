using System.Data.Common;
using System.Text;

namespace RowJson.Tests;

/// <summary>Reads rows as a provider's package does: text as UTF-8, and by getters what it does not know.</summary>
internal sealed class ColumnarRowReader : DbRowReader
{
    /// <summary>The readers that it reads.</summary>
    public Func<DbDataReader, bool> Reads { get; init; } = _ => true;

    /// <summary>The columns that it reads.</summary>
    public Func<int, bool> ReadsColumn { get; init; } = _ => true;

    public int Asked { get; private set; }

    public int Rows { get; private set; }

    public List<int> Ordinals { get; } = [];

    public override bool CanRead(DbDataReader reader)
    {
        Asked++;
        return Reads(reader);
    }

    public override bool CanRead(DbDataReader reader, int ordinal) => ReadsColumn(ordinal);

    public override void WriteCells(DbDataReader reader, DbCellWriter cells)
    {
        Rows++;
        while (cells.MoveNext(out int ordinal))
        {
            Ordinals.Add(ordinal);
            switch (reader.IsDBNull(ordinal) ? null : reader.GetValue(ordinal))
            {
                case null: cells.WriteNull(); break;
                case long number: cells.WriteNumber(number); break;
                case double number: cells.WriteNumber(number); break;
                case string text when cells.TryWriteText(Encoding.UTF8.GetBytes(text)): break;
                case byte[] bytes: cells.WriteBase64(bytes); break;
                default: cells.WriteFromReader(); break;
            }
        }
    }
}

/// <summary>Does with the cells of a row what a test wants.</summary>
internal sealed class ScriptedRowReader(Action<DbDataReader, DbCellWriter> script) : DbRowReader
{
    public override bool CanRead(DbDataReader reader) => true;

    public override void WriteCells(DbDataReader reader, DbCellWriter cells) => script(reader, cells);
}
