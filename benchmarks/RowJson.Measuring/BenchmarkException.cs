namespace RowJson.Benchmarks;

/// <summary>An error that the user can correct: its message is printed as one line on standard error, and the exit code is 1.</summary>
internal sealed class BenchmarkException(string message, Exception? innerException = null) : Exception(message, innerException);
