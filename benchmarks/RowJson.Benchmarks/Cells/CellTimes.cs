namespace RowJson.Benchmarks;

/// <summary>What cells of one kind took: all contenders of all kinds of rows took turns.</summary>
internal sealed class CellTimes
{
    private const int NoTurn = -1;

    private readonly TurnTimes _times;
    private readonly Dictionary<string, (int RowJson, int Hand, int Serializer)> _turns = [];

    private CellTimes(CellCase cells, Schedule schedule)
    {
        var contenders = new List<Action>();
        int Add(Action? contender)
        {
            if (contender is null) return NoTurn;
            contenders.Add(contender);
            return contenders.Count - 1;
        }

        foreach ((string rows, CellContest contest) in cells.Contests)
            _turns[rows] = (Add(contest.RowJson), Add(contest.Hand), Add(contest.Serializer));
        int formatter = Add(cells.Format);
        _times = TurnTimes.Measure([.. contenders], schedule);
        if (formatter != NoTurn) Formatter = _times.Median(formatter) / CellCase.Cells;
    }

    /// <summary>The framework's formatter alone, in nanoseconds a cell; null where there is none.</summary>
    public double? Formatter { get; }

    public static CellTimes Measure(CellCase cells, Schedule schedule) => new(cells, schedule);

    /// <summary>RowJson, in nanoseconds a cell.</summary>
    public double Nanoseconds(string rows) => _times.Median(_turns[rows].RowJson) / CellCase.Cells;

    /// <summary>How many times faster than by hand.</summary>
    public Ratio HandRatio(string rows) => _times.Ratio(_turns[rows].RowJson, _turns[rows].Hand);

    /// <summary>How many times faster than the serializer.</summary>
    public Ratio SerializerRatio(string rows) => _times.Ratio(_turns[rows].RowJson, _turns[rows].Serializer);
}
