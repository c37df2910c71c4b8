namespace RowJson;

internal enum CopyStatus { Done, RowEnd, DestinationTooSmall, Invalid }

internal struct CopyState { public bool InString; public int Depth; }

internal struct CopyLimits { public int PieceLength; public int MaxDepth; public ShortText Separator; }

internal sealed class JsonTextCopier(EscapeTable escapes)
{
    public const int MinDestination = 256;

    public EscapeTable Escapes { get; } = escapes;

    public CopyStatus Copy(ReadOnlySpan<byte> source, Span<byte> destination, ref CopyState state, in CopyLimits limits, out int consumed, out int written)
    {
        _ = Escapes; consumed = written = 0;
        return CopyStatus.Invalid;
    }
}
