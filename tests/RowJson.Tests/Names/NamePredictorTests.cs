using System.Text.Encodings.Web;

namespace RowJson.Tests;

public class NamePredictorTests
{
    [Fact]
    public void After_nothingLearnt_isNull()
    {
        var shape = new NamePredictor(100);
        for (int id = 0; id <= 100; id++)
        {
            shape.After(id).Should().BeNull();
            shape.FirstIn(id).Should().BeNull();
        }
    }

    [Fact]
    public void Learn_severalSuccessors_remembersTheLastOfEach()
    {
        var shape = new NamePredictor(1000);
        EncodedName[] names = [.. Enumerable.Range(1, 1000).Select(Name)];
        Learn(shape, owner: NamePredictor.Root, previous: NamePredictor.Root, names[0]);
        for (int i = 0; i < 999; i++) Learn(shape, NamePredictor.Root, names[i].Id, names[i + 1]);
        Learn(shape, owner: 1000, previous: NamePredictor.Root, names[5]);

        shape.FirstIn(NamePredictor.Root)!.Name.Should().BeSameAs(names[0]);
        shape.FirstIn(1000)!.Name.Should().BeSameAs(names[5]);
        for (int i = 0; i < 999; i++) shape.After(names[i].Id)!.Name.Should().BeSameAs(names[i + 1]);
        shape.After(1000).Should().BeNull();

        Learn(shape, NamePredictor.Root, previous: 1, names[7]);
        shape.After(1)!.Name.Should().BeSameAs(names[7]);
    }

    [Fact]
    public void Learn_noCachedNames_fits()
    {
        var shape = new NamePredictor(0);
        shape.After(0).Should().BeNull();
        shape.FirstIn(0).Should().BeNull();
    }

    [Fact]
    public void Learn_nameInThePlaceOfAnother_expectsIt()
    {
        var shape = new NamePredictor(10);
        Learn(shape, NamePredictor.Root, NamePredictor.Root, Name(1));
        var successor = new EncodedName("other", "other", 1, JavaScriptEncoder.Default);

        PredictedName predicted = Learn(shape, NamePredictor.Root, NamePredictor.Root, successor);

        predicted.Name.Should().BeSameAs(successor);
        predicted.Key.Should().BeSameAs(successor.Key);
        shape.FirstIn(NamePredictor.Root).Should().BeSameAs(predicted);
        shape.After(1).Should().BeNull();
    }

    [Fact]
    public void Renew_anotherInstance_expectsThatOne_onceABatch()
    {
        var shape = new NamePredictor(10);
        PredictedName predicted = Learn(shape, NamePredictor.Root, NamePredictor.Root, Name(1));
        string second = new(predicted.Key);
        string third = new(predicted.Key);

        shape.Renew(predicted, second);
        shape.FirstIn(NamePredictor.Root)!.Key.Should().BeSameAs(second);

        shape.Renew(predicted, third);
        predicted.Key.Should().BeSameAs(second);

        shape.BeginBatch();
        shape.Renew(predicted, third);
        predicted.Key.Should().BeSameAs(third);
    }

    [Fact]
    public void Forget_namesLearnt_expectsNone()
    {
        var shape = new NamePredictor(10);
        PredictedName first = Learn(shape, NamePredictor.Root, NamePredictor.Root, Name(1));
        Learn(shape, NamePredictor.Root, previous: 1, Name(2));
        Learn(shape, owner: 1, NamePredictor.Root, Name(2));

        shape.Forget();

        shape.After(1).Should().BeNull();
        shape.FirstIn(NamePredictor.Root).Should().BeNull();
        shape.FirstIn(1).Should().BeNull();
        // A row under way may still hold it.
        first.Next.Should().BeNull();
    }

    [Fact]
    public void WriteTo_rowsOfAnotherResult_expectsTheirInstances()
    {
        var options = new JsonRowOptions();
        Dictionary<string, object?>[] first = RowsOfOneResult(), second = RowsOfOneResult();

        JsonRows.From(first).ToJsonString(options).Should().Be(JsonRows.From(second).ToJsonString(options));

        RowEncoder encoder = options.Context.Rent();
        PredictedName? expected = encoder.ColumnKeys.Predictor.FirstIn(NamePredictor.Root);
        foreach (string key in second[0].Keys)
        {
            expected!.Key.Should().BeSameAs(key);
            expected = expected.Next;
        }
        options.Context.Return(encoder);
    }

    /// <summary>All rows with the same instances of the names, which no other result has.</summary>
    private static Dictionary<string, object?>[] RowsOfOneResult()
    {
        string a = new("a"), b = new("b");
        return [.. Enumerable.Range(0, 3).Select(i => new Dictionary<string, object?> { [a] = i, [b] = "x" })];
    }

    private static EncodedName Name(int id) => new($"n{id}", $"n{id}", id, JavaScriptEncoder.Default);

    private static PredictedName Learn(NamePredictor shape, int owner, int previous, EncodedName name) =>
        shape.Learn(owner, previous, name, name.Key);
}
