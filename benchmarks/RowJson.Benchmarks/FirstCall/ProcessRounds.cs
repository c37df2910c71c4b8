using System.Globalization;

namespace RowJson.Benchmarks;

/// <summary>Cases of which each is measured in processes of its own, round by round: a busy machine is busy for all cases alike.</summary>
internal static class ProcessRounds
{
    private const int DefaultRounds = 9;

    /// <summary>The number of processes for each case, as the arguments after an option say.</summary>
    public static int CountOf(string option, string[] arguments)
    {
        int rounds = DefaultRounds;
        bool isRefused = arguments.Length > 1
            || (arguments is [var count] && !(int.TryParse(count, CultureInfo.InvariantCulture, out rounds) && rounds > 0));
        return isRefused ? throw new BenchmarkException($"Use {option} alone, or with the number of processes for each case.") : rounds;
    }

    /// <summary>Measures each case in each round, and compares the outputs of a source's cases.</summary>
    /// <param name="rounds">How often.</param>
    /// <param name="sources">The sources of the cases.</param>
    /// <param name="measure">Measures the case of a number.</param>
    /// <param name="outputOf">What a case has written.</param>
    public static List<TFigures>[] Measure<TFigures>(
        int rounds, IReadOnlyList<string> sources, Func<int, TFigures> measure, Func<TFigures, string> outputOf)
    {
        List<TFigures>[] figures = [.. sources.Select(_ => new List<TFigures>(rounds))];
        for (int round = 0; round < rounds; round++)
            for (int i = 0; i < figures.Length; i++) figures[i].Add(measure(i));
        foreach (IGrouping<string, int> source in Enumerable.Range(0, figures.Length).GroupBy(i => sources[i]))
        {
            if (source.SelectMany(i => figures[i]).Select(outputOf).Distinct().Count() > 1)
                throw new BenchmarkException($"{source.Key}: the encoders write different bytes.");
        }
        return figures;
    }
}
