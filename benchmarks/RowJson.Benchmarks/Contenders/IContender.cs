using System.Buffers;

namespace RowJson.Benchmarks;

/// <summary>Writes all rows that it was prepared for.</summary>
internal delegate void EncodeRows(ArrayBufferWriter<byte> output);

/// <summary>One way to turn rows into JSON.</summary>
internal interface IContender
{
    /// <summary>The name on the command line and in the output.</summary>
    string Name { get; }

    /// <summary>One line for the help text.</summary>
    string Description { get; }

    /// <summary>How its output is compared with the reference.</summary>
    Agreement Agreement => Agreement.SameBytes;

    /// <summary>Whether it frames rows as <see cref="EncodingSettings.Format"/> asks; the others write an array.</summary>
    bool KnowsFormats => false;

    /// <summary>
    /// Prepares what a program prepares once for many calls (options, a reused writer), and returns the call to measure.
    /// Null when this contender cannot encode such rows.
    /// </summary>
    /// <param name="rows">What <see cref="IRowSource.Load"/> gave.</param>
    /// <param name="settings">What is asked of the output.</param>
    EncodeRows? Prepare(object rows, EncodingSettings settings);
}
