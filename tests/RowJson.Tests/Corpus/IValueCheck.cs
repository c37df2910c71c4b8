namespace RowJson.Tests;

/// <summary>Compares values of any type.</summary>
internal interface IValueCheck
{
    /// <summary>Compares a value.</summary>
    /// <param name="value">The value.</param>
    /// <param name="of">Which one it is, for messages.</param>
    void Check<T>(T value, string of);
}
