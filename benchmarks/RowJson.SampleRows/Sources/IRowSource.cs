namespace RowJson.Benchmarks;

/// <summary>A form in which a program holds rows before they become JSON.</summary>
internal interface IRowSource
{
    /// <summary>The name on the command line and in the output.</summary>
    string Name { get; }

    /// <summary>One line for the help text.</summary>
    string Description { get; }

    /// <summary>Whether the sample's rows can have this form.</summary>
    bool AppliesTo(Sample sample) => true;

    /// <summary>The sample's rows in this form: a type of .NET or of a library, which the contenders recognise.</summary>
    object Load(Sample sample);
}
