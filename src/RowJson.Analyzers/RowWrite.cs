using Microsoft.CodeAnalysis;

namespace RowJson.Analyzers;

/// <summary>Rows that are written by their declared type.</summary>
internal sealed class RowWrite(ITypeSymbol type, KnownOptions? options)
{
    /// <summary>The type of the rows, or of the value that holds them.</summary>
    public ITypeSymbol Type => type;

    /// <summary>Null if the options come from elsewhere.</summary>
    public KnownOptions? Options => options;
}
