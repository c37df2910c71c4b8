namespace RowJson;

/// <summary>Which part of a write failed.</summary>
public enum JsonRowStage
{
    /// <summary>The exception was created without a stage.</summary>
    Unknown = 0,

    /// <summary>The source failed to return its next row.</summary>
    Source = 1,

    /// <summary>A row, one of its values or the name of a column could not be written.</summary>
    Value = 2,

    /// <summary>The buffer, stream, pipe or writer did not take what it was given.</summary>
    Sink = 3,
}
