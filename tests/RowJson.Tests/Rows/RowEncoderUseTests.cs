namespace RowJson.Tests;

/// <summary>An encoder serves one write at a time, and its memory one value: who takes it twice is told so.</summary>
public class RowEncoderUseTests
{
    [Fact]
    public void BeginUse_encoderOfAnotherWrite_isRefused()
    {
        RowContext context = new JsonRowOptions().Context;
        RowEncoder encoder = context.Rent();

        encoder.Invoking(it => it.BeginUse()).Should().Throw<InvalidOperationException>().WithMessage("*used by another write*");

        context.Return(encoder);
        context.Invoking(it => it.Return(encoder)).Should().Throw<InvalidOperationException>().WithMessage("*returned before*");
    }

    [Fact]
    public void BeginWork_encoderAtWork_isRefused()
    {
        RowContext context = new JsonRowOptions().Context;
        RowEncoder encoder = context.Rent();
        encoder.BeginWork(outer: null);

        encoder.Invoking(it => it.BeginWork(outer: null)).Should().Throw<InvalidOperationException>().WithMessage("*writing a row already*");

        encoder.EndWork().Should().BeNull();
        encoder.BeginWork(outer: null);
        encoder.EndWork();
        context.Return(encoder);
    }

    [Fact]
    public void OutputWriter_valueWithinAValue_isRefused()
    {
        var writer = new OutputWriter(new Utf8Output(new CountingPool(), 100, BufferSizes.Default));
        writer.Open();

        writer.Invoking(it => it.Open()).Should().Throw<InvalidOperationException>();

        writer.Close();
        writer.Invoking(it => it.GetMemory()).Should().Throw<InvalidOperationException>().WithMessage("*inside its Write method only*");
    }
}
