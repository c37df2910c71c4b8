namespace RowJson;

public static partial class JsonRowSerializer
{
    /// <summary>
    /// Says what writes values of a type with options for writing (<see cref="RowJsonOptionsExtensions.WithRowJson"/>), and why: to find
    /// out why a type is not written faster. The text may change between versions.
    /// </summary>
    /// <param name="type">The declared type of the values.</param>
    /// <param name="options">The application's options; <see cref="JsonSerializerOptions.Default"/> if null. They become read-only.</param>
    /// <returns>
    /// A line for the value, and one for each property, element and entry in it: its name, its type, and what writes it: RowJson directly
    /// or by columns, a converter, or <see cref="JsonSerializer"/> with the reason. What only Newtonsoft.Json sees is named: its
    /// attributes, those of data contracts, and methods such as <c>ShouldSerializeName</c>.
    /// </returns>
    /// <exception cref="ArgumentNullException"><paramref name="type"/> is null.</exception>
    /// <example>
    /// <code>
    /// Console.WriteLine(JsonRowSerializer.Explain(typeof(List&lt;Order&gt;), JsonSerializerOptions.Web));
    /// // value: List&lt;Order&gt;, RowJson, as rows
    /// //   each: Order, by columns
    /// //     id: Int32, directly
    /// //     price: Money, MoneyConverter, called directly
    /// //     site: Uri, JsonSerializer: the type is not one that RowJson writes
    /// </code>
    /// </example>
    public static string Explain(Type type, JsonSerializerOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(type);
        return Explanation.Of(type, Of(options));
    }
}
