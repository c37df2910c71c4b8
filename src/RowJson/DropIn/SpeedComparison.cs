namespace RowJson;

// Compares how long RowJson and the serializer take for values of one type, and says which of them writes the next one: RowJson, unless it
// takes longer. The type alone does not tell: it depends on the values, on the processor, and on how far code is optimised. So now and
// then a few values are measured, half of them written by RowJson and half by the serializer: the text is the same.
// between: the least number of values between two comparisons; it doubles after each comparison that confirms the one before.
internal sealed class SpeedComparison(TimeProvider time, int between)
{
    // The most values of one comparison: a power of two. The first ones are not counted if they are short: code that has not run for a
    // while has to be loaded into the processor's caches.
    private const int Compared = 64, Uncounted = 16;

    // Seconds after which a comparison ends, once each side has written a value: so only a few long values are delayed.
    private const double Enough = 0.001;

    // The least number of seconds between two comparisons, which doubles together with the number of values.
    private const double Pause = 0.0625;
    private const int MostDoublings = 10;

    // RowJson goes on until it is slower than Loss, and the serializer until RowJson would be as fast.
    private const double Loss = 0.95, NoLoss = 1;

    private readonly Lock _lock = new();
    private readonly int _between = between;

    // Values until the next comparison; from 0 down during one.
    private int _left = between;

    private int _doublings;
    private long _due;
    private bool _isPlain, _isDoubted;
    private (long Time, long Bytes) _own, _plain;

    // The serializer writes the next value. In a comparison the turns have no period that values could share (Thue-Morse sequence).
    public bool IsPlain
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _left > 0 ? _isPlain : IsPlainsTurn();
    }

    // The time before a value that is measured; 0 before others.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public long Begin() => _left > 0 ? 0 : time.GetTimestamp();

    // A value of this many bytes has been written.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void End(bool isPlain, long began, long bytes)
    {
        if (began != 0) Note(isPlain, time.GetTimestamp() - began, bytes);
        else if (--_left <= 0) EndPause();
    }

    private bool IsPlainsTurn() => BitOperations.PopCount((uint)-_left) % 2 == 1;

    // The first pause begins with the first values: code is not fast at once.
    private void EndPause()
    {
        if (_due == 0) BeginPause();
        if (time.GetTimestamp() < _due) _left = _between;
    }

    private void Note(bool isPlain, long taken, long bytes)
    {
        lock (_lock)
        {
            ref (long Time, long Bytes) sum = ref isPlain ? ref _plain : ref _own;
            sum = (sum.Time + taken, sum.Bytes + bytes);
            bool isEnough = _own.Time + _plain.Time > Enough * time.TimestampFrequency && _own.Time > 0 && _plain.Time > 0;
            if (--_left == -Uncounted && !isEnough) (_own, _plain) = (default, default);
            if (isEnough || _left <= -Compared) Decide();
        }
    }

    // Something else may have taken the time: a different result has to come twice.
    private void Decide()
    {
        double timesFaster = (double)_plain.Time * _own.Bytes / ((double)_own.Time * _plain.Bytes);
        bool isSame = timesFaster < (_isPlain ? NoLoss : Loss) == _isPlain;
        (_own, _plain) = (default, default);
        _left = 0;
        _isDoubted = !isSame && !_isDoubted;
        if (_isDoubted) return;
        _isPlain ^= !isSame;
        _doublings = isSame ? Math.Min(_doublings + 1, MostDoublings) : 0;
        BeginPause();
    }

    private void BeginPause() => (_left, _due) =
        (_between << _doublings, time.GetTimestamp() + (long)(Pause * (1 << _doublings) * time.TimestampFrequency));
}
