using System.Buffers;
using System.Text.Json;
using RowJson.Fuzz;

namespace RowJson.Conformance;

/// <summary>
/// Values that another thread changes while they are written: an exception, or old or new contents; never bytes outside of the buffer, and
/// no output that is taken for whole and is no JSON.
/// </summary>
[Collection(nameof(RunsAlone))]
public class HostileValuesTests
{
#if DEBUG
    private const int Writes = 200;
#else
    private const int Writes = 1000;
#endif

    private const int Count = 300;
    private const int Old = 1_111_111;
    private const int New = -22;

    /// <summary>What a case writes, how it changes, and what each cell may be.</summary>
    private sealed record Changing(JsonRows Rows, Action<int> Change, Action<JsonElement> Check);

    private sealed record Holder(int[] Numbers, List<int> List, byte[] Bytes, Memory<byte> Memory, Dictionary<string, int> Map);

    public static TheoryData<string> Cases => [.. Create().Keys];

    [Theory]
    [MemberData(nameof(Cases))]
    public void Write_valueThatAnotherThreadChanges_writesOldOrNewOrFails(string name)
    {
        Changing changing = Create()[name];
        bool isOver = false;
        var changer = new Thread(() =>
        {
            for (int i = 0; !Volatile.Read(ref isOver); i++) changing.Change(i);
        });
        changer.Start();
        try
        {
            foreach (JsonRowOptions options in new[] { new JsonRowOptions(),
                new JsonRowOptions { Sizes = BufferSizes.Tiny, ObjectAccess = ObjectAccess.Compiled } })
            {
                for (int i = 0; i < Writes; i++) TryWrite(changing, options);
            }
        }
        finally
        {
            Volatile.Write(ref isOver, true);
            changer.Join();
        }
        // Nothing changes any more: what is left can be written.
        TryWrite(changing, new JsonRowOptions()).Should().BeTrue();
    }

    [Fact]
    public void Write_documentWhoseTextAnotherThreadChanges_staysInside()
    {
        using var memory = new GuardedMemory(64 * 1024);
        byte[] text = JsonSerializer.SerializeToUtf8Bytes(
            Enumerable.Range(0, 200).Select(i => new { Id = i, Name = $"Grüße \"{i}\" <>", Items = new[] { i, i } }));
        Memory<byte> copy = memory.Memory(text.Length, isAtEnd: true);
        text.CopyTo(copy);
        using JsonDocument document = JsonDocument.Parse(copy);
        bool isOver = false;
        var changer = new Thread(() =>
        {
            var draw = new Draw(1);
            while (!Volatile.Read(ref isOver))
            {
                int at = draw.Below(text.Length);
                copy.Span[at] = draw.Chance(2) ? (byte)draw.Bits() : text[at];
            }
        });
        changer.Start();
        try
        {
            foreach (BufferSizes sizes in new[] { BufferSizes.Tiny, BufferSizes.Default, BufferSizes.Default with { ColdText = 0 } })
            {
                foreach (bool omits in new[] { false, true })
                {
                    var options = new JsonRowOptions { Sizes = sizes, OmitNulls = omits };
                    for (int i = 0; i < Writes / 5; i++) WriteOrFail(JsonRows.From(document), options, 20 * text.Length);
                }
            }
        }
        finally
        {
            Volatile.Write(ref isOver, true);
            changer.Join();
        }
    }

    private static bool TryWrite(Changing changing, JsonRowOptions options)
    {
        var output = new ArrayBufferWriter<byte>();
        var sink = new StrictWriter(StrictMemory.Exact, output);
        try
        {
            changing.Rows.WriteTo(sink, options);
        }
        catch (JsonRowException)
        {
            return false;
        }
        sink.Check();
        using JsonDocument document = JsonDocument.Parse(output.WrittenMemory);
        // Null is what a list shows of a row that is being removed.
        foreach (JsonElement row in document.RootElement.EnumerateArray().Where(row => row.ValueKind != JsonValueKind.Null))
            foreach (JsonProperty cell in row.EnumerateObject()) changing.Check(cell.Value);
        return true;
    }

    private static void WriteOrFail(JsonRows rows, JsonRowOptions options, int longest)
    {
        var output = new ArrayBufferWriter<byte>();
        var sink = new StrictWriter(StrictMemory.Protected, output);
        try
        {
            rows.WriteTo(sink, options);
        }
        catch (JsonRowException)
        {
            // The text is none any more.
        }
        output.WrittenCount.Should().BeLessThan(longest);
    }

    private static Dictionary<string, Changing> Create()
    {
        int[] numbers = [.. Enumerable.Repeat(Old, Count)];
        List<int> list = [.. numbers];
        byte[] bytes = new byte[Count];
        Dictionary<string, int> map = Enumerable.Range(0, 20).ToDictionary(i => $"key {i}", _ => Old);
        var holder = new Holder(numbers, list, bytes, bytes, map);
        Dictionary<string, object?> row = map.ToDictionary(cell => cell.Key, object? (cell) => cell.Value);
        List<Dictionary<string, object?>> rows = [.. Enumerable.Repeat(row, 50)];
        List<Dictionary<string, int>> typed = [map, map, map];
        List<Holder> holders = [holder, holder];
        Holder[] bytesOnly = [new([], [], bytes, bytes, [])];
        List<Dictionary<string, object?>> ofArray = [new() { ["a"] = numbers }];
        List<Dictionary<string, object?>> ofList = [new() { ["a"] = list }];
        List<Dictionary<string, object?>> ofMemory = [new() { ["a"] = (Memory<byte>)bytes, ["b"] = bytes }];
        void FillNumbers(int step) => Array.Fill(numbers, step % 2 == 0 ? New : Old);
        void FillBytes(int step) => Array.Fill(bytes, (byte)(step % 2 == 0 ? 0xFF : 0));
        return new()
        {
            ["array"] = new(JsonRows.From(holders.Where(_ => true)), FillNumbers, IsOldOrNew),
            ["array in a dictionary"] = new(JsonRows.From(ofArray), FillNumbers, IsOldOrNew),
            ["list"] = new(JsonRows.From(holders), step => ChangeList(list, step), IsOldOrNew),
            ["list in a dictionary"] = new(JsonRows.From(ofList), step => ChangeList(list, step), IsOldOrNew),
            ["bytes"] = new(JsonRows.From(bytesOnly), FillBytes, AreBytes),
            ["memory"] = new(JsonRows.From(ofMemory), FillBytes, AreBytes),
            ["dictionary in an object"] = new(JsonRows.From(holders), step => ChangeMap(map, step, New), IsOldOrNew),
            ["dictionary of one type"] = new(JsonRows.From(typed), step => ChangeMap(map, step, New), IsOldOrNew),
            ["dictionary"] = new(JsonRows.From(rows), step => ChangeMap(row, step, New), IsOldOrNew),
            ["list of rows"] = new(JsonRows.From(rows), step => ChangeRows(rows, row, step), IsOldOrNew),
        };
    }

    private static void ChangeList(List<int> list, int step)
    {
        switch (step % 4)
        {
            case 0: list.Clear(); break;
            case 1: list.AddRange(Enumerable.Repeat(step % 8 < 4 ? Old : New, Count)); break;
            case 2: list.RemoveRange(list.Count / 2, list.Count - list.Count / 2); break;
            default: list.Capacity = list.Count; break;
        }
    }

    private static void ChangeMap<T>(Dictionary<string, T> map, int step, T value)
    {
        if (step % 3 == 0) map.Remove($"key {step % 20}");
        else map[$"key {step % 20}"] = value;
    }

    private static void ChangeRows(List<Dictionary<string, object?>> rows, Dictionary<string, object?> row, int step)
    {
        if (step % 2 == 0) rows.RemoveRange(rows.Count / 2, rows.Count - rows.Count / 2);
        else rows.AddRange(Enumerable.Repeat(row, 50 - rows.Count));
    }

    /// <summary>
    /// Zero is what the new array of a list that grows holds until it is filled, and null what a dictionary shows of an entry that is
    /// being removed.
    /// </summary>
    private static void IsOldOrNew(JsonElement value)
    {
        if (value.ValueKind == JsonValueKind.Null) return;
        if (value.ValueKind == JsonValueKind.Array) foreach (JsonElement item in value.EnumerateArray()) IsOldOrNew(item);
        else if (value.ValueKind == JsonValueKind.Object) foreach (JsonProperty item in value.EnumerateObject()) IsOldOrNew(item.Value);
        else if (value.ValueKind == JsonValueKind.String) AreBytes(value);
        else if (value.GetInt32() is not (Old or New or 0)) Assert.Fail($"{value} is neither old nor new.");
    }

    private static void AreBytes(JsonElement value)
    {
        if (value.ValueKind != JsonValueKind.String) return;
        byte[] bytes = value.GetBytesFromBase64();
        if (bytes.Length != Count || bytes.AsSpan().ContainsAnyExcept((byte)0, (byte)0xFF)) Assert.Fail("Bytes are neither old nor new.");
    }
}
