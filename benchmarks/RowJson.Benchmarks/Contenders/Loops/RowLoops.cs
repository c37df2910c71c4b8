using System.Text.Json;

namespace RowJson.Benchmarks;

/// <summary>What one writes by hand for rows of a class.</summary>
/// <param name="WriteValues">Writes a row, each name as a string.</param>
/// <param name="WriteCached">Writes a row, each name encoded before.</param>
/// <param name="Read">Reads every property, and adds something of each up.</param>
internal sealed record RowLoops<T>(Action<Utf8JsonWriter, T> WriteValues, Action<Utf8JsonWriter, T> WriteCached, Func<T, long> Read);
