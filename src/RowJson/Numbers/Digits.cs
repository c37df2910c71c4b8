using System.Buffers.Binary;

namespace RowJson;

// Decimal digits as bytes: the building blocks of every formatter of numbers, dates and times.
// Words of digits hold the first digit in the lowest byte, as a little-endian store writes them; Store does the same on any machine.
internal static class Digits
{
    public const int WordLength = sizeof(ulong);

    // 10^4 and 10^8: how many numbers half a word of digits can hold, and a whole one.
    public const uint TenThousand = 10_000, HundredMillion = 100_000_000;

    // Eight times '0': added to a word of digits it makes them text.
    public const ulong EightZeros = 0x3030303030303030;

    // The texts of 00 to 99: 100 × 2 bytes.
    private static ReadOnlySpan<byte> Pairs =>
        "00010203040506070809"u8 +
        "10111213141516171819"u8 +
        "20212223242526272829"u8 +
        "30313233343536373839"u8 +
        "40414243444546474849"u8 +
        "50515253545556575859"u8 +
        "60616263646566676869"u8 +
        "70717273747576777879"u8 +
        "80818283848586878889"u8 +
        "90919293949596979899"u8;

    // 10^0 to 10^19: all that fit in 64 bits.
    public static ReadOnlySpan<ulong> PowersOfTen =>
    [
        1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
        10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000,
        1_000_000_000_000_000, 10_000_000_000_000_000, 100_000_000_000_000_000, 1_000_000_000_000_000_000,
        10_000_000_000_000_000_000,
    ];

    // Writes a number below 100 as two bytes.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void StorePair(ref byte destination, uint value)
    {
        Debug.Assert(value < 100);
        ref byte pair = ref Unsafe.Add(ref MemoryMarshal.GetReference(Pairs), value * 2);
        Unsafe.WriteUnaligned(ref destination, Unsafe.ReadUnaligned<ushort>(ref pair));
    }

    // Writes a number below 10,000 as four bytes.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void StoreFour(ref byte destination, uint value)
    {
        uint high = value / 100;
        StorePair(ref destination, high);
        StorePair(ref Unsafe.Add(ref destination, 2), value - high * 100);
    }

    // The eight digits (0 to 9 each, leading zeros included) of a number below 10^8.
    // Three rounds of division on all lanes of one register at once: by 10^4 into two lanes of 32 bits, by 100 into four of 16, by 10 into
    // eight of 8. A round is (x << width) - q·((divisor << width) - 1), that is ((x - q·divisor) << width) + q: the remainder in the upper
    // and the quotient in the lower half of each lane, with one multiplication.
    //     value                                        12345678
    //     fours                         5678               1234
    //     twos                  78        56         34      12
    //     digits             8   7    6    5    4    3    2   1      the first digit in the lowest byte
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Eight(uint value)
    {
        Debug.Assert(value < HundredMillion);
        uint high = value / TenThousand;
        ulong fours = ((ulong)value << 32) - high * (((ulong)TenThousand << 32) - 1);

        // 10,486 = ceil(2^20 / 100): its error, 0.24 / 2^20 of the number, is under 1/100 below 10,000.
        ulong hundreds = ((fours * 10_486) >> 20) & 0x0000_007F_0000_007F;
        ulong twos = (fours << 16) - hundreds * ((100UL << 16) - 1);

        // 103 = ceil(2^10 / 10): its error, 0.6 / 2^10 of the number, is under 1/10 below 100.
        ulong tens = ((twos * 103) >> 10) & 0x000F_000F_000F_000F;
        return (twos << 8) - tens * ((10UL << 8) - 1);
    }

    // How many digits of a word are left without the zeros at its end: 0 for a word of zeros.
    // The last digit is in the highest byte, so zeros at the end are leading zeros of the word:
    //     digits 34000000       00 00 00 00 00 00 04 03      6 bytes and 5 bits: 53 bits, 53 / 8 = 6, 8 - 6 = 2
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int CountWithoutTrailingZeros(ulong digits) => WordLength - (BitOperations.LeadingZeroCount(digits) >> 3);

    // Writes eight bytes, the lowest one first.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Store(ref byte destination, ulong word) =>
        Unsafe.WriteUnaligned(ref destination, BitConverter.IsLittleEndian ? word : BinaryPrimitives.ReverseEndianness(word));
}
