using System.Text;

namespace RowJson.Tests;

/// <summary>The message of a failure describes the output correctly, in sentences.</summary>
public class FailureMessageTests
{
    private static readonly Dictionary<string, object?> Row = new() { ["a"] = 1 };

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Complete_flushFailsAfterEverythingIsTaken_doesNotSayThatTheOutputIsOpen(bool isAsynchronous)
    {
        var stream = new FailingStream(failingFlush: 1);
        using var writer = new JsonRowWriter(stream);
        writer.WriteRow(Row);
        Func<Task> complete = async () =>
        {
            if (isAsynchronous) await writer.CompleteAsync();
            else writer.Complete();
        };
        JsonRowException failure = (await complete.Should().ThrowAsync<JsonRowException>()).Which;
        stream.Text.Should().Be("""[{"a":1}]""");
        CheckMayLookWhole(failure);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task WriteTo_lastWriteFails_doesNotSayThatTheOutputIsOpen(bool isAsynchronous)
    {
        var stream = new FailingStream(failingWrite: 1);
        Func<Task> write = async () =>
        {
            if (isAsynchronous) await JsonRows.From([Row]).WriteToAsync(stream);
            else JsonRows.From([Row]).WriteTo(stream);
        };
        CheckMayLookWhole((await write.Should().ThrowAsync<JsonRowException>()).Which);
        stream.Text.Should().Be("""[{"a":1}]""", "it has taken everything and then failed");
    }

    [Fact]
    public async Task WriteToAsync_flushFailsAtTheEnd_doesNotSayThatTheOutputIsOpen()
    {
        var stream = new FailingStream(failingFlush: 1);
        var options = new JsonRowOptions { FlushInterval = TimeSpan.FromHours(1) };
        CheckMayLookWhole((await JsonRows.From([Row]).Awaiting(rows => rows.WriteToAsync(stream, options)).Should().ThrowAsync<JsonRowException>()).Which);
        stream.Text.Should().Be("""[{"a":1}]""");
    }

    /// <summary>The first rows of a type are the serializer's, later ones are written by columns.</summary>
    [Theory]
    [InlineData(0)]
    [InlineData(2000)]
    public void NaN_ofAnObject_namesColumnAndOption(int rowsBefore)
    {
        IEnumerable<Measure> rows = Enumerable.Repeat(new Measure(1, 0.5), rowsBefore).Append(new Measure(2, double.NaN));

        JsonRowException failure = FluentActions.Invoking(() => JsonRows.From(rows.ToList()).ToJsonString())
            .Should().Throw<JsonRowException>().WithMessage("Column 'Value'*JsonRowOptions.NonFiniteHandling*").Which;
        failure.ColumnName.Should().Be("Value");
        failure.RowIndex.Should().Be(rowsBefore);
    }

    /// <summary>Our own exception has the advice, and the serializer's lacks a part of it.</summary>
    [Fact]
    public void NaN_ofADictionary_saysOnceWhatToDo()
    {
        static string MessageOf(object? value) =>
            FluentActions.Invoking(() => JsonRows.From([new Dictionary<string, object?> { ["a"] = value }]).ToJsonString())
                .Should().Throw<JsonRowException>().Which.Message;

        MessageOf(double.NaN).Should().Be(
            "Column 'a' of row 0 could not be written: JSON has no number for NaN. Set JsonRowOptions.NonFiniteHandling to write null or a string, "
            + "or JsonNumberHandling.AllowNamedFloatingPointLiterals in the JsonSerializerOptions. Nothing was handed to the sink.");
        MessageOf(new Dictionary<string, object?> { ["b"] = double.NaN }).Should().Be(
            "Column 'a' of row 0 could not be written: JSON has no number for NaN. Set JsonNumberHandling.AllowNamedFloatingPointLiterals in the "
            + "JsonSerializerOptions. Nothing was handed to the sink.");
        MessageOf(new Measure(1, double.NaN)).Should().EndWith(
            " If it is the column's own value, JsonRowOptions.NonFiniteHandling can write null or a string instead. Nothing was handed to the sink.");
    }

    /// <summary>A row's failure is not about its text, unless it says so.</summary>
    [Fact]
    public void Write_getterThatThrows_isNotAdvisedAboutText() =>
        FluentActions.Invoking(() => JsonRows.From([new Locked()]).ToJsonString()).Should().Throw<JsonRowException>().Which.Message.Should().Be(
            "Row 0 could not be written: The safe is locked. Correct the value or what it is read from, or catch this exception and discard the "
            + "output. Nothing was handed to the sink.");

    [Fact]
    public void Flush_failsBeforeTheEnd_saysThatTheOutputIsOpen()
    {
        var stream = new FailingStream(failingFlush: 1);
        using var writer = new JsonRowWriter(stream);
        writer.WriteRow(Row);
        writer.Invoking(writer => writer.Flush()).Should().Throw<JsonRowException>().WithMessage("*The output is not closed*discard it.");
    }

    [Theory]
    [InlineData("boom", "boom. Check what")]
    [InlineData("boom.", "boom. Check what")]
    [InlineData("boom!", "boom! Check what")]
    [InlineData("boom?\n", "boom? Check what")]
    [InlineData("boom (Parameter 'x')", "boom (Parameter 'x'). Check what")]
    [InlineData("", "InvalidOperationException. Check what")]
    public void Write_messageOfTheCause_isASentence(string message, string expected)
    {
        IEnumerable<Dictionary<string, object?>> Rows()
        {
            yield return Row;
            throw new InvalidOperationException(message);
        }

        Action write = () => JsonRows.From(Rows()).ToUtf8Bytes();
        write.Should().Throw<JsonRowException>().Which.Message.Should().StartWith($"The source failed after 1 row was read: {expected} ");
    }

    private static void CheckMayLookWhole(JsonRowException failure) =>
        failure.Message.Should().StartWith("The sink failed after 1 row was encoded: The wire is cut. ")
            .And.Contain("may look whole").And.EndWith("discard it.").And.NotContain("not closed");

    /// <summary>Fails after it has taken what it was given.</summary>
    private sealed class FailingStream(int failingWrite = 0, int failingFlush = 0) : WriteOnlyStream
    {
        private readonly MemoryStream _taken = new();
        private int _writes, _flushes;

        public string Text => Encoding.UTF8.GetString(_taken.ToArray());

        public override void Write(ReadOnlySpan<byte> buffer)
        {
            _taken.Write(buffer);
            if (++_writes == failingWrite) throw new IOException("The wire is cut");
        }

        public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
        {
            Write(buffer.Span);
            return default;
        }

        public override void Flush()
        {
            if (++_flushes == failingFlush) throw new IOException("The wire is cut");
        }

        public override Task FlushAsync(CancellationToken cancellationToken)
        {
            Flush();
            return Task.CompletedTask;
        }
    }

    private sealed record Measure(int Id, double Value);

    private sealed class Locked
    {
        public int Value => throw new InvalidOperationException("The safe is locked");
    }
}
