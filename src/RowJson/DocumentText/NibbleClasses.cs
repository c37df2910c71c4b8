namespace RowJson;

// Classes of bytes that two shuffles find: a byte is in the classes that the tables give both for its lower nibble (its column) and for its
// upper nibble (its row).
//     bits 0 to 4     may need escaping, all bytes outside ASCII among them
//     bit 5           tab, line feed, carriage return
//     bit 6           space, slash
//     bit 7           brackets
// Rows in which the same columns need escaping share a class. With the default encoder there are six kinds of rows and five classes: the
// two kinds whose union finds the fewest superfluous bytes become one (3C and 3E with 5C: it finds the circumflex, 5E, as well).
internal static class NibbleClasses
{
    // All classes of bytes that may need escaping.
    public const byte AnyEscape = (1 << EscapeClasses) - 1;

    // Added to a byte's classes, with saturation, it sets the highest bit where the byte is structure.
    public const byte StructureToSign = 0x80 - LineBreaks;

    private const int EscapeClasses = 5;
    private const byte LineBreaks = 1 << EscapeClasses, SpaceAndSlash = 0x40, Brackets = 0x80;

    // needsEscaping: whether a byte of ASCII needs escaping within strings. Returns the tables, each of them in both lanes.
    public static (VectorBytes32 ByColumn, VectorBytes32 ByRow) Build(Func<byte, bool> needsEscaping)
    {
        var columns = new byte[VectorBytes32.Length];
        var rows = new byte[VectorBytes32.Length];
        (int Rows, int Columns)[] kinds = FindKinds(needsEscaping);
        for (int i = 0; i < kinds.Length; i++) Add(kinds[i].Rows, kinds[i].Columns, (byte)(1 << i));
        Add(1 << 0x0, 1 << 0x9 | 1 << 0xA | 1 << 0xD, LineBreaks);
        Add(1 << 0x2, 1 << 0x0 | 1 << 0xF, SpaceAndSlash);
        Add(1 << 0x5 | 1 << 0x7, 1 << 0xB | 1 << 0xD, Brackets);
        return (VectorBytes32.Of(columns), VectorBytes32.Of(rows));

        void Add(int ofRows, int ofColumns, byte bit)
        {
            for (int i = 0; i < VectorBytes32.Length; i++)
            {
                if ((ofRows >> i % EscapeTable.NibbleCount & 1) != 0) rows[i] |= bit;
                if ((ofColumns >> i % EscapeTable.NibbleCount & 1) != 0) columns[i] |= bit;
            }
        }
    }

    // The rows that need escaping, with their columns; at most as many kinds as there are classes.
    private static (int Rows, int Columns)[] FindKinds(Func<byte, bool> needsEscaping)
    {
        // Control characters are whitespace here: text that was parsed has none in strings.
        const int firstPrintable = 2, firstNonAscii = 8;
        var kinds = new (int Rows, int Columns)[firstNonAscii - firstPrintable + 1];
        int count = 0;
        kinds[count++] = (0xFF << firstNonAscii, (1 << EscapeTable.NibbleCount) - 1);
        for (int row = firstPrintable; row < firstNonAscii; row++)
        {
            int columns = 0;
            for (int column = 0; column < EscapeTable.NibbleCount; column++)
                if (needsEscaping((byte)(EscapeTable.NibbleCount * row + column))) columns |= 1 << column;
            if (columns != 0) kinds[count++] = (1 << row, columns);
        }
        for (; count > EscapeClasses; count--) MergeCheapest(kinds, count);
        return kinds[..count];
    }

    // Merges the two kinds whose union has the fewest bytes that need no escaping.
    private static void MergeCheapest((int Rows, int Columns)[] kinds, int count)
    {
        int first = 0, second = 1, least = int.MaxValue;
        for (int i = 0; i < count; i++)
        {
            for (int j = i + 1; j < count; j++)
            {
                int cost = Size(Union(kinds[i], kinds[j])) - Size(kinds[i]) - Size(kinds[j]);
                if (cost >= least) continue;
                (first, second, least) = (i, j, cost);
            }
        }
        kinds[first] = Union(kinds[first], kinds[second]);
        kinds[second] = kinds[count - 1];
    }

    private static (int Rows, int Columns) Union((int Rows, int Columns) a, (int Rows, int Columns) b) =>
        (a.Rows | b.Rows, a.Columns | b.Columns);

    private static int Size((int Rows, int Columns) kind) =>
        BitOperations.PopCount((uint)kind.Rows) * BitOperations.PopCount((uint)kind.Columns);
}
