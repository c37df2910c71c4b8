namespace RowJson.Tests;

/// <summary>A write did what none may do, whatever the rows.</summary>
internal sealed class WriteFaultException(string message) : Exception(message);
