namespace RowJson;

/// <summary>Which part of a write failed.</summary>
public enum JsonRowStage
{
    /// <summary>The failure was created without one.</summary>
    Unknown = 0,

    /// <summary>The source did not give its next row.</summary>
    Source = 1,

    /// <summary>A row, one of its values or the name of a column could not be written.</summary>
    Value = 2,

    /// <summary>The buffer, stream, pipe or writer did not take what it was given.</summary>
    Sink = 3,
}
