using System.Runtime.CompilerServices;

namespace RowJson.Benchmarks;

/// <summary>What one writes by hand for cells of a type, and what the framework takes for their text alone.</summary>
internal interface ICellCode<T>
{
    /// <summary>Writes a name and a value.</summary>
    static abstract void Write(Utf8JsonWriter writer, JsonEncodedText name, T value);

    /// <summary>Reads a value by the getter of its type.</summary>
    static abstract T Read(DbDataReader reader, int ordinal);

    /// <summary>Formats a value by the framework, without quotes; returns the length of the text.</summary>
    static virtual int Format(T value, Span<byte> destination) => throw new NotSupportedException();
}

internal readonly struct BooleanCode : ICellCode<bool>
{
    public static void Write(Utf8JsonWriter writer, JsonEncodedText name, bool value) => writer.WriteBoolean(name, value);
    public static bool Read(DbDataReader reader, int ordinal) => reader.GetBoolean(ordinal);
}

internal readonly struct Int32Code : ICellCode<int>
{
    public static void Write(Utf8JsonWriter writer, JsonEncodedText name, int value) => writer.WriteNumber(name, value);
    public static int Read(DbDataReader reader, int ordinal) => reader.GetInt32(ordinal);
    public static int Format(int value, Span<byte> destination) => Framework.Format(value, destination);
}

internal readonly struct Int64Code : ICellCode<long>
{
    public static void Write(Utf8JsonWriter writer, JsonEncodedText name, long value) => writer.WriteNumber(name, value);
    public static long Read(DbDataReader reader, int ordinal) => reader.GetInt64(ordinal);
    public static int Format(long value, Span<byte> destination) => Framework.Format(value, destination);
}

internal readonly struct DoubleCode : ICellCode<double>
{
    public static void Write(Utf8JsonWriter writer, JsonEncodedText name, double value) => writer.WriteNumber(name, value);
    public static double Read(DbDataReader reader, int ordinal) => reader.GetDouble(ordinal);
    public static int Format(double value, Span<byte> destination) => Framework.Format(value, destination);
}

internal readonly struct SingleCode : ICellCode<float>
{
    public static void Write(Utf8JsonWriter writer, JsonEncodedText name, float value) => writer.WriteNumber(name, value);
    public static float Read(DbDataReader reader, int ordinal) => reader.GetFloat(ordinal);
    public static int Format(float value, Span<byte> destination) => Framework.Format(value, destination);
}

internal readonly struct DecimalCode : ICellCode<decimal>
{
    public static void Write(Utf8JsonWriter writer, JsonEncodedText name, decimal value) => writer.WriteNumber(name, value);
    public static decimal Read(DbDataReader reader, int ordinal) => reader.GetDecimal(ordinal);
    public static int Format(decimal value, Span<byte> destination) => Framework.Format(value, destination);
}

internal readonly struct DateTimeCode : ICellCode<DateTime>
{
    public static void Write(Utf8JsonWriter writer, JsonEncodedText name, DateTime value) => writer.WriteString(name, value);
    public static DateTime Read(DbDataReader reader, int ordinal) => reader.GetDateTime(ordinal);
    public static int Format(DateTime value, Span<byte> destination) => Framework.Format(value, destination, "s");
}

internal readonly struct GuidCode : ICellCode<Guid>
{
    public static void Write(Utf8JsonWriter writer, JsonEncodedText name, Guid value) => writer.WriteString(name, value);
    public static Guid Read(DbDataReader reader, int ordinal) => reader.GetGuid(ordinal);
    public static int Format(Guid value, Span<byte> destination) => Framework.Format(value, destination);
}

/// <summary>Texts: the framework's part is to transcode them, without looking for what is escaped.</summary>
internal readonly struct TextCode : ICellCode<string?>
{
    public static void Write(Utf8JsonWriter writer, JsonEncodedText name, string? value) => writer.WriteString(name, value);
    public static string? Read(DbDataReader reader, int ordinal) => reader.GetString(ordinal);
    public static int Format(string? value, Span<byte> destination) => Encoding.UTF8.GetBytes(value, destination);
}

/// <summary>The framework's formatter of a type.</summary>
internal static class Framework
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Format<T>(T value, Span<byte> destination, ReadOnlySpan<char> format = default) where T : IUtf8SpanFormattable
    {
        value.TryFormat(destination, out int length, format, CultureInfo.InvariantCulture);
        return length;
    }
}

/// <summary>A row of ten cells of one kind.</summary>
internal sealed class CellRow<T>(T[] values)
{
    /// <summary>How many cells a row has.</summary>
    public const int Count = 10;
    public T Alpha { get; } = values[0];
    public T Bravo { get; } = values[1];
    public T Charlie { get; } = values[2];
    public T Delta { get; } = values[3];
    public T Echo { get; } = values[4];
    public T Foxtrot { get; } = values[5];
    public T Golf { get; } = values[6];
    public T Hotel { get; } = values[7];
    public T India { get; } = values[8];
    public T Juliett { get; } = values[9];

    /// <summary>The names of the cells in their order: the same strings for every row, as a query's columns are.</summary>
    public static string[] Names { get; } =
    [
        nameof(Alpha), nameof(Bravo), nameof(Charlie), nameof(Delta), nameof(Echo),
        nameof(Foxtrot), nameof(Golf), nameof(Hotel), nameof(India), nameof(Juliett),
    ];
}

/// <summary>A reader over rows of <see cref="CellRow{T}.Count"/> values of one type, in memory. A getter is an array look-up: nothing is boxed or
/// allocated. <see cref="Rewind"/> makes it readable again.</summary>
internal sealed class CellReader<T>(T[] values) : MemoryReader
{
    private int _first = -CellRow<T>.Count;
    public override int FieldCount => CellRow<T>.Count;
    public override bool HasRows => values.Length > 0;
    public void Rewind() => _first = -CellRow<T>.Count;
    public override bool Read() => (_first += CellRow<T>.Count) < values.Length;
    public override string GetName(int ordinal) => CellRow<T>.Names[ordinal];
    public override Type GetFieldType(int ordinal) => typeof(T);
    public override bool IsDBNull(int ordinal) => values[_first + ordinal] is null;
    public override object GetValue(int ordinal) => (object?)values[_first + ordinal] ?? DBNull.Value;
    public override TValue GetFieldValue<TValue>(int ordinal) => Get<TValue>(ordinal);
    public override string GetString(int ordinal) => Get<string>(ordinal);
    public override bool GetBoolean(int ordinal) => Get<bool>(ordinal);
    public override int GetInt32(int ordinal) => Get<int>(ordinal);
    public override long GetInt64(int ordinal) => Get<long>(ordinal);
    public override double GetDouble(int ordinal) => Get<double>(ordinal);
    public override float GetFloat(int ordinal) => Get<float>(ordinal);
    public override decimal GetDecimal(int ordinal) => Get<decimal>(ordinal);
    public override DateTime GetDateTime(int ordinal) => Get<DateTime>(ordinal);
    public override Guid GetGuid(int ordinal) => Get<Guid>(ordinal);

    // The test is a constant of code that is compiled for both types.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private TValue Get<TValue>(int ordinal) =>
        typeof(TValue) == typeof(T) ? Unsafe.As<T, TValue>(ref values[_first + ordinal]) : throw OtherType();
}
