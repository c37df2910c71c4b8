using System.Data.SqlTypes;
using System.Globalization;
using System.Net;
using System.Net.NetworkInformation;
using System.Numerics;

namespace RowJson;

/// <summary>
/// Types that database providers return and for which <c>JsonSerializer</c> has no form or none that makes sense: what they are
/// in the rows of readers and tables. A user's converter for one of them comes first.
/// </summary>
internal static class DatabaseValue
{
    /// <summary><see cref="Simplify"/> would change the value.</summary>
    public static bool IsSpecial(object value) =>
        value is INullable or IPAddress or IPNetwork or PhysicalAddress or BigInteger or List<BigInteger> or Stream or Array { Rank: > 1 };

    /// <summary>The value as one of the types that JSON knows; null if it is SQL's null.</summary>
    public static object? Simplify(object value) => value switch
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
        SqlDecimal number => NumberText(number.ToString()),
        SqlDateTime time => time.Value,
        SqlGuid guid => guid.Value,
        SqlBinary bytes => bytes.Value,
        SqlBytes bytes => bytes.Value,
        SqlChars characters => new string(characters.Value),
        SqlXml xml => xml.Value,
        Stream bytes => ReadToEnd(bytes),
        // Numbers without a limit: JSON has none either.
        BigInteger number => NumberText(number.ToString(CultureInfo.InvariantCulture)),
        List<BigInteger> numbers => numbers.ConvertAll(object? (number) => Simplify(number)).ToArray(),
        // Their text is the same in every culture.
        IPAddress address => address.ToString(),
        IPNetwork network => network.ToString(),
        PhysicalAddress address => Convert.ToHexStringLower(address.GetAddressBytes()).Chunk(2).Aggregate(
            "", (text, pair) => text.Length == 0 ? new string(pair) : $"{text}:{pair[0]}{pair[1]}"),
        Array { Rank: > 1 } values => Nest(values, 0, new int[values.Rank]),
        _ => value,
    };

    /// <summary>Some providers return a BLOB as a stream, which is theirs.</summary>
    private static byte[] ReadToEnd(Stream stream)
    {
        using var bytes = new MemoryStream();
        stream.CopyTo(bytes);
        return bytes.ToArray();
    }

    private static RawJson NumberText(string number) => RawJson.FromUnvalidatedUtf8(System.Text.Encoding.ASCII.GetBytes(number));

    /// <summary>An array of several dimensions as arrays of arrays.</summary>
    private static object?[] Nest(Array values, int dimension, int[] indices)
    {
        var level = new object?[values.GetLength(dimension)];
        for (int i = 0; i < level.Length; i++)
        {
            indices[dimension] = values.GetLowerBound(dimension) + i;
            level[i] = dimension == values.Rank - 1 ? values.GetValue(indices) : Nest(values, dimension + 1, indices);
        }
        return level;
    }
}
