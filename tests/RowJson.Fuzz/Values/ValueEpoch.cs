using System.Collections.Concurrent;

namespace RowJson.Fuzz;

/// <summary>Some values of declared types, with options that they share: one seed and one number give one epoch.</summary>
internal sealed class ValueEpoch
{
    private const int Values = 60;
    private const int OptionChoices = 5;

    private static readonly ConcurrentDictionary<Type, ValueWays> Ways = new();

    private readonly Draw _draw;
    private readonly ValueTypes _types;
    private readonly (SerializerSettings Settings, DropInOptions Options)[] _options;

    public ValueEpoch(ulong seed, long number, ValueTypes types)
    {
        _types = types;
        _draw = new Draw(new RowJson.Tests.PseudoRandom(seed + ((ulong)number * 0xBF58476D1CE4E5B9)).Next());
        _options = [.. Enumerable.Range(0, OptionChoices).Select(_ => NextOptions())];
    }

    /// <summary>Runs it, and hands over what is wrong.</summary>
    public void Run(FuzzCounts counts, Action<string, string> report, Func<bool> isOver)
    {
        for (int i = 0; i < Values && !isOver(); i++)
        {
            Type type = _types.Next(_draw);
            (SerializerSettings settings, DropInOptions options) = _draw.Pick<(SerializerSettings, DropInOptions)>(_options);
            object? value = new ValueMaker(_draw, repeats: _draw.Chance(2)).Next(type);
            if (!Compares(type, settings)) continue;
            string? fault = Ways.GetOrAdd(type, ValueWays.Of).Check(value, options, counts.AddValue);
            if (fault is not null) report($"{type}, {settings}, {options.Rows.ObjectAccess}", fault);
        }
    }

    /// <summary>Each with ways of its own to read members.</summary>
    private (SerializerSettings, DropInOptions) NextOptions()
    {
        SerializerSettings settings = SerializerSettings.Next(_draw) with { Contracts = Contracts.Reflection };
        ObjectAccess access = _draw.Pick([ObjectAccess.Compiled, ObjectAccess.Compiled, ObjectAccess.Automatic, ObjectAccess.Delegates, ObjectAccess.Serializer]);
        return (settings, DropInOptions.Create(settings.Create(), new JsonRowOptions { ObjectAccess = access }));
    }

    /// <summary>References number all that is written: the other half of the fuzzer has them. And below MaxDepth numbers have rules of their own.</summary>
    private static bool Compares(Type type, SerializerSettings settings) =>
        !settings.Preserves && !(settings.MaxDepth != 0 && settings.Numbers != 0 && type.ToString().Contains("Object", StringComparison.Ordinal));
}
