namespace RowJson;

// Writes dates and times as JSON strings, quotes included, as System.Text.Json does.
// Points in time are ISO 8601-1 without the trailing zeros of the fraction; spans and times of day have the constant format c.
internal readonly struct DateTimeFormatter
    : IScalarFormatter<DateTime>, IScalarFormatter<DateTimeOffset>,
    IScalarFormatter<DateOnly>, IScalarFormatter<TimeOnly>, IScalarFormatter<TimeSpan>
{
    // What must be reserved: the longest text is "yyyy-MM-ddTHH:mm:ss.fffffff+hh:mm", 20 + 8 + 6 and a quote: 35, and every word is stored
    // within it. A span is at most "-10675199.02:48:05.4775808", 2 + 1 + 8 + 1 + 8 + 8 = 28.
    public const int Room = FractionOffset + FractionLength + OffsetLength + 1;

    // yyyy-MM-dd, and where its parts begin.
    private const int DateLength = DayOffset + 2, MonthOffset = 4 + 1, DayOffset = MonthOffset + 2 + 1;

    // HH:mm:ss, and where its parts begin.
    private const int TimeLength = SecondOffset + 2, MinuteOffset = 2 + 1, SecondOffset = MinuteOffset + 2 + 1;

    // The point and seven decimals: a word.
    private const int FractionLength = Digits.WordLength;

    // +hh:mm
    private const int OffsetLength = 1 + 2 + 1 + 2;

    // The text of a point in time: a quote and the date; T and the time; the fraction.
    private const int TimeSeparatorOffset = 1 + DateLength;
    private const int TimeOffset = TimeSeparatorOffset + 1;
    private const int FractionOffset = TimeOffset + TimeLength;

    public static int Format(ref byte destination, DateTime value)
    {
        int length = WriteDateAndTime(ref destination, value);
        if (value.Kind == DateTimeKind.Utc) Unsafe.Add(ref destination, length++) = (byte)'Z';
        else if (value.Kind == DateTimeKind.Local)
            length += WriteOffset(ref Unsafe.Add(ref destination, length), TimeZoneInfo.Local.GetUtcOffset(value));
        Unsafe.Add(ref destination, length) = (byte)'"';
        return length + 1;
    }

    public static int Format(ref byte destination, DateTimeOffset value)
    {
        DateTime clock = value.DateTime;
        // Read while another thread writes it, the value may mix two dates: a year of five digits would be looked up outside the tables.
        if ((ulong)clock.Ticks > (ulong)DateTime.MaxValue.Ticks) ThrowTorn();
        int length = WriteDateAndTime(ref destination, clock);
        length += WriteOffset(ref Unsafe.Add(ref destination, length), value.Offset);
        Unsafe.Add(ref destination, length) = (byte)'"';
        return length + 1;
    }

    public static int Format(ref byte destination, DateOnly value)
    {
        value.Deconstruct(out int year, out int month, out int day);
        destination = (byte)'"';
        WriteDate(ref Unsafe.Add(ref destination, 1), year, month, day);
        Unsafe.Add(ref destination, 1 + DateLength) = (byte)'"';
        return DateLength + 2;
    }

    public static int Format(ref byte destination, TimeOnly value)
    {
        destination = (byte)'"';
        int length = 1 + WriteTimeOfSpan(ref Unsafe.Add(ref destination, 1), (ulong)value.Ticks);
        Unsafe.Add(ref destination, length) = (byte)'"';
        return length + 1;
    }

    public static int Format(ref byte destination, TimeSpan value)
    {
        destination = (byte)'"';
        int length = 1;
        ulong ticks = (ulong)value.Ticks;
        if (value.Ticks < 0)
        {
            Unsafe.Add(ref destination, length++) = (byte)'-';
            ticks = 0 - ticks;
        }
        ulong days = ticks / TimeSpan.TicksPerDay;
        if (days > 0)
        {
            length += IntegerFormatter.Format(ref Unsafe.Add(ref destination, length), (uint)days);
            Unsafe.Add(ref destination, length++) = (byte)'.';
            ticks -= days * TimeSpan.TicksPerDay;
        }
        length += WriteTimeOfSpan(ref Unsafe.Add(ref destination, length), ticks);
        Unsafe.Add(ref destination, length) = (byte)'"';
        return length + 1;
    }

    // The opening quote, the date, the time, and the fraction without its trailing zeros.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int WriteDateAndTime(ref byte destination, DateTime value)
    {
        value.Deconstruct(out int year, out int month, out int day);
        destination = (byte)'"';
        WriteDate(ref Unsafe.Add(ref destination, 1), year, month, day);
        Unsafe.Add(ref destination, TimeSeparatorOffset) = (byte)'T';
        uint fraction = WriteTime(ref Unsafe.Add(ref destination, TimeOffset), (ulong)value.Ticks % TimeSpan.TicksPerDay);
        if (fraction == 0) return FractionOffset;
        return FractionOffset + WriteFraction(ref Unsafe.Add(ref destination, FractionOffset), fraction);
    }

    // yyyy-MM-dd
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void WriteDate(ref byte destination, int year, int month, int day)
    {
        Digits.StoreFour(ref destination, (uint)year);
        Unsafe.Add(ref destination, MonthOffset - 1) = (byte)'-';
        Digits.StorePair(ref Unsafe.Add(ref destination, MonthOffset), (uint)month);
        Unsafe.Add(ref destination, DayOffset - 1) = (byte)'-';
        Digits.StorePair(ref Unsafe.Add(ref destination, DayOffset), (uint)day);
    }

    // HH:mm:ss; returns the ticks within the second.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint WriteTime(ref byte destination, ulong ticksOfDay)
    {
        Debug.Assert(ticksOfDay < TimeSpan.TicksPerDay);
        uint seconds = (uint)(ticksOfDay / TimeSpan.TicksPerSecond);
        uint minutes = seconds / 60;
        uint hours = minutes / 60;
        Digits.StorePair(ref destination, hours);
        Unsafe.Add(ref destination, MinuteOffset - 1) = (byte)':';
        Digits.StorePair(ref Unsafe.Add(ref destination, MinuteOffset), minutes - hours * 60);
        Unsafe.Add(ref destination, SecondOffset - 1) = (byte)':';
        Digits.StorePair(ref Unsafe.Add(ref destination, SecondOffset), seconds - minutes * 60);
        return (uint)(ticksOfDay - (ulong)seconds * TimeSpan.TicksPerSecond);
    }

    // HH:mm:ss, and all seven decimals of the seconds unless they are zeros.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int WriteTimeOfSpan(ref byte destination, ulong ticksOfDay)
    {
        uint fraction = WriteTime(ref destination, ticksOfDay);
        if (fraction == 0) return TimeLength;
        WriteFraction(ref Unsafe.Add(ref destination, TimeLength), fraction);
        return TimeLength + FractionLength;
    }

    // The point and seven decimals. Returns how many of these bytes are left without the zeros at their end.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int WriteFraction(ref byte destination, uint ticks)
    {
        Debug.Assert(ticks is > 0 and < (uint)TimeSpan.TicksPerSecond);
        // A number of seven digits as eight: the leading zero is where the point goes.
        //   ticks 1234000     0 1 2 3 4 0 0 0
        //   written           . 1 2 3 4 0 0 0     5 bytes are left without the zeros
        const ulong PointAndZeros = (Digits.EightZeros & ~0xFFUL) | '.';
        ulong digits = Digits.Eight(ticks);
        Digits.Store(ref destination, digits | PointAndZeros);
        return Digits.CountWithoutTrailingZeros(digits);
    }

    [DoesNotReturn]
    private static void ThrowTorn() => throw new InvalidOperationException(
        "A DateTimeOffset was changed by another thread while it was read. Do not change values while they are written.");

    // +hh:mm
    private static int WriteOffset(ref byte destination, TimeSpan offset)
    {
        int minutes = (int)(offset.Ticks / TimeSpan.TicksPerMinute);
        destination = (byte)(minutes < 0 ? '-' : '+');
        uint magnitude = (uint)Math.Abs(minutes);
        uint hours = magnitude / 60;
        const int HoursOffset = 1;
        Digits.StorePair(ref Unsafe.Add(ref destination, HoursOffset), hours);
        Unsafe.Add(ref destination, HoursOffset + MinuteOffset - 1) = (byte)':';
        Digits.StorePair(ref Unsafe.Add(ref destination, HoursOffset + MinuteOffset), magnitude - hours * 60);
        return OffsetLength;
    }
}
