using System.CommandLine;

namespace RowJson.Benchmarks;

/// <summary>Checks of option values, each with an error of one line.</summary>
internal static class OptionChecks
{
    public static Option<int> AtLeast(this Option<int> option, int minimum)
    {
        option.Validators.Add(result =>
        {
            if (result.Tokens.Count == 1 && int.TryParse(result.Tokens[0].Value, out int value) && value < minimum)
                result.AddError($"{option.Name}: {value} is less than {minimum}.");
        });
        return option;
    }

    public static Option<double> Share(this Option<double> option)
    {
        option.Validators.Add(result =>
        {
            if (result.Tokens.Count == 1 && double.TryParse(result.Tokens[0].Value, out double value) && value is not (>= 0 and <= 1))
                result.AddError($"{option.Name}: {value} is not a share between 0 and 1.");
        });
        return option;
    }
}
