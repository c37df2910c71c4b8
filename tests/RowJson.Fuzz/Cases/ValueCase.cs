namespace RowJson.Fuzz;

/// <summary>One comparison of a value of emitted types.</summary>
internal sealed record ValueCase(TypeFamily Types, SerializerSettings Serializer, ValueSettings Values) : IReducible<ValueCase>
{
    /// <inheritdoc/>
    public string? Check(int times = 1) =>
        Values.Way == Explanation ? Bench().CheckExplanation() : Bench().Check(Values with { Times = Math.Max(Values.Times, times) });

    /// <summary>In the place of a way: what is said about the type.</summary>
    public const string Explanation = "explanation";

    /// <inheritdoc/>
    public IEnumerable<ValueCase> Smaller()
    {
        var serializers = Plainer.Of(Serializer).ToList();
        if (serializers.Count > 1) yield return this with { Serializer = new SerializerSettings() };
        foreach (TypeFamily types in Types.Smaller()) yield return this with { Types = types };
        foreach (SerializerSettings serializer in serializers) yield return this with { Serializer = serializer };
        foreach (ValueSettings values in Plainer.Of(Values)) yield return this with { Values = values };
        // Another value may need fewer members.
        if (Values.MostValues > 2) yield return this with { Values = Values with { MostValues = Values.MostValues / 2 } };
    }

    public override string ToString() => $"{Types}\n{Plainer.ToCSharp(Serializer)}\n{Plainer.ToCSharp(Values)}\n{Bench().Show(Values)}";

    private ValueBench Bench() => new(Types, Serializer);
}
