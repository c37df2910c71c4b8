namespace RowJson.Fuzz;

/// <summary>A write did what none may do, whatever the rows.</summary>
internal sealed class FuzzFaultException(string message) : Exception(message);
