using System.Text.Json;

namespace RowJson;

public static partial class JsonRowSerializer
{
    /// <summary>
    /// Whether values of a type are lists of rows that these methods write by columns, or hold such lists. Where they do not, the bytes and
    /// the speed are those of <see cref="JsonSerializer"/>. RowJson.AspNetCore calls it.
    /// </summary>
    /// <param name="type">The type of a value, which is looked at once for each set of options.</param>
    /// <param name="options">The application's options; <see cref="JsonSerializerOptions.Default"/> if null. They become read-only.</param>
    /// <returns>
    /// <see langword="false"/> also where only a value's run-time type can show its lists, such as in a property of type
    /// <see cref="object"/>.
    /// </returns>
    internal static bool HoldsRows(Type type, JsonSerializerOptions? options = null)
    {
        return Of(options).RootOf(type) is { SendsParts: true };
    }

    /// <summary>Why the serializer writes all values itself, as a clause after "because"; null if some may be taken over.</summary>
    /// <param name="options">The application's options, which become read-only.</param>
    internal static string? WhyNothingIsTakenOver(JsonSerializerOptions options) => Of(options).Obstacle;
}
