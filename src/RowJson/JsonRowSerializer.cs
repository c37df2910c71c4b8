namespace RowJson;

/// <summary>
/// Writes values to streams and pipes, byte for byte as <see cref="JsonSerializer"/> does, and lists of rows inside them several times
/// faster: the receiver gets large lists in batches. For other calls, see <see cref="RowJsonOptionsExtensions.WithRowJson"/>.
/// </summary>
/// <remarks>
/// It takes over lists of objects, of dictionaries with string keys and of JSON elements, with up to four values around them; also lists of
/// strings and scalars, elements and tables, if they are the value itself. The serializer writes everything else.
/// </remarks>
public static partial class JsonRowSerializer
{
    /// <summary>
    /// Reports what writes the values of a type with options for writing (<see cref="RowJsonOptionsExtensions.WithRowJson"/>), and why.
    /// This helps to find out why a type is not written faster. The text may change between versions.
    /// </summary>
    /// <param name="type">The declared type of the values.</param>
    /// <param name="options">The application's options; <see cref="JsonSerializerOptions.Default"/> if null. They become read-only.</param>
    /// <returns>
    /// A line for the value, and one for each property, element and entry in it: its name, its type, and what writes it: RowJson directly
    /// or by columns, a converter, or <see cref="JsonSerializer"/> with the reason. It also names what only Newtonsoft.Json sees: its
    /// attributes, those of data contracts, and methods such as <c>ShouldSerializeName</c>.
    /// </returns>
    /// <exception cref="ArgumentNullException"><paramref name="type"/> is null.</exception>
    /// <example>
    /// <code>
    /// Console.WriteLine(JsonRowSerializer.Explain(typeof(List&lt;Order&gt;), JsonSerializerOptions.Web));
    /// // value: List&lt;Order&gt;, RowJson, as rows
    /// //   each: Order, by columns
    /// //     price: Money, MoneyConverter, called directly …
    /// </code>
    /// </example>
    public static string Explain(Type type, JsonSerializerOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(type);
        return Explanation.Of(type, Of(options));
    }

    // Whether values of a type are lists of rows that these methods write by columns, or hold such lists. If not, the bytes and the speed
    // are those of JsonSerializer. RowJson.AspNetCore calls it.
    // options: the application's options; JsonSerializerOptions.Default if null. They become read-only.
    // Also returns false if only a value's run-time type can show its lists, such as in a property of type object.
    internal static bool HoldsRows(Type type, JsonSerializerOptions? options = null) => Of(options).RootOf(type) is { SendsParts: true };

    // Whether such values are lists whose elements are rows themselves, rather than values that only hold rows.
    internal static bool IsRows(Type list, Type element, JsonSerializerOptions options) =>
        HoldsRows(list, options) && Of(options).Converters.Factory.TakesRows(element);

    // Why the serializer sends all values itself, as a clause after "because"; null if some may be taken over.
    // options: the application's options, which become read-only.
    internal static string? WhyNothingIsTakenOver(JsonSerializerOptions options) =>
        options.WriteIndented ? "the options have WriteIndented" : Of(options).Obstacle;

    private static bool IsOfItsOptions(JsonTypeInfo info)
    {
        info.MakeReadOnly();
        return info.Options.IsReadOnly && info.Options.TryGetTypeInfo(info.Type, out JsonTypeInfo? known) && ReferenceEquals(known, info);
    }

    private static DropInOptions Of(JsonSerializerOptions? options) => DropInOptions.OfEqual(options ?? KnownSerializerOptions.Default);
}
