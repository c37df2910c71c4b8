using System.Runtime.InteropServices;
using System.Text;
using System.Text.Json;
using static RowJson.Tests.JsonTextSamples;

namespace RowJson.Tests;

[EachVectorLevel]
public class JsonTextCopierLimitsTests
{
    private const string Rows =
        """
        {"id":1,"name":"Müller, \u0041\/ <b>","t":"床前明月光，疑是地上霜。床前明月光"} , {"id":2,"a":[1,{"b":[]},],} ,/* , */
        [1,2,[3,"😀",[4]]],{},[],{"plain":"abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz","n":12345678}
        ,{"a":"x,","b":",]"},{"a":"]}{["}, {"a":"Съешь же ещё этих мягких французских булок"}
        , // last
        """;

    public static TheoryData<int> Separators => new((int)RowSeparator.None, (int)RowSeparator.Lines, (int)RowSeparator.LineBreaks);

    [Theory]
    [MemberData(nameof(Separators))]
    public void Copy_everyDestinationSize_goesOnWhereItStopped(int separator)
    {
        using JsonDocument document = Parse(Rows);
        for (int e = 0; e < EncodersUsed.Length; e++)
        {
            byte[] expected = Join(document, e, (RowSeparator)separator);
            foreach ((string level, CopyText copy) in Levels)
            {
                for (int size = 0; size <= 200; size++)
                {
                    (CopyStatus status, List<byte[]> batches) = CopyInSteps(
                        copy, Copiers[e], Inside(document.RootElement), new CopyLimits(int.MaxValue, 100, (RowSeparator)separator), () => size);
                    AssertSame(status, batches.Should().ContainSingle().Subject, expected, fails: false, () => $"{level} {EncodersUsed[e].Name} {size}");
                }
            }
        }
    }

    [Theory]
    [MemberData(nameof(Separators))]
    public void Copy_beforeAndAfterItIsWarm_writesTheSame(int separator)
    {
        using JsonDocument document = Parse(Rows);
        int length = Inside(document.RootElement).Length;
        for (int e = 0; e < EncodersUsed.Length; e++)
        {
            byte[] expected = Join(document, e, (RowSeparator)separator);
            // Twice cold, the rest of the calls warm.
            var copier = new JsonTextCopier(new EscapeTable(EncodersUsed[e].Encoder), coldLength: 2 * length);
            foreach ((string level, CopyText copy) in Levels)
            {
                for (int call = 0; call < 4; call++)
                {
                    (CopyStatus status, List<byte[]> batches) = CopyInSteps(
                        copy, copier, Inside(document.RootElement), new CopyLimits(int.MaxValue, 100, (RowSeparator)separator), () => 4000);
                    AssertSame(status, batches.Should().ContainSingle().Subject, expected, fails: false, () => $"{level} call {call}");
                }
            }
        }
    }

    [Theory]
    [MemberData(nameof(Separators))]
    public void Copy_everyBatchLength_stopsAfterTheNextRow(int separator)
    {
        using JsonDocument document = Parse(Rows);
        for (int e = 0; e < EncodersUsed.Length; e++)
        {
            byte[][] rows = [.. document.RootElement.EnumerateArray().Select(row => Expected(row, EncodersUsed[e].Encoder)!)];
            byte[] expected = Join(document, e, (RowSeparator)separator);
            foreach ((string level, CopyText copy) in Levels)
            {
                for (int length = 0; length <= expected.Length + 2; length++)
                {
                    (CopyStatus status, List<byte[]> batches) = CopyInSteps(
                        copy, Copiers[e], Inside(document.RootElement), new CopyLimits(length, 100, (RowSeparator)separator), () => 4000);
                    AssertSame(status, batches.SelectMany(p => p).ToArray(), expected, fails: false, () => $"{level} {EncodersUsed[e].Name} {length}");
                    batches.Select(p => p.Length).Should().Equal(BatchLengths(rows, ((RowSeparator)separator).Length(), length));
                }
            }
        }
    }

    /// <summary>A row many blocks long, whose brackets and escapes come when the batch has long been full.</summary>
    [Theory]
    [MemberData(nameof(Separators))]
    public void Copy_batchFullWithinLongRow_stopsAfterThatRow(int separator)
    {
        string plain = string.Concat(Enumerable.Range(0, 30).Select(i => $"\"name{i}\":{i * 12345},"));
        for (int shift = 0; shift <= TextBlock.Size; shift++)
        {
            string row = $"{{\"{new string('s', shift)}\":[{{}},[1]],{plain} \"e\":\"\\n}}]\",\"c\":\"床\",{plain}\"z\":{{\"y\":[[]]}} }}";
            using JsonDocument document = Parse($"{row},{row} , {{}},{row}");
            byte[] expected = Join(document, 0, (RowSeparator)separator);
            byte[][] rows = [.. document.RootElement.EnumerateArray().Select(r => Expected(r, EncodersUsed[0].Encoder)!)];
            foreach ((string level, CopyText copy) in Levels)
            {
                foreach (int length in (int[])[1, 64, 65, 66, 500, rows[0].Length - 1, rows[0].Length, rows[0].Length + 1, 2 * rows[0].Length])
                {
                    (CopyStatus status, List<byte[]> batches) = CopyInSteps(
                        copy, Copiers[0], Inside(document.RootElement), new CopyLimits(length, 100, (RowSeparator)separator), () => 10_000);
                    AssertSame(status, batches.SelectMany(p => p).ToArray(), expected, fails: false, () => $"{level} {shift} {length}");
                    batches.Select(p => p.Length).Should().Equal(BatchLengths(rows, ((RowSeparator)separator).Length(), length), $"{level} {shift} {length}");
                }
            }
        }
    }

    [Theory]
    [InlineData("1")]
    [InlineData("{},null")]
    [InlineData("[] , \"a\"")]
    [InlineData("{\"a\":1},{\"a\":2},-1,{}")]
    public void Copy_rowThatIsNoObjectOrArray_fallsBackWithSeparators(string inside)
    {
        foreach ((string level, CopyText copy) in Levels)
        {
            CopyAll(copy, Copiers[0], Encoding.UTF8.GetBytes(inside), new CopyLimits(int.MaxValue, 9, RowSeparator.Lines)).Status.Should().Be(CopyStatus.Fallback, level);
            CopyAll(copy, Copiers[0], Encoding.UTF8.GetBytes(inside), new CopyLimits(int.MaxValue, 9)).Status.Should().Be(CopyStatus.Done, level);
        }
    }

    [Fact]
    public void Copy_randomDocuments_sameBytesInAnySteps()
    {
        var random = new Random(20250711);
        for (int round = 0; round < 400; round++)
        {
            byte[] json = Encoding.UTF8.GetBytes(RandomJsonText.Array(random, random.Next(12)));
            Check(json, $"round {round}");

            using JsonDocument document = JsonDocument.Parse(json, Lenient);
            int e = round % EncodersUsed.Length;
            var separator = (RowSeparator)(round / 5 % 3);
            byte[] expected = Join(document, e, separator);
            var limits = new CopyLimits(random.Next(300), 100, separator);
            foreach ((string level, CopyText copy) in Levels)
            {
                int seed = random.Next();
                var sizes = new Random(seed);
                (CopyStatus status, List<byte[]> batches) = CopyInSteps(copy, Copiers[e], Inside(document.RootElement), limits, () => sizes.Next(200));
                AssertSame(status, batches.SelectMany(p => p).ToArray(), expected, fails: false, () => $"{level} {EncodersUsed[e].Name} round {round} seed {seed}");
            }
        }
    }

    [Fact]
    public void Copy_protectedPagesAround_areNotTouched()
    {
        using var sourceMemory = new GuardedMemory(4000);
        using var destinationMemory = new GuardedMemory(4000);
        string[] fills = ["a", " ", "\\n", "中", "ж", "<", "\\u4e2d", "😀"];
        for (int length = 0; length <= 300; length++)
        {
            string fill = fills[length % fills.Length];
            string text = length % 3 == 0 ? $"[1,{new string(' ', length)}\"{fill}\"]" : $"\"{new string('a', length % 70)}{string.Concat(Enumerable.Repeat(fill, length / 6))}{new string('b', length % 7)}\"";
            using JsonDocument document = JsonDocument.Parse(text);
            byte[] utf8 = Encoding.UTF8.GetBytes(text);
            for (int e = 0; e < EncodersUsed.Length; e++)
            {
                byte[] expected = Expected(document.RootElement, EncodersUsed[e].Encoder)!;
                foreach ((string level, CopyText copy) in Levels)
                {
                    Guarded(copy, Copiers[e], sourceMemory.CopyAtEnd(utf8), destinationMemory.AtEnd(expected.Length + JsonTextCopier.MinRoom), expected, $"{level} {text}");
                    Guarded(copy, Copiers[e], sourceMemory.CopyAtStart(utf8), destinationMemory.AtStart(expected.Length + JsonTextCopier.MinRoom), expected, $"{level} {text}");
                }
            }
        }
    }

    [DataSetTheory]
    [InlineData("nycflights13-flights-50k")]
    [InlineData("nycflights13-weather")]
    [InlineData("covid19-combined")]
    [InlineData("nonvoters-wide119")]
    [InlineData("nutrition-wide1093")]
    [InlineData("fakegen-small")]
    [InlineData("vega-football")]
    [InlineData("dsq-userdata")]
    [InlineData("vega-earthquakes-nested")]
    [InlineData("poet-cjk")]
    [InlineData("blns")]
    [InlineData("blns-rows")]
    [InlineData("duckdb-settings-ragged")]
    [InlineData("thanksgiving-longkeys")]
    public void Copy_dataSet_sameBytesInBatches(string name)
    {
        using JsonDocument document = JsonDocument.Parse(File.ReadAllBytes(Path.Combine(DataSets.Folder!, name + ".json")), Lenient);
        byte[] actual = new byte[JsonMarshal.GetRawUtf8Value(document.RootElement).Length * 3];
        for (int e = 0; e < EncodersUsed.Length; e += 1 + actual.Length / 10_000_000)
        {
            byte[] expected = Expected(document.RootElement, EncodersUsed[e].Encoder)!;
            foreach ((string level, CopyText copy) in Levels)
            {
                CopyStatus status = CopyInBatches(copy, Copiers[e], Inside(document.RootElement), actual, out int length);
                AssertSame(status, actual.AsSpan(0, length), expected.AsSpan()[1..^1], fails: false, () => $"{level} {EncodersUsed[e].Name}");
            }
        }
    }

    private static CopyStatus CopyInBatches(CopyText copy, JsonTextCopier copier, ReadOnlySpan<byte> source, Span<byte> destination, out int length)
    {
        var state = default(CopyState);
        length = 0;
        while (true)
        {
            Span<byte> batch = destination.Slice(length, Math.Min(32 * 1024, destination.Length - length));
            CopyStatus status = copy(copier, source, batch, ref state, new CopyLimits(30_000, 100), out int consumed, out int written);
            source = source[consumed..];
            length += written;
            if (status is CopyStatus.Done or CopyStatus.Fallback) return status;
        }
    }

    private static void Guarded(CopyText copy, JsonTextCopier copier, Span<byte> source, Span<byte> destination, byte[] expected, string because)
    {
        var state = default(CopyState);
        CopyStatus status = copy(copier, source, destination, ref state, NoLimits, out _, out int written);
        AssertSame(status, destination[..written], expected, fails: false, () => because);
    }

    private static JsonDocument Parse(string inside) => JsonDocument.Parse($"[{inside}\n]", Lenient);

    private static byte[] Join(JsonDocument document, int encoder, RowSeparator separator)
    {
        if (separator == RowSeparator.None) return Expected(document.RootElement, EncodersUsed[encoder].Encoder)![1..^1];
        byte[] between = separator == RowSeparator.Lines ? [(byte)'\n'] : [(byte)',', (byte)'\n'];
        IEnumerable<byte> joined = document.RootElement.EnumerateArray()
            .SelectMany((row, i) => (i == 0 ? [] : between).Concat(Expected(row, EncodersUsed[encoder].Encoder)!));
        return [.. joined];
    }

    /// <summary>A batch ends with the first row with which it is long enough; what follows the last such row is a batch too.</summary>
    private static List<int> BatchLengths(byte[][] rows, int separator, int least)
    {
        var lengths = new List<int>();
        int length = 0;
        for (int i = 0; i < rows.Length; i++)
        {
            length += rows[i].Length + (i == 0 ? 0 : separator);
            if (length < least) continue;
            lengths.Add(length);
            length = 0;
        }
        lengths.Add(length);
        return lengths;
    }
}

internal static class RowSeparatorLength
{
    public static int Length(this RowSeparator separator) => separator == RowSeparator.LineBreaks ? 2 : 1;
}
