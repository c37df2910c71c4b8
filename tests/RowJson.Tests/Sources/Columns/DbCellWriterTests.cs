using System.Text;

namespace RowJson.Tests;

/// <summary>A row reader that does not keep to the rules ends the write, and never makes it write what is no JSON.</summary>
public class DbCellWriterTests
{
    public static TheoryData<string, string> Misuses => new()
    {
        { "two values", "Call MoveNext before each" },
        { "a value and the getters", "Call MoveNext before each" },
        { "the getters twice", "Call MoveNext before each" },
        { "no value", "The cell of column 'a' has no value" },
        { "no value for the last", "has returned before all 2 cells" },
        { "nothing", "has returned before all 2 cells" },
        { "the last cell alone is missing", "has returned before all 2 cells" },
        { "a value before the first cell", "Call MoveNext before each" },
        { "a value after the last cell", "Call MoveNext before each" },
        { "on after a failure", "takes no more after a failure" },
        { "a failure that is hidden", "takes no more after a failure" },
        { "a value on another thread", "on its thread" },
        { "a move on another thread", "on its thread" },
    };

    [Theory]
    [MemberData(nameof(Misuses))]
    public void WriteCells_thatBreaksTheRules_failsAndWritesNothingOfTheRow(string misuse, string message)
    {
        int row = 0;
        var rowReader = new ScriptedRowReader((_, cells) =>
        {
            if (row++ == 0) WriteAll(cells);
            else Misuse(misuse, cells);
        });
        using var stream = new MemoryStream();
        Action write = () => JsonRows.From(Reader()).WriteTo(stream, Lines(rowReader));

        JsonRowException failure = write.Should().Throw<JsonRowException>().Which;

        failure.InnerException.Should().BeOfType<InvalidOperationException>().Which.Message.Should().Contain(message);
        (failure.RowIndex, failure.Stage).Should().Be((1, JsonRowStage.Value));
        failure.ColumnName.Should().BeOneOf("a", "b");
        Encoding.UTF8.GetString(stream.ToArray()).Should().Be("{\"a\":7,\"b\":7}\n");
    }

    [Fact]
    public void WriteCells_thatThrows_isTheFailureOfItsColumn()
    {
        var rowReader = new ScriptedRowReader((_, cells) =>
        {
            cells.MoveNext(out int _);
            cells.WriteNumber(1);
            cells.MoveNext(out int _);
            throw new FormatException("Not mine.");
        });
        Action write = () => JsonRows.From(Reader()).ToJsonString(Lines(rowReader));

        JsonRowException failure = write.Should().Throw<JsonRowException>().Which;

        (failure.ColumnName, failure.RowIndex).Should().Be(("b", 0));
        failure.InnerException.Should().BeOfType<FormatException>();
    }

    [Fact]
    public void CellWriter_keptAfterItsCall_refusesEverything()
    {
        DbCellWriter? kept = null;
        JsonRows.From(Reader()).ToJsonString(Lines(new ScriptedRowReader((_, cells) =>
        {
            kept = cells;
            WriteAll(cells);
        })));

        foreach (Action<DbCellWriter> use in Uses)
        {
            Action late = () => use(kept!);
            late.Should().Throw<InvalidOperationException>().WithMessage("*Do not keep it*");
        }
    }

    [Fact]
    public void CellWriter_usedBySinkWhileTheOutputGrows_refuses()
    {
        DbCellWriter? current = null;
        int uses = 0, refusals = 0;
        var rowReader = new ScriptedRowReader((_, cells) =>
        {
            while (cells.MoveNext(out int _))
            {
                current = cells;
                cells.TryWriteText(Encoding.UTF8.GetBytes(new string('a', 200)));
                current = null;
            }
        });
        var sink = new CallingWriter(() =>
        {
            foreach (Action<DbCellWriter> use in current is null ? [] : Uses)
            {
                uses++;
                try
                {
                    use(current!);
                }
                catch (InvalidOperationException)
                {
                    refusals++;
                }
            }
        });

        JsonRows.From(ManyRows()).WriteTo(sink, Growing(rowReader));

        sink.Text.Should().Be(ManyRowsJson(new string('a', 200)));
        refusals.Should().Be(uses).And.BePositive();
    }

    /// <summary>The owner of the memory might free it in the sink's code: what the sink overwrites stands for that.</summary>
    [Theory]
    [InlineData("text")]
    [InlineData("text to escape")]
    [InlineData("bytes")]
    public void Values_inMemoryThatTheSinkOverwrites_areReadBefore(string kind)
    {
        var utf8 = new byte[200];
        bool isInCell = false;
        int calls = 0;
        void Fill(char c) => utf8.AsSpan().Fill((byte)c);
        var rowReader = new ScriptedRowReader((_, cells) =>
        {
            while (cells.MoveNext(out int _))
            {
                Fill(kind == "text to escape" ? '<' : 'a');
                isInCell = true;
                if (kind == "bytes") cells.WriteBase64(utf8);
                else cells.TryWriteText(utf8);
                isInCell = false;
            }
        });
        var sink = new CallingWriter(() =>
        {
            if (isInCell) calls++;
            Fill('!');
        });

        JsonRows.From(ManyRows()).WriteTo(sink, Growing(rowReader));

        sink.Text.Should().Be(ManyRowsJson(kind switch
        {
            "bytes" => Convert.ToBase64String(Encoding.ASCII.GetBytes(new string('a', 200))),
            "text to escape" => string.Concat(Enumerable.Repeat("\\u003C", 200)),
            _ => new string('a', 200),
        }));
        calls.Should().BePositive();
    }

    private static readonly Action<DbCellWriter>[] Uses =
    [
        cells => cells.MoveNext(out int _), cells => cells.WriteNull(), cells => cells.WriteNumber(1), cells => cells.WriteNumber(1.5),
        cells => cells.TryWriteText("x"u8), cells => cells.WriteBase64("x"u8), cells => cells.TryWriteTextArray("x"u8, [1], [1]), cells => cells.WriteFromReader(),
    ];

    private static ColumnarReader Reader() => new(Column.Of("a", 1L, 2L), Column.Of("b", 3L, 4L));

    private static ColumnarReader ManyRows() => new(Column.Of("a", new long[100]), Column.Of("b", new long[100]));

    private static string ManyRowsJson(string value) =>
        $"[{string.Join(',', Enumerable.Repeat($"{{\"a\":\"{value}\",\"b\":\"{value}\"}}", 100))}]";

    /// <summary>Batches of several rows, and memory of the sink for some: it is asked for more, and given rows, within a row.</summary>
    private static JsonRowOptions Growing(DbRowReader rowReader) => new()
    {
        RowReaders = [rowReader],
        FlushThreshold = 8_000,
        Sizes = new BufferSizes { FirstRequest = 16, LargestRequest = 1_500 },
    };

    private static JsonRowOptions Lines(DbRowReader rowReader) => new() { RowReaders = [rowReader], Format = JsonRowFormat.Lines };

    private static void WriteAll(DbCellWriter cells)
    {
        while (cells.MoveNext(out int _)) cells.WriteNumber(7);
    }

    private static void Misuse(string misuse, DbCellWriter cells)
    {
        if (misuse == "nothing") return;
        if (misuse == "a value before the first cell") cells.WriteNumber(1);
        if (misuse == "a move on another thread") Elsewhere(() => cells.MoveNext(out int _));
        cells.MoveNext(out int _);
        switch (misuse)
        {
            case "two values":
                cells.WriteNumber(1);
                cells.TryWriteText("x"u8);
                break;
            case "a value and the getters":
                cells.WriteNumber(1);
                cells.WriteFromReader();
                break;
            case "the getters twice":
                cells.WriteFromReader();
                cells.WriteFromReader();
                break;
            case "no value": cells.MoveNext(out int _); break;
            case "no value for the last":
                cells.WriteNumber(1);
                cells.MoveNext(out int _);
                break;
            case "the last cell alone is missing": cells.WriteNumber(1); break;
            case "a value after the last cell":
                cells.WriteNumber(1);
                WriteAll(cells);
                cells.WriteNumber(1);
                break;
            case "on after a failure":
                Hide(() => cells.WriteNumber(double.NaN));
                cells.MoveNext(out int _);
                break;
            case "a failure that is hidden": Hide(() => cells.WriteNumber(double.NaN)); break;
            case "a value on another thread": Elsewhere(() => cells.WriteNumber(1)); break;
            default: throw new ArgumentException(misuse, nameof(misuse));
        }
    }

    private static void Hide(Action action)
    {
        try
        {
            action();
        }
        catch (ArgumentException)
        {
        }
    }

    private static void Elsewhere(Action action)
    {
        Exception? thrown = null;
        var thread = new Thread(() =>
        {
            try
            {
                action();
            }
            catch (InvalidOperationException exception)
            {
                thrown = exception;
            }
        });
        thread.Start();
        thread.Join();
        if (thrown is not null) throw new InvalidOperationException(thrown.Message, thrown);
    }

    /// <summary>A buffer that gives just what it is asked for, and calls code of a test's whenever it is called.</summary>
    private sealed class CallingWriter(Action call) : System.Buffers.IBufferWriter<byte>
    {
        private readonly List<byte> _written = [];
        private byte[] _memory = [];

        public string Text => Encoding.UTF8.GetString([.. _written]);

        public void Advance(int count)
        {
            call();
            _written.AddRange(_memory.AsSpan(0, count));
            _memory = [];
        }

        public Memory<byte> GetMemory(int sizeHint = 0)
        {
            call();
            return _memory = new byte[Math.Max(1, sizeHint)];
        }

        public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;
    }
}
