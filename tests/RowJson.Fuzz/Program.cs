using System.CommandLine;
using System.Globalization;
using RowJson.Fuzz;

var minutes = new Option<double>("--minutes") { Description = "How long to compare, in all.", DefaultValueFactory = _ => 1 };
var seed = new Option<ulong?>("--seed") { Description = "Where the pseudo-random cases start; without it another one each time." };
var threads = new Option<int>("--threads") { Description = "How many threads compare.", DefaultValueFactory = _ => 1 };
var epoch = new Option<long>("--epoch") { Description = "The first epoch: a finding says in which one it was." };
var findings = new Option<int>("--findings") { Description = "After so many findings the run ends.", DefaultValueFactory = _ => 5 };
var values = new Option<bool>("--values") { Description = "Compare values of generated types, and no rows." };
var losses = new Option<bool>("--losses") { Description = "Measure values of generated types, and print those that take longer than the serializer." };
var value = new Option<int?>("--value")
{
    Description = "Measure this value of the epoch, and reduce it unless there are 0 minutes: what --losses does with each that is slower.",
};
var floats = new Option<bool>("--floats") { Description = "Compare the texts of all floats, and no rows." };
var doubles = new Option<double>("--doubles") { Description = "Compare the texts of so many doubles, and no rows." };
var digests = new Option<string?>("--digests")
{
    Description = "A folder: the first comparison of numbers leaves digests of their texts there, later ones with its seed need no others.",
};
var allLevels = new Option<bool>("--all-levels")
{
    Description = "Each vector level in turn, in a process of its own: each gets a quarter of the time.",
};

var root = new RootCommand("Compares what RowJson writes with what JsonSerializer writes: rows, texts, options and sinks at random.")
{
    minutes, seed, threads, epoch, findings, values, losses, value, floats, doubles, digests, allLevels,
};
root.SetAction(result =>
{
    ulong start = result.GetValue(seed) ?? (ulong)Random.Shared.NextInt64(1_000_000_000);
    double time = result.GetValue(minutes);
    if (result.GetValue(allLevels))
    {
        return VectorLevels.RunAll(
        [
            "--minutes", (time / 4).ToString(CultureInfo.InvariantCulture), "--seed", start.ToString(CultureInfo.InvariantCulture),
            "--threads", result.GetValue(threads).ToString(CultureInfo.InvariantCulture),
            "--findings", result.GetValue(findings).ToString(CultureInfo.InvariantCulture),
            .. result.GetValue(values) ? (string[])["--values"] : [],
            .. result.GetValue(floats) ? (string[])["--floats"] : [],
            "--doubles", result.GetValue(doubles).ToString(CultureInfo.InvariantCulture),
            .. result.GetValue(digests) is { } folder ? (string[])["--digests", folder] : [],
        ]);
    }
    if (result.GetValue(floats) || result.GetValue(doubles) > 0)
    {
        var proof = new NumberProof(start, result.GetValue(threads), result.GetValue(findings), result.GetValue(digests), Console.Out);
        if (result.GetValue(floats)) proof.CompareFloats();
        proof.CompareDoubles((long)result.GetValue(doubles));
        return proof.Differences == 0 ? 0 : 1;
    }
    var plan = new FuzzPlan(TimeSpan.FromMinutes(time), start, result.GetValue(threads), result.GetValue(epoch), result.GetValue(findings))
    {
        IsOfValues = result.GetValue(values),
    };
    if (result.GetValue(value) is { } alone)
    {
        new LossHunt(plan, Console.Out).MeasureAlone(alone);
        return 0;
    }
    if (result.GetValue(losses)) return new LossHunt(plan, Console.Out).Run() == 0 ? 0 : 1;
    return new FuzzRun(plan, Console.Out).Run().Findings.Count == 0 ? 0 : 1;
});
return root.Parse(args).Invoke();
