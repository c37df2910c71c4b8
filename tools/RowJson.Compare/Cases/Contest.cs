using System.Buffers;

namespace RowJson.Compare;

/// <summary>A case with the calls of both builds.</summary>
internal sealed class Contest
{
    private Contest(Case rows, IReadOnlyList<(Action<IBufferWriter<byte>> Before, Action<IBufferWriter<byte>> After)> pairs)
    {
        Case = rows;
        Pairs = pairs;
    }

    public Case Case { get; }

    /// <summary>One for each <see cref="BuildPair"/>.</summary>
    public IReadOnlyList<(Action<IBufferWriter<byte>> Before, Action<IBufferWriter<byte>> After)> Pairs { get; }

    public string Name => $"{Case.Group}: {Case.Rows}";

    /// <summary>Null, with a note, where a build cannot write such rows.</summary>
    public static Contest? Create(Case rows, IEnumerable<BuildPair> pairs, Action<string> note)
    {
        try
        {
            return new Contest(rows, [.. pairs.Select(pair => (rows.Bind(pair.Before), rows.Bind(pair.After)))]);
        }
        catch (MissingMethodException exception)
        {
            note($"left out: {rows.Group}: {rows.Rows}: {exception.Message}");
            return null;
        }
    }
}
