using System.Data.SqlTypes;
using System.Net;
using System.Net.NetworkInformation;

namespace RowJson;

// The form, in rows of readers and tables, of types that database providers return and that JsonSerializer writes not at all, or in a form
// that makes no sense. A user's converter for one of them comes first.
internal static class DatabaseValue
{
    // Values of the type have a form of their own here.
    public static bool Knows(Type type) => type == typeof(BigInteger) || type == typeof(IPNetwork) || type.IsAssignableTo(typeof(INullable))
        || type.IsAssignableTo(typeof(IPAddress)) || type.IsAssignableTo(typeof(PhysicalAddress)) || type.IsAssignableTo(typeof(Stream))
        || (type.IsValueType && type.IsAssignableTo(typeof(IConvertible)));

    // A value of a type that is known, or of an object without properties, as one of the types that JSON knows; null if it is SQL's null.
    public static object? Simplify(object value, DatabaseForms forms) => value switch
    {
        INullable { IsNull: true } => null,
        SqlString text => text.Value,
        SqlInt32 number => number.Value,
        SqlInt64 number => number.Value,
        SqlInt16 number => number.Value,
        SqlByte number => number.Value,
        SqlBoolean flag => flag.Value,
        SqlDouble number => number.Value,
        SqlSingle number => number.Value,
        SqlMoney number => number.Value,
        SqlDecimal number => NumberText(number.ToString(), forms),
        SqlDateTime time => time.Value,
        SqlGuid guid => guid.Value,
        SqlBinary bytes => bytes.Value,
        SqlBytes bytes => bytes.Value,
        SqlChars characters => new string(characters.Value),
        SqlXml xml => xml.Value,
        Stream bytes => ReadToEnd(bytes),
        // Numbers without a limit: JSON has none either.
        BigInteger number => NumberText(number.ToString(CultureInfo.InvariantCulture), forms),
        // The text of these types is the same in every culture.
        IPAddress address => address.ToString(),
        IPNetwork network => network.ToString(),
        PhysicalAddress address => string.Join(':', address.GetAddressBytes().Select(it => Convert.ToHexStringLower([it]))),
        INullable => value,
        IConvertible structure when value is ValueType => ConvertedOf(structure, forms),
        _ => TextOf(value)
            ?? throw new NotSupportedException($"'{TypeName.Of(value.GetType())}' has neither properties nor a text."),
    };

    // The value of a structure that is no basic type and converts itself. If it can be formatted: a number if its text is one, as with
    // ClickHouse's decimal, or else the text. If not: the time, as with MySQL's.
    // Throws InvalidOperationException if it is a time that .NET does not have, such as day 0 of a month.
    private static object ConvertedOf(IConvertible value, DatabaseForms forms)
    {
        if (value.GetTypeCode() != TypeCode.Object) return value;
        string text = value.ToString(CultureInfo.InvariantCulture);
        if (value is IFormattable) return IsNumber(text) ? NumberText(text, forms) : text;
        try
        {
            return value.ToDateTime(CultureInfo.InvariantCulture);
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            // The provider's own exception may be one that it also throws where a connection fails.
            throw new InvalidOperationException($"'{text}' is not a time that .NET can represent: {exception.Message}", exception);
        }
    }

    // The text of a value; null if it has none of its own.
    public static string? TextOf(object value) =>
        Convert.ToString(value, CultureInfo.InvariantCulture) is { } text && text != value.GetType().ToString() ? text : null;

    // Some providers return a BLOB as a stream that they own.
    private static byte[] ReadToEnd(Stream stream)
    {
        using var bytes = new MemoryStream();
        stream.CopyTo(bytes);
        return bytes.ToArray();
    }

    private static RawJson NumberText(string number, DatabaseForms forms) =>
        RawJson.FromUnvalidatedUtf8(Encoding.ASCII.GetBytes(forms.Traits.QuotesNumbers ? $"\"{number}\"" : number));

    private static bool IsNumber(string text) =>
        Quietly.Ask(text, static it => JsonElement.Parse(it).ValueKind == JsonValueKind.Number, otherwise: false);
}
