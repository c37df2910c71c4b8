using System.Buffers;

namespace RowJson.Compare;

/// <summary>Rows in one form, and how a build writes them.</summary>
/// <param name="Group">One of <see cref="Groups"/>.</param>
/// <param name="Rows">What the rows are called.</param>
/// <param name="RowCount">How many there are.</param>
/// <param name="Bind">
/// Makes the call of one build; throws <see cref="MissingMethodException"/> where the build cannot write such rows.
/// </param>
internal sealed record Case(string Group, string Rows, int RowCount, Func<RowJsonBuild, Action<IBufferWriter<byte>>> Bind);
