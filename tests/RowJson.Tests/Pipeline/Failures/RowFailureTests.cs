namespace RowJson.Tests;

public class RowFailureTests
{
    private const string Discard = "or catch this exception and discard the output. ";

    public static TheoryData<Exception, string> RemediesOfValues => new()
    {
        { new RowRefusedException("Refused."), "" },
        { new InsufficientMemoryException("Too long."), "" },
        { new InvalidOperationException(WriteConflict.NestedWrite), "" },
        { new InvalidOperationException(WriteConflict.OverlappingCall), "" },
        { new InvalidOperationException(WriteConflict.ForeignWrite), "" },
        { new TaskCanceledException("Too slow."), "Nobody cancelled the write: raise the timeout of what was cancelled, or look for who cancels the token that it was given. " },
        { new ObjectDisposedException("source"), "Keep the source undisposed until the write has ended. " },
        { new NotSupportedException("What?"), "Register a converter for the type, or a context that has it, in JsonRowOptions.SerializerOptions, or convert the value in the source. " },
        { new InsufficientExecutionStackException("Deep."), "Lower JsonSerializerOptions.MaxDepth, or flatten the value. " },
        { new InvalidOperationException("No."), "Correct the value or what it is read from, " + Discard },
        { new FormatException("No."), "Correct the value or what it is read from, " + Discard },
    };

    [Theory]
    [MemberData(nameof(RemediesOfValues))]
    public void Create_failureOfAValue_saysWhatToDo(Exception cause, string remedy) => Check(
        cause, JsonRowStage.Value, 0,
        $"Row 0 could not be written: {ExceptionText.Sentence(cause)} {remedy}Nothing was handed to the sink.");

    public static TheoryData<Exception, string> RemediesOfSources => new()
    {
        { new RowRefusedException("Refused."), "" },
        { new TaskCanceledException("Too slow."), "Nobody cancelled the write: raise the timeout of what was cancelled, or look for who cancels the token that it was given. " },
        { new ObjectDisposedException("source"), "Keep the source undisposed until the write has ended. " },
        { new InvalidOperationException("Closed."), "Check what the rows are read from: it has to stay open and unchanged until the write has ended. " },
        { new NotSupportedException("What?"), "Check what the rows are read from, " + Discard },
        { new IOException("Gone."), "Check what the rows are read from, " + Discard },
    };

    [Theory]
    [MemberData(nameof(RemediesOfSources))]
    public void Create_failureOfTheSource_saysWhatToDo(Exception cause, string remedy)
    {
        Check(cause, JsonRowStage.Source, 2, $"The source failed after 2 rows were read: {ExceptionText.Sentence(cause)} {remedy}Nothing was handed to the sink.");
        Check(cause, JsonRowStage.Source, -1, $"The source failed: {ExceptionText.Sentence(cause)} {remedy}Nothing was handed to the sink.");
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task WriteTo_sourceThatFailsAgainWhenItIsReleased_keepsTheFirstFailure(bool isAsync)
    {
        var rows = new FailingTwice();
        Func<Task> write = async () =>
        {
            if (isAsync) await JsonRows.From(rows).WriteToAsync(Stream.Null);
            else JsonRows.From(rows).WriteTo(Stream.Null);
        };

        (await write.Should().ThrowAsync<JsonRowException>()).Which.InnerException.Should().BeOfType<TimeoutException>();

        rows.Releases.Should().Be(1);
    }

    /// <summary>It is reported all the same, and the source released: a message may be null, or fail itself.</summary>
    [Theory]
    [InlineData("source", false)]
    [InlineData("source", true)]
    [InlineData("value", false)]
    [InlineData("value", true)]
    [InlineData("envelope", false)]
    [InlineData("envelope", true)]
    public async Task Write_failureWithoutAMessage_isReportedAndReleasesTheSource(string place, bool isAsync)
    {
        foreach (Exception failure in new Exception[] { new MutedException(() => null!), new MutedException(() => throw new InvalidOperationException()) })
        {
            bool isReleased = false;
            JsonRowShape<int> shape = new JsonRowShape<int>().Column("n", n => place == "value" && n == 1 ? throw failure : n);
            JsonRows rows = JsonRows.From(Rows(), shape);
            if (place == "envelope") rows = rows.InEnvelope(new JsonRowEnvelope("rows").After<int>("bad", _ => throw failure));
            Func<Task> write = async () =>
            {
                if (isAsync) await rows.WriteToAsync(Stream.Null);
                else rows.WriteTo(Stream.Null);
            };

            JsonRowException thrown = (await write.Should().ThrowAsync<JsonRowException>()).Which;

            thrown.InnerException.Should().BeSameAs(failure);
            thrown.Message.Should().Contain(": MutedException. ");
            isReleased.Should().BeTrue();

            IEnumerable<int> Rows()
            {
                try
                {
                    yield return 0;
                    if (place == "source") throw failure;
                    yield return 1;
                }
                finally
                {
                    isReleased = true;
                }
            }
        }
    }

    [Fact]
    public void Create_failureOfTheSink_saysWhatToDo()
    {
        const string remedy = "Check the stream or writer that receives the rows. "
            + "The output is not closed, and how many of the rows the sink has taken is not known: discard it.";
        foreach (Exception cause in new Exception[] { new IOException("Gone."), new ObjectDisposedException("stream"), new InvalidOperationException("No.") })
        {
            Check(cause, JsonRowStage.Sink, 1, $"The sink failed after 1 row was encoded: {ExceptionText.Sentence(cause)} {remedy}");
            Check(cause, JsonRowStage.Sink, -1, $"The sink failed: {ExceptionText.Sentence(cause)} {remedy}");
        }
    }

    [Fact]
    public void Create_rowThatIsNotKnown_speaksOfTheRows() =>
        Check(
            new FormatException("No."), JsonRowStage.Value, -1,
            $"The rows could not be written: No. Correct the value or what it is read from, {Discard}Nothing was handed to the sink.");

    private static void Check(Exception cause, JsonRowStage stage, long row, string message)
    {
        // Options of its own: an encoder that nothing has been written with.
        RowContext context = new JsonRowOptions().Context;
        RowEncoder encoder = context.Rent();
        try
        {
            encoder.Stage = stage;
            JsonRowException failure = RowFailure.Create(cause, row, encoder);
            failure.Message.Should().Be(message);
            (failure.Stage, failure.RowIndex, failure.InnerException).Should().Be((stage, row, cause));
        }
        finally
        {
            context.Return(encoder);
        }
    }

    private sealed class MutedException(Func<string> message) : ArgumentException
    {
        public override string Message => message();
    }

    private sealed class FailingTwice : IEnumerable<Uri>, IEnumerator<Uri>
    {
        public int Releases { get; private set; }

        public Uri Current => throw new NotSupportedException();

        object System.Collections.IEnumerator.Current => Current;

        public IEnumerator<Uri> GetEnumerator() => this;

        System.Collections.IEnumerator System.Collections.IEnumerable.GetEnumerator() => this;

        public bool MoveNext() => throw new TimeoutException("The source is gone.");

        public void Reset() => throw new NotSupportedException();

        public void Dispose()
        {
            Releases++;
            throw new InvalidOperationException("It is gone.");
        }
    }
}
