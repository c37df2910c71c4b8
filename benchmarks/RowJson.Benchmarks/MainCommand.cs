using System.CommandLine;
using System.CommandLine.Invocation;

namespace RowJson.Benchmarks;

/// <summary>The options of the main job, of targets and of publishing.</summary>
internal static class MainCommand
{
    public static int Run(string[] args)
    {
        Option<string[]> inputs = Create<string[]>(
            "--in", "a file of rows to measure with: a JSON array of objects or JSON Lines, compressed by gzip or not; may be "
                + "given more than once", "file");
        Option<string[]> encoders = Names(
            "--encoders", "the encoders to measure, with commas between them", "a,b", "encoder", Contenders.All.Select(contender => contender.Name));
        Option<string[]> format = Names(
            "--format", "the format that RowJson writes, the other encoders an array of objects in any case [default: Array]: "
                + string.Join(", ", Enum.GetNames<JsonRowFormat>()), "name", "format", Enum.GetNames<JsonRowFormat>());
        Option<string[]> sources = Names(
            "--sources", "the sources of rows to measure, with commas between them [default for rows of one's own: "
                + string.Join(",", RowSources.Default.Select(source => source.Name)) + "]", "a,b", "source", RowSources.All.Select(source =>
                    source.Name));
        Option<int> rounds = AtLeastOne(Create<int>("--ntimes", "how often each encoder is measured [default: 9]", "n"));
        Option<bool> csv = Create<bool>("--csv", "print nothing but sample,source,encoder,run,nanoseconds (of one call)");
        Option<bool> quick = Create<bool>("--short", "take some seconds: the outputs of all encoders are compared, nothing is measured");
        Option<FileInfo> plot = Create<FileInfo>("--plot", "also draw the ratios of this run as a chart", "chart.svg");
        Option<bool> all = Create<bool>("--all", "all generated samples, and a long time for each: about three minutes");
        Option<bool> providers = Create<bool>(
            "--providers", "real providers of data: " + string.Join(", ", RowSources.Providers.Select(source => source.Name))
                + "; each query read, written by hand, as a list of objects, by Dapper, by RowJson");
        Option<bool> targets = Create<bool>(
            "--targets", "measure RowJson on the data sets of ../shared/datasets (or ROWJSON_DATASETS), or those of --in, and "
                + "print which targets are met");
        Option<DirectoryInfo> publish = Create<DirectoryInfo>(
            "--publish", "measure what the documentation shows, and write its tables and charts into a folder", "folder");
        var lines = new Option<bool>(TargetRow.Option) { Hidden = true };
        Option<bool> suite = Create<bool>(
            SuiteArguments.Option,
                "run the BenchmarkDotNet suites; whatever follows is BenchmarkDotNet's, whose options (--filter '*Matrix*', --list flat, "
                + "--job short) and globs ('*Matrix*') are also recognised without it");

        var defaults = new GeneratorOptions();
        Option<int> rows = AtLeastOne(Create("--rows", "generate this many rows", "n", defaults.Rows));
        Option<int> columns = AtLeastOne(Create("--columns", "of this many columns", "n", defaults.Columns));
        Option<double> nulls = Share(Create("--nulls", "this share of cells being null", "0..1", defaults.Nulls));
        Option<int> seed = Create("--seed", "the seed: the same rows for the same seed", "n", defaults.Seed);
        Option<double> nonAscii = Share(Create("--non-ascii", "this share of texts holding non-ASCII characters", "0..1", defaults.NonAscii));
        Option<double> escaped = Share(Create("--escaped", "this share of texts holding characters that are escaped", "0..1", defaults.Escaped));
        Option<bool> shuffled = Create<bool>("--shuffled", "each row's columns being in another order");

        var command = new RootCommand(
            "Measures RowJson and other encoders of JSON rows. Without options: generated rows, the usual encoders and sources, "
                + "in a minute; its build takes another one.\n\n"
            + Describe("Encoders", Contenders.All.Select(contender => (contender.Name, contender.Description))) + "\n"
            + Describe("Sources", RowSources.All.Select(source => (source.Name, source.Description))))
        {
            inputs, encoders, format, sources, rounds, csv, quick, all, providers, plot, targets, publish, lines, suite, rows, columns,
                nulls, seed, nonAscii, escaped, shuffled,
        };
        Option[] generatorFlags = [rows, columns, nulls, seed, nonAscii, escaped, shuffled];
        command.Validators.Add(result =>
        {
            bool Has(Option option) => result.GetResult(option) is { Implicit: false };
            if (generatorFlags.Any(Has) && (Has(inputs) || Has(targets)))
                result.AddError("Rows are generated or read: --rows and its like cannot be combined with --in or --targets.");
            if (Has(providers) && (Has(inputs) || Has(targets) || Has(all) || Has(publish) || generatorFlags.Any(Has)))
                result.AddError("--providers has rows of its own: it cannot be combined with --in, --rows and its like, --all, "
                    + "--targets or --publish.");
            if (Has(all) && (Has(quick) || Has(inputs) || Has(targets) || generatorFlags.Any(Has)))
                result.AddError("--all takes the standard samples: it cannot be combined with --short, --in, --rows and its like, or --targets.");
            if (Has(format) && (Has(targets) || Has(publish)))
                result.AddError("--format is for rows that are measured once: it cannot be combined with --targets or --publish.");
            if (Has(targets) && Has(encoders))
                result.AddError("--targets compares RowJson with its baselines: it cannot be combined with --encoders.");
            if (Has(quick) && (Has(rounds) || Has(csv) || Has(plot) || Has(publish)))
                result.AddError("--short measures nothing: it cannot be combined with --ntimes, --csv, --plot or --publish.");
        });

        command.SetAction(result =>
        {
            var schedule = new Schedule();
            Option[] choosing = [inputs, encoders, quick, all, providers, targets, publish, .. generatorFlags];
            bool isUsual = !choosing.Any(option => result.GetResult(option) is { Implicit: false });
            var options = new JobOptions
            {
                Inputs = result.GetValue(inputs) ?? [],
                Lines = result.GetValue(lines),
                Generator = generatorFlags.Any(option => result.GetResult(option) is { Implicit: false }) ? CreateGenerator(result) : null,
                IsUsual = isUsual,
                Contenders = result.GetValue(encoders) is { Length: > 0 } chosen ? [.. chosen.Select(Contenders.Get)]
                    : isUsual ? Contenders.Usual : Contenders.All,
                Settings = result.GetValue(format) is [var name, ..]
                    ? new EncodingSettings { Name = name, Format = Enum.Parse<JsonRowFormat>(name) }
                    : EncodingSettings.Default,
                Sources = result.GetValue(sources) is { Length: > 0 } names ? [.. names.Select(RowSources.Get)] : null,
                Schedule = result.GetValue(rounds) is var count and > 0 ? schedule with { Rounds = count } : schedule,
                Short = result.GetValue(quick),
                Csv = result.GetValue(csv),
                All = result.GetValue(all),
                Providers = result.GetValue(providers),
                TakesItsTime = result.GetValue(all) || result.GetResult(rounds) is { Implicit: false },
                Plot = result.GetValue(plot),
            };
            if (result.GetValue(publish) is { } folder) PublishJob.Run(folder, options);
            else if (result.GetValue(targets)) TargetJob.Run(options);
            else MeasureJob.Run(options);
        });

        ParseResult parsed = command.Parse(args);
        if (parsed.Action is ParseErrorAction)
        {
            // One line instead of the whole help.
            Output.Note(string.Join(' ', parsed.Errors.Select(error => error.Message)));
            return 1;
        }
        return parsed.Invoke(new InvocationConfiguration { EnableDefaultExceptionHandler = false });

        GeneratorOptions CreateGenerator(ParseResult result) => new()
        {
            Rows = result.GetValue(rows), Columns = result.GetValue(columns), Nulls = result.GetValue(nulls), Seed = result.GetValue(seed),
            NonAscii = result.GetValue(nonAscii), Escaped = result.GetValue(escaped), Shuffled = result.GetValue(shuffled),
        };
    }

    private static Option<T> Create<T>(string name, string description, string? hint = null) => new(name)
    {
        Description = description,
        HelpName = hint
    };

    private static Option<T> Create<T>(string name, string description, string hint, T standard) =>
        new(name) { Description = description, HelpName = hint, DefaultValueFactory = _ => standard };

    private static Option<string[]> Names(string name, string description, string hint, string what, IEnumerable<string> valid) =>
        new(name) { Description = description, HelpName = hint, CustomParser = result => Parse(result, what, [.. valid]) };

    private static Option<int> AtLeastOne(Option<int> option)
    {
        option.Validators.Add(result =>
        {
            if (result.Tokens.Count == 1 && int.TryParse(result.Tokens[0].Value, out int value) && value < 1)
                result.AddError($"{option.Name}: {value} is less than 1.");
        });
        return option;
    }

    private static Option<double> Share(Option<double> option)
    {
        option.Validators.Add(result =>
        {
            if (result.Tokens.Count == 1 && double.TryParse(result.Tokens[0].Value, out double value) && value is not (>= 0 and <= 1))
                result.AddError($"{option.Name}: {value} is not a share between 0 and 1.");
        });
        return option;
    }

    private static string[] Parse(System.CommandLine.Parsing.ArgumentResult result, string what, string[] valid)
    {
        var names = new List<string>();
        foreach (string given in result.Tokens.SelectMany(token => token.Value.Split(',', StringSplitOptions.TrimEntries)))
        {
            string? name = Array.Find(valid, candidate => candidate.Equals(given, StringComparison.OrdinalIgnoreCase));
            if (name is null)
            {
                result.AddError($"There is no {what} '{given}'. There are: {string.Join(", ", valid)}.");
                return [];
            }
            if (!names.Contains(name)) names.Add(name);
        }
        return [.. names];
    }

    /// <summary>A list for the help text, one line each.</summary>
    private static string Describe(string title, IEnumerable<(string Name, string Description)> items) =>
        $"{title}:\n" + string.Concat(items.Select(item => $"    {item.Name,-21}  {item.Description}\n"));
}
