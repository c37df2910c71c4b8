namespace RowJson.Tests;

public class FlushPolicyTests
{
    [Theory]
    [InlineData(false, false, "send")]
    [InlineData(false, true, "drain")]
    [InlineData(true, false, "flush")]
    [InlineData(true, true, "flush")]
    public async Task SendAsync_withinAnIntervalOrAtTheEnd_goesFarEnough(bool hasInterval, bool isLast, string expected)
    {
        var sink = new RecordingSink();
        var policy = FlushPolicy.For(new JsonRowOptions { FlushInterval = hasInterval ? TimeSpan.FromSeconds(1) : null }, sink);
        (await policy.SendAsync(sink, isLast, default)).Should().BeTrue();
        sink.Calls.Should().Equal(expected);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void For_sinkWithAReader_watchesIt(bool hasReader)
    {
        var options = new JsonRowOptions { FlushInterval = TimeSpan.FromSeconds(3) };
        FlushPolicy policy = FlushPolicy.For(options, new RecordingSink { Reads = hasReader });
        policy.Should().Be(new FlushPolicy(TimeSpan.FromSeconds(3), hasReader));
    }

    private sealed class RecordingSink : IRowSink
    {
        public List<string> Calls { get; } = [];

        public bool Reads { get; init; }

        public object Receiver => this;

        public bool HasReader => Reads;

        public void Open(RowEncoder encoder, in SourceInfo sourceInfo) => Calls.Add("open");

        public void Send() => Calls.Add("send");

        public ValueTask<bool> SendAsync(CancellationToken cancellationToken) => Called("send");

        public ValueTask<bool> DrainAsync(CancellationToken cancellationToken) => Called("drain");

        public ValueTask<bool> FlushAsync(CancellationToken cancellationToken) => Called("flush");

        public void Dispose()
        {
        }

        private ValueTask<bool> Called(string name)
        {
            Calls.Add(name);
            return new ValueTask<bool>(true);
        }
    }
}
