using System.Collections;
using System.Globalization;
using System.Reflection;
using System.Text;
using System.Text.Json;

namespace RowJson.Fuzz;

/// <summary>Values as C# expressions.</summary>
internal static class CSharpText
{
    public static string Of(object? value) => value switch
    {
        null => "null",
        string text => Quote(text),
        bool flag => flag ? "true" : "false",
        char unit => $"'\\u{(int)unit:X4}'",
        int number => number.ToString(CultureInfo.InvariantCulture),
        double number => $"BitConverter.Int64BitsToDouble(0x{BitConverter.DoubleToInt64Bits(number):X16}L)",
        float number => $"BitConverter.UInt32BitsToSingle(0x{BitConverter.SingleToUInt32Bits(number):X8})",
        Half number => $"BitConverter.UInt16BitsToHalf(0x{BitConverter.HalfToUInt16Bits(number):X4})",
        decimal number => $"new decimal([{string.Join(", ", decimal.GetBits(number))}])",
        DateTime date => $"new DateTime({date.Ticks}, DateTimeKind.{date.Kind})",
        DateTimeOffset date => $"new DateTimeOffset({date.Ticks}, new TimeSpan({date.Offset.Ticks}))",
        TimeSpan span => $"new TimeSpan({span.Ticks})",
        DateOnly date => $"DateOnly.FromDayNumber({date.DayNumber})",
        TimeOnly time => $"new TimeOnly({time.Ticks})",
        Guid identifier => $"new Guid(\"{identifier}\")",
        Int128 or UInt128 => $"{value.GetType().Name}.Parse(\"{value}\")",
        byte[] bytes => $"new byte[] {{ {string.Join(", ", bytes)} }}",
        Enum when Enum.IsDefined(value.GetType(), value) => $"{value.GetType().Name}.{value}",
        Enum => $"({value.GetType().Name}){Convert.ToInt64(value, CultureInfo.InvariantCulture)}",
        DBNull => "DBNull.Value",
        JsonElement element => $"JsonDocument.Parse({Quote(element.GetRawText())}).RootElement",
        Uri uri => $"new Uri({Quote(uri.OriginalString)}, UriKind.RelativeOrAbsolute)",
        Version version => $"new Version(\"{version}\")",
        Type type => $"typeof({TypeName(type)})",
        IDictionary items => $"new {TypeName(items.GetType())} {{ {string.Join(", ", Entries(items))} }}",
        IList items => $"new {TypeName(items.GetType())} {{ {string.Join(", ", items.Cast<object?>().Select(Of))} }}",
        IFormattable number when value.GetType().IsPrimitive =>
            $"({TypeName(value.GetType())}){number.ToString(null, CultureInfo.InvariantCulture)}",
        _ => OfObject(value),
    };

    public static string TypeName(Type type)
    {
        if (type.IsArray) return TypeName(type.GetElementType()!) + "[]";
        if (Nullable.GetUnderlyingType(type) is { } underlying) return TypeName(underlying) + "?";
        if (!type.IsGenericType) return type == typeof(object) ? "object?" : type.Name;
        string name = type.Name[..type.Name.IndexOf('`', StringComparison.Ordinal)];
        return $"{name}<{string.Join(", ", type.GetGenericArguments().Select(TypeName))}>";
    }

    public static string Quote(string text)
    {
        var quoted = new StringBuilder("\"");
        foreach (char unit in text)
        {
            if (unit is '"' or '\\') quoted.Append('\\').Append(unit);
            else if (unit is >= ' ' and < '\u007F') quoted.Append(unit);
            else quoted.Append(CultureInfo.InvariantCulture, $"\\u{(int)unit:X4}");
        }
        return quoted.Append('"').ToString();
    }

    private static IEnumerable<string> Entries(IDictionary items)
    {
        foreach (DictionaryEntry entry in items) yield return $"[{Of(entry.Key)}] = {Of(entry.Value)}";
    }

    /// <summary>The properties that can be set and are not their type's default.</summary>
    private static string OfObject(object value)
    {
        IEnumerable<string> set =
            from property in value.GetType().GetProperties(BindingFlags.Public | BindingFlags.Instance)
            where property.CanWrite && property.GetIndexParameters().Length == 0
            let present = property.GetValue(value)
            where present is not null && !(property.PropertyType.IsValueType
                && present.Equals(Activator.CreateInstance(property.PropertyType)))
            select $"{property.Name} = {Of(present)}";
        return $"new {TypeName(value.GetType())} {{ {string.Join(", ", set)} }}";
    }
}
