namespace RowJson.Compare;

/// <summary>A RowJson.dll that is not loaded yet.</summary>
/// <param name="Label">What the build is called in the report.</param>
/// <param name="Bytes">The file's content.</param>
internal sealed record BuildImage(string Label, byte[] Bytes);
