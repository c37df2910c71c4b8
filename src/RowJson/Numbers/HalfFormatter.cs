namespace RowJson;

// Writes finite numbers of 16 bits with the shortest digits that read back as the same number, as the framework does.
internal readonly struct HalfFormatter : IScalarFormatter<Half>
{
    // The longest text: a sign, a point, five digits and an exponent, -6.1035E-05.
    public const int MaxLength = 1 + 1 + 5 + 4;

    // What must be reserved: the framework does not exceed its span.
    public const int Room = MaxLength;

    public static int Format(ref byte destination, Half value) => RuntimeNumbers.Format(ref destination, Room, value);
}
