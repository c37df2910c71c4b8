using System.Buffers;
using System.Text;

namespace RowJson;

internal sealed partial class JsonTextStrings
{
    /// <summary>Rewrites the characters outside ASCII that the cursor stands at, one at least. Returns false when the copy stops.</summary>
    private bool RewriteNonAscii(ref JsonTextCursor cursor)
    {
        // Ill-formed UTF-8 is rare, and becomes U+FFFD in its own way: left to the writer.
        if (Rune.DecodeFromUtf8(cursor.Ahead, out Rune rune, out int length) != OperationStatus.Done) return cursor.Stop(CopyStatus.Invalid);
        return WriteScalar(ref cursor, (uint)rune.Value, length);
    }
}
