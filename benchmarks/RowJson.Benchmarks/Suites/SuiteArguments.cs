using System.Reflection;
using BenchmarkDotNet.ConsoleArguments;
using CommandLine;

namespace RowJson.Benchmarks;

/// <summary>Recognises BenchmarkDotNet's command line: its suites run where an argument is one of its options, or a glob comes first.</summary>
internal static class SuiteArguments
{
    /// <summary>Says by itself that whatever follows is BenchmarkDotNet's.</summary>
    public const string Option = "--bdn";

    // Both programs have these.
    private static readonly string[] Shared = ["--help", "-h", "--version"];

    private static readonly HashSet<string> Options = new(
        typeof(CommandLineOptions).GetProperties().SelectMany(property => property.GetCustomAttributes<OptionAttribute>())
            .SelectMany(option => new[] { $"--{option.LongName}", $"-{option.ShortName}" }).Except([.. Shared, "-", "--"]),
        StringComparer.OrdinalIgnoreCase);

    /// <summary>BenchmarkDotNet's arguments; null where the command line is this program's own.</summary>
    public static string[]? Find(string[] args)
    {
        int start = Array.IndexOf(args, Option);
        if (start >= 0) return args[(start + 1)..];
        if (args is [[not '-', ..], ..] && args[0].AsSpan().ContainsAny('*', '?')) return ["--filter", .. args];
        return args.Any(argument => Options.Contains(argument.Split('=')[0])) ? args : null;
    }
}
