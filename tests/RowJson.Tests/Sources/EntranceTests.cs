using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace RowJson.Tests;

/// <summary>The entrances that are found by the name of the type.</summary>
public class EntranceTests
{
    [Fact]
    public async Task From_shape_writesItsColumns() =>
        (await WriteAsync(JsonRows.From(Numbers(), new JsonRowShape<int>().Column("n", it => it)))).Should().Be("""[{"n":1},{"n":2}]""");

    [Fact]
    public async Task From_typeInfo_writesByTheContract() =>
        (await WriteAsync(JsonRows.From(Numbers(), (JsonTypeInfo<int>)JsonSerializerOptions.Default.GetTypeInfo(typeof(int))))).Should().Be("[1,2]");

    [Fact]
    public void ToString_rowsInAnEnvelope_saysBoth() =>
        JsonRows.From([1, 2]).InEnvelope(new JsonRowEnvelope("items")).ToString().Should().Contain("items");

    [Fact]
    public async Task AsStream_arrayOfBytes_isReadInto()
    {
        await using Stream stream = JsonRows.From([1, 2]).AsStream();
        byte[] buffer = new byte[100];
        int end = 1;

#pragma warning disable CA1835 // The overload for arrays is what is tested.
        while (await stream.ReadAsync(buffer, end, buffer.Length - end, CancellationToken.None) is var length and > 0) end += length;
#pragma warning restore CA1835

        Encoding.UTF8.GetString(buffer[1..end]).Should().Be("[1,2]");
    }

    [Fact]
    public void From_objectWithNaNOfHalf_namesTheColumn()
    {
        Action write = () => JsonRows.From([new { Value = Half.NaN }]).ToJsonString();

        write.Should().Throw<JsonRowException>().WithMessage("*Value*");
    }

    private static async IAsyncEnumerable<int> Numbers()
    {
        yield return 1;
        await Task.Yield();
        yield return 2;
    }

    private static async Task<string> WriteAsync(AsyncJsonRows rows)
    {
        using var stream = new MemoryStream();
        await rows.WriteToAsync(stream);
        return Encoding.UTF8.GetString(stream.ToArray());
    }
}
