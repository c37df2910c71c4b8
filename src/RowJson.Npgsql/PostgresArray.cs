using System.Buffers;
using System.Buffers.Binary;

namespace RowJson.Npgsql;

// An array as the server sends it, in integers of 32 bits, the highest byte first:
//     dimensions, flags, the elements' type                          2  0  25
//     elements and lower bound of each dimension                     1  1   2  1
//     length and bytes of each element, the length -1 for null       1  a  -1
// An empty one has no dimensions.
internal static class PostgresArray
{
    // The highest byte of the number of dimensions. No text has it.
    public const byte FirstByte = 0;

    private const int IntegerLength = sizeof(int), HeaderLength = 3 * IntegerLength, DimensionLength = 2 * IntegerLength;

    // The server's limit.
    private const int MaxDimensions = 6;

    // Writes an array of texts; false, with nothing written, if they are not UTF-8. The bytes are changed.
    public static bool TryWrite(Span<byte> array, DbCellWriter cells)
    {
        Span<int> dimensions = stackalloc int[MaxDimensions];
        int rank = ReadInteger(array);
        int count = rank == 0 ? 0 : 1;
        for (int i = 0; i < rank; i++)
        {
            dimensions[i] = ReadInteger(array[(HeaderLength + i * DimensionLength)..]);
            count = checked(count * dimensions[i]);
        }
        if (rank == 0) dimensions[rank++] = 0;
        else array = array[(HeaderLength + rank * DimensionLength)..];
        int[] lengths = ArrayPool<int>.Shared.Rent(count);
        try
        {
            Span<byte> texts = MoveTogether(array, lengths.AsSpan(0, count));
            return cells.TryWriteTextArray(texts, lengths.AsSpan(0, count), dimensions[..rank]);
        }
        finally
        {
            ArrayPool<int>.Shared.Return(lengths);
        }
    }

    // Moves the texts of the elements together at the beginning, and gives the length of each.
    private static Span<byte> MoveTogether(Span<byte> elements, Span<int> lengths)
    {
        int read = 0;
        int written = 0;
        for (int i = 0; i < lengths.Length; i++)
        {
            int length = lengths[i] = ReadInteger(elements[read..]);
            read += IntegerLength;
            if (length <= 0) continue;
            elements.Slice(read, length).CopyTo(elements[written..]);
            read += length;
            written += length;
        }
        return elements[..written];
    }

    private static int ReadInteger(ReadOnlySpan<byte> bytes) => BinaryPrimitives.ReadInt32BigEndian(bytes);
}
