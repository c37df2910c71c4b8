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
        EncodedName[] names = [.. Enumerable.Range(1, 1000).Select(id => new EncodedName($"n{id}", $"n{id}", id, JavaScriptEncoder.Default))];
        shape.LearnFirstIn(NamePredictor.Root, names[0]);
        for (int i = 0; i < 999; i++) shape.LearnAfter(names[i].Id, names[i + 1]);
        shape.LearnFirstIn(1000, names[5]);

        shape.FirstIn(NamePredictor.Root).Should().BeSameAs(names[0]);
        shape.FirstIn(1000).Should().BeSameAs(names[5]);
        for (int i = 0; i < 999; i++) shape.After(names[i].Id).Should().BeSameAs(names[i + 1]);
        shape.After(1000).Should().BeNull();

        shape.LearnAfter(1, names[7]);
        shape.After(1).Should().BeSameAs(names[7]);
    }

    [Fact]
    public void Learn_noCachedNames_fits()
    {
        var shape = new NamePredictor(0);
        shape.After(0).Should().BeNull();
        shape.FirstIn(0).Should().BeNull();
    }

    [Fact]
    public void Forget_namesLearnt_expectsNone()
    {
        var shape = new NamePredictor(10);
        var name = new EncodedName("a", "a", 1, JavaScriptEncoder.Default);
        shape.LearnAfter(1, name);
        shape.LearnFirstIn(NamePredictor.Root, name);
        shape.LearnFirstIn(1, name);

        shape.Forget();

        shape.After(1).Should().BeNull();
        shape.FirstIn(NamePredictor.Root).Should().BeNull();
        shape.FirstIn(1).Should().BeNull();
    }
}
