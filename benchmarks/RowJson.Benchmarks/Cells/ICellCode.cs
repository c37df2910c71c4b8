using System.Data.Common;
using System.Text.Json;

namespace RowJson.Benchmarks;

/// <summary>What one writes by hand for cells of a type, and what the framework takes for their text alone.</summary>
internal interface ICellCode<T>
{
    /// <summary>Writes a name and a value.</summary>
    static abstract void Write(Utf8JsonWriter writer, JsonEncodedText name, T value);

    /// <summary>Reads a value by the getter of its type.</summary>
    static abstract T Read(DbDataReader reader, int ordinal);

    /// <summary>Formats a value by the framework, without quotes; returns the length of the text.</summary>
    static abstract int Format(T value, Span<byte> destination);
}
