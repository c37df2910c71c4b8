namespace RowJson;

/// <summary>How <c>NaN</c> and the infinities are written, for which JSON has no numbers.</summary>
public enum JsonNonFiniteHandling
{
    /// <summary>
    /// Follows <see cref="JsonRowOptions.SerializerOptions"/>: a failure, or a string if its <c>NumberHandling</c> allows named literals.
    /// The default.
    /// </summary>
    Default = 0,

    /// <summary><c>null</c>.</summary>
    Null = 1,

    /// <summary>
    /// The strings <c>"NaN"</c>, <c>"Infinity"</c> and <c>"-Infinity"</c>, which no encoder escapes: as with
    /// <see cref="System.Text.Json.Serialization.JsonNumberHandling.AllowNamedFloatingPointLiterals"/>.
    /// </summary>
    NamedLiterals = 2,
}
