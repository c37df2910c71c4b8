namespace RowJson.Benchmarks;

/// <summary>Something the user can put right: its message is printed as one line on standard error, the exit code is 1.</summary>
internal sealed class BenchmarkException(string message, Exception? innerException = null) : Exception(message, innerException);
