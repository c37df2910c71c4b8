using System.Text.Json;
using Microsoft.FSharp.Core;

namespace RowJson.Tests;

/// <summary>
/// Unions of F#, whose contract is that of an object with other properties than are written. System.Text.Json 10 refuses them, and 11 writes
/// them.
/// </summary>
public class FSharpUnionTests
{
    private static readonly FSharpResult<int, string>[] Results =
        [FSharpResult<int, string>.NewOk(1), FSharpResult<int, string>.NewError("é")];

    private static readonly FSharpChoice<int, string>[] Choices =
        [FSharpChoice<int, string>.NewChoice1Of2(1), FSharpChoice<int, string>.NewChoice2Of2("é")];

    public static TheoryData<string> Accesses => [nameof(ObjectAccess.Automatic), nameof(ObjectAccess.Compiled), nameof(ObjectAccess.Delegates)];

    [Theory]
    [MemberData(nameof(Accesses))]
    public void From_unions_doesWhatTheSerializerDoes(string access)
    {
        Check<FSharpResult<int, string>>(Results, access);
        Check<FSharpChoice<int, string>>(Choices, access);
        Check<Held>([.. Results.Zip(Choices, (result, choice) => new Held(1, result, choice, [choice]))], access);
    }

    private static void Check<T>(T[] rows, string access)
    {
        JsonSerializerOptions options = JsonSerializerOptions.Web;
        var settings = new JsonRowOptions(options) { ObjectAccess = Enum.Parse<ObjectAccess>(access) };
        string expected = Outcome(() => JsonSerializer.Serialize(rows, options));

        Outcome(() => JsonRows.From(rows).ToJsonString(settings)).Should().Be(expected);
        Outcome(() => JsonSerializer.Serialize(rows, DropInOptions.Create(options, settings).WriteOnly)).Should().Be(expected);
        Outcome(() => JsonSerializer.Serialize(rows, DropInOptions.Create(options, settings).Both)).Should().Be(expected);
    }

    private static string Outcome(Func<string> write)
    {
        try
        {
            return write();
        }
        catch (Exception exception) when (exception is NotSupportedException or JsonRowException)
        {
            return (exception.InnerException as NotSupportedException ?? exception).GetType().Name;
        }
    }

    private sealed record Held(int Id, FSharpResult<int, string> Result, FSharpChoice<int, string> Choice, List<FSharpChoice<int, string>> All);
}
