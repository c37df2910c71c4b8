using System.Buffers;

namespace RowJson.Compare;

/// <summary>A case with the calls of both builds.</summary>
internal sealed record Contest(Case Case, Action<IBufferWriter<byte>> Before, Action<IBufferWriter<byte>> After)
{
    public string Name => $"{Case.Group}: {Case.Rows}";

    /// <summary>Null, with a note, where a build cannot write such rows.</summary>
    public static Contest? Create(Case rows, RowJsonBuild before, RowJsonBuild after, Action<string> note)
    {
        RowJsonBuild current = before;
        try
        {
            Action<IBufferWriter<byte>> first = rows.Bind(current);
            current = after;
            return new Contest(rows, first, rows.Bind(current));
        }
        catch (MissingMethodException exception)
        {
            note($"left out: {rows.Group}: {rows.Rows}: {current.Label}: {exception.Message}");
            return null;
        }
    }
}
