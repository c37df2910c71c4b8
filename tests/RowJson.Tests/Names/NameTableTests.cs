using System.Text.Encodings.Web;

namespace RowJson.Tests;

public class NameTableTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    [InlineData(64)]
    public void Remove_anyName_leavesTheOthersInReach(int homes)
    {
        // Hashes by hand: names pile up at the end of the table and go on at its start.
        var random = new Random(homes);
        var slots = new EncodedName?[64];
        var present = new List<EncodedName>();
        for (int step = 0; step < 5000; step++)
        {
            if (present.Count < 15 && random.Next(2) == 0)
            {
                uint hash = (uint)(64 - homes / 2 + random.Next(homes)) + 64 * (uint)random.Next(1000);
                var name = new EncodedName($"n{step}", null, step + 1, JavaScriptEncoder.Default) { Hash = hash };
                int free = NameTable.SlotOf(slots, name.Key, hash);
                slots[free].Should().BeNull();
                slots[free] = name;
                present.Add(name);
            }
            else if (present.Count > 0)
            {
                EncodedName name = present[random.Next(present.Count)];
                present.Remove(name);
                NameTable.Remove(slots, NameTable.SlotOf(slots, name.Key, name.Hash));
            }
            slots.Count(name => name is not null).Should().Be(present.Count);
            foreach (EncodedName name in present) slots[NameTable.SlotOf(slots, name.Key, name.Hash)].Should().BeSameAs(name);
        }
    }

    [Fact]
    public void SlotOf_tooManyNamesOfOneHash_givesUp()
    {
        var slots = new EncodedName?[256];
        for (int i = 0; i < NameTable.MaxProbes; i++)
            slots[NameTable.SlotOf(slots, $"n{i}", 200)] = new EncodedName($"n{i}", null, i + 1, JavaScriptEncoder.Default) { Hash = 200 };

        NameTable.SlotOf(slots, "one more", 200).Should().Be(-1);
        EncodedName?[] larger = NameTable.Enlarge(slots);
        larger.Length.Should().Be(512);
        larger.Count(name => name is not null).Should().Be(NameTable.MaxProbes);
    }

    [Fact]
    public void ProbesOf_namesOfOneHash_countsTheSlotsThatALookUpReads()
    {
        var slots = new EncodedName?[256];
        for (int i = 0; i < NameTable.MaxProbes; i++)
        {
            // Found in the first empty slot, and with the same hash or another one no earlier.
            NameTable.ProbesOf(slots, $"n{i}", 250).Should().Be(i + 1);
            slots[NameTable.SlotOf(slots, $"n{i}", 250)] = new EncodedName($"n{i}", null, i + 1, JavaScriptEncoder.Default) { Hash = 250 };
            NameTable.ProbesOf(slots, $"n{i}", 250).Should().Be(i + 1);
            NameTable.ProbesOf(slots, $"n{i}", 250 + 256).Should().Be(Math.Min(i + 2, NameTable.MaxProbes), "the hash is another one");
        }

        NameTable.ProbesOf(slots, "one more", 250).Should().Be(NameTable.MaxProbes);
        NameTable.ProbesOf(slots, "one more", 249).Should().Be(1);
    }
}
