namespace RowJson;

/// <summary>
/// Writes values to streams and pipes, byte for byte as <see cref="JsonSerializer"/> does, and lists of rows inside them several times
/// faster: the receiver gets large lists in batches. For other calls, see <see cref="RowJsonOptionsExtensions.WithRowJson"/>.
/// </summary>
/// <remarks>
/// Taken over are lists, arrays and sequences of objects, of dictionaries with string keys, and of JSON elements. Everything else is
/// written by the serializer with the options that are passed.
/// </remarks>
public static partial class JsonRowSerializer
{
    private static bool IsOfItsOptions(JsonTypeInfo info)
    {
        info.MakeReadOnly();
        return info.Options.IsReadOnly
            && info.Options.TryGetTypeInfo(info.Type, out JsonTypeInfo? known) && ReferenceEquals(known, info);
    }

    private static DropInOptions Of(JsonSerializerOptions? options) => DropInOptions.OfEqual(options ?? KnownSerializerOptions.Default);
}
