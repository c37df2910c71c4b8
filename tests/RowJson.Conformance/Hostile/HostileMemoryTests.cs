using System.Buffers;
using System.Runtime.InteropServices;
using System.Text.Encodings.Web;
using System.Text.Json;
using RowJson.Fuzz;

namespace RowJson.Conformance;

/// <summary>Everything that reads or writes memory by address, with input and output beside pages that may not be touched.</summary>
[EachVectorLevel]
public class HostileMemoryTests
{
#if DEBUG
    private const int Rounds = 200;
#else
    private const int Rounds = 2000;
#endif

    private static readonly JsonDocumentOptions Lenient = new() { AllowTrailingCommas = true, CommentHandling = JsonCommentHandling.Skip };

    /// <summary>A formatter of scalars.</summary>
    private delegate int Formatter<in T>(ref byte destination, T value);

    public static TheoryData<string> Encoders => [.. TestEncoders.All.Keys];

    [Fact]
    public void Format_anyScalar_writesWithinItsRoom()
    {
        Check<int>(IntegerFormatter.Format, IntegerFormatter.Room);
        Check<uint>(IntegerFormatter.Format, IntegerFormatter.Room);
        Check<long>(IntegerFormatter.Format, IntegerFormatter.Room);
        Check<ulong>(IntegerFormatter.Format, IntegerFormatter.Room);
        Check<short>(IntegerFormatter.Format, IntegerFormatter.Room);
        Check<ushort>(IntegerFormatter.Format, IntegerFormatter.Room);
        Check<byte>(IntegerFormatter.Format, IntegerFormatter.Room);
        Check<sbyte>(IntegerFormatter.Format, IntegerFormatter.Room);
        Check<double>(DoubleFormatter.Format, DoubleFormatter.Room);
        Check<float>(SingleFormatter.Format, SingleFormatter.Room);
        Check<Half>(HalfFormatter.Format, HalfFormatter.Room);
        Check<decimal>(DecimalFormatter.Format, DecimalFormatter.Room);
        Check<DateTime>(DateTimeFormatter.Format, DateTimeFormatter.Room);
        Check<DateTimeOffset>(DateTimeFormatter.Format, DateTimeFormatter.Room);
        Check<DateOnly>(DateTimeFormatter.Format, DateTimeFormatter.Room);
        Check<TimeOnly>(DateTimeFormatter.Format, DateTimeFormatter.Room);
        Check<TimeSpan>(DateTimeFormatter.Format, DateTimeFormatter.Room);
        Check<Guid>(GuidFormatter.Format, GuidFormatter.Room);
    }

    [Fact]
    public void Format_dateTornByAnotherThread_failsWhereItIsNone()
    {
        // Two words that are read half old, half new: a date near the end of time with the offset of another.
        using var memory = new GuardedMemory(4096);
        DateTimeOffset[] values =
        [
            DateTimeOffset.MaxValue, DateTimeOffset.MinValue,
            new(2024, 2, 29, 0, 0, 0, TimeSpan.FromHours(14)), new(2024, 2, 29, 0, 0, 0, TimeSpan.FromHours(-14)),
        ];
        int refused = 0;
        foreach (DateTimeOffset first in values)
        {
            foreach (DateTimeOffset second in values)
            {
                DateTimeOffset torn = Torn(first, second);
                bool isDate = (ulong)(torn.UtcTicks + torn.Offset.Ticks) <= (ulong)DateTime.MaxValue.Ticks;
                Func<int> format = () => DateTimeFormatter.Format(ref memory.AtEnd(DateTimeFormatter.Room)[0], torn);
                if (!isDate) format.Should().Throw<InvalidOperationException>().WithMessage("*while it was read*");
                else Same.Bytes(memory.AtEnd(DateTimeFormatter.Room)[..format()], JsonSerializer.SerializeToUtf8Bytes(torn), "a torn date");
                refused += isDate ? 0 : 1;
            }
        }
        refused.Should().Be(2, "the end of time is no later in the east, and its beginning no earlier in the west");
    }

    [Theory]
    [MemberData(nameof(Encoders))]
    public void WriteQuoted_randomTextsBetweenProtectedPages_matchesTheWriter(string encoder)
    {
        JavaScriptEncoder? instance = TestEncoders.All[encoder];
        var escapes = new EscapeTable(instance);
        using var memory = new GuardedMemory(300_000);
        var draw = new Draw(1);
        var expected = new ArrayBufferWriter<byte>();
        var actual = new ArrayBufferWriter<byte>();
        for (int round = 0; round < Rounds; round++)
        {
            string text = FuzzText.NextAny(draw);
            ReadOnlySpan<byte> bytes = MemoryMarshal.AsBytes(text.AsSpan());
            Span<byte> copy = round % 3 == 0 ? memory.CopyAtStart(bytes) : memory.CopyAtEnd(bytes);
            expected.ResetWrittenCount();
            using (var writer = new Utf8JsonWriter(expected, new JsonWriterOptions { Encoder = instance })) writer.WriteStringValue(text);
            actual.ResetWrittenCount();
            var sink = new StrictWriter(StrictMemory.Protected, actual);
            var output = new Utf8Output(ArrayPool<byte>.Shared, 1 + draw.Below(100), BufferSizes.Tiny);
            output.EndRow(StringEncoder.WriteQuoted(output, output.Open(sink), MemoryMarshal.Cast<byte, char>(copy), escapes));
            output.Commit();
            output.Close();
            Same.Bytes(actual.WrittenSpan, expected.WrittenSpan, $"{encoder}, round {round}");
        }
    }

    [Theory]
    [Trait("Speed", "Slow")]
    [MemberData(nameof(Encoders))]
    public void Write_documentsBetweenProtectedPages_matchesJsonSerializer(string encoder)
    {
        using var memory = new GuardedMemory(1 << 20);
        var serializer = new JsonSerializerOptions { Encoder = TestEncoders.All[encoder] };
        JsonRowOptions[] options =
        [
            new() { SerializerOptions = serializer, Sizes = BufferSizes.Tiny },
            new() { SerializerOptions = serializer, Sizes = BufferSizes.Default with { ColdText = 0 } },
            new() { SerializerOptions = serializer, Sizes = BufferSizes.Tiny, OmitNulls = true },
        ];
        var draw = new Draw(2);
        int compared = 0;
        for (int round = 0; round < Rounds / 10; round++)
        {
            byte[] text = JsonTextMaker.Next(draw).Utf8;
            if (text.Length > memory.Capacity) continue;
            Memory<byte> copy = memory.Memory(text.Length, isAtEnd: round % 3 != 0);
            text.CopyTo(copy);
            if (TryParse(copy) is not { } document) continue;
            using (document)
            {
                // With cells left out, that it ends and stays inside is all that is checked here.
                Expected expected = ExpectedOf(document, serializer);
                CheckWrite(document, options[0], expected, encoder);
                CheckWrite(document, options[1], expected, encoder);
                WriteOrFail(document, options[2]);
            }
            compared++;
        }
        compared.Should().BeGreaterThan(Rounds / 50);
    }

    [Fact]
    public void Write_rawTextAndBytesBetweenProtectedPages_areCopied()
    {
        using var memory = new GuardedMemory(8192);
        var draw = new Draw(3);
        for (int length = 0; length <= 400; length++)
        {
            Memory<byte> bytes = memory.Memory(length, isAtEnd: length % 2 == 0);
            foreach (ref byte value in bytes.Span) value = (byte)draw.Bits();
            List<Dictionary<string, object?>> rows = [new() { ["bytes"] = (ReadOnlyMemory<byte>)bytes, ["same"] = (Memory<byte>)bytes }];
            Same.Bytes(Protected(JsonRows.From(rows)), JsonSerializer.SerializeToUtf8Bytes(rows), $"{length} bytes");

            Memory<byte> json = memory.Memory(length + 2, isAtEnd: length % 2 == 0);
            json.Span.Fill((byte)'x');
            json.Span[0] = json.Span[^1] = (byte)'"';
            List<RawJson> raw = [new(json)];
            Same.Bytes(Protected(JsonRows.From(raw)), [(byte)'[', .. json.Span, (byte)']'], $"raw text of {length}");
        }
    }

    [Fact]
    public void Of_nameBetweenProtectedPages_readsNothingOutside()
    {
        using var memory = new GuardedMemory(4096);
        NameHash hash = NameHash.Create();
        for (int length = 0; length <= 300; length++)
        {
            string name = new('n', length);
            ReadOnlySpan<byte> bytes = MemoryMarshal.AsBytes(name.AsSpan());
            hash.Of(MemoryMarshal.Cast<byte, char>(memory.CopyAtEnd(bytes))).Should().Be(hash.Of(name));
            hash.Of(MemoryMarshal.Cast<byte, char>(memory.CopyAtStart(bytes))).Should().Be(hash.Of(name));
        }
    }

    private static void Check<T>(Formatter<T> format, int room)
    {
        using var memory = new GuardedMemory(4096);
        ValueKind kind = ValueKind.Typed.Single(kind => kind.Type == typeof(T));
        var draw = new Draw(4);
        for (int i = 0; i < Rounds; i++)
        {
            var value = (T)kind.Next(draw)!;
            Span<byte> destination = i % 2 == 0 ? memory.AtEnd(room) : memory.AtStart(room);
            int length = format(ref destination[0], value);
            Same.Bytes(destination[..length], JsonSerializer.SerializeToUtf8Bytes(value), $"{typeof(T)} {value}");
        }
    }

    /// <summary>The first word of one value, the second of another.</summary>
    private static DateTimeOffset Torn(DateTimeOffset first, DateTimeOffset second)
    {
        Span<ulong> words = MemoryMarshal.Cast<DateTimeOffset, ulong>(new Span<DateTimeOffset>(ref first));
        words[1] = MemoryMarshal.Cast<DateTimeOffset, ulong>(new Span<DateTimeOffset>(ref second))[1];
        return first;
    }

    private static JsonDocument? TryParse(Memory<byte> text)
    {
        try
        {
            return JsonDocument.Parse(text, Lenient);
        }
        catch (JsonException)
        {
            return null;
        }
    }

    private static Expected ExpectedOf(JsonDocument document, JsonSerializerOptions serializer)
    {
        try
        {
            return new Expected(JsonSerializer.SerializeToUtf8Bytes(document.RootElement, serializer), null, null);
        }
        catch (Exception exception) when (Verdict.IsRefusal(exception))
        {
            return new Expected([], exception, null);
        }
    }

    private static void CheckWrite(JsonDocument document, JsonRowOptions options, Expected expected, string encoder)
    {
        var actual = new ArrayBufferWriter<byte>();
        Exception? failure = Write(document, options, actual);
        Verdict.Compare(actual.WrittenSpan, failure, expected).Should().BeNull("of {0}", encoder);
    }

    private static void WriteOrFail(JsonDocument document, JsonRowOptions options) =>
        FluentActions.Invoking(() => Write(document, options, new ArrayBufferWriter<byte>())).Should().NotThrow();

    private static JsonRowException? Write(JsonDocument document, JsonRowOptions options, ArrayBufferWriter<byte> output)
    {
        var sink = new StrictWriter(StrictMemory.Protected, output);
        try
        {
            JsonRows.From(document).WriteTo(sink, options);
            return null;
        }
        catch (JsonRowException exception)
        {
            return exception;
        }
    }

    private static ReadOnlySpan<byte> Protected(JsonRows rows)
    {
        var output = new ArrayBufferWriter<byte>();
        var sink = new StrictWriter(StrictMemory.Protected, output);
        rows.WriteTo(sink, new JsonRowOptions { Sizes = BufferSizes.Tiny });
        return output.WrittenSpan;
    }
}
