using System.IO.Pipelines;
using System.Text.Json;
using Row = System.Collections.Generic.Dictionary<string, object?>;

namespace RowJson.Conformance;

/// <summary>What goes wrong in a source.</summary>
public enum SourceFault
{
    /// <summary>Nothing.</summary>
    None,

    /// <summary>The sequence of rows throws in place of a row.</summary>
    Sequence,

    /// <summary>The row's own enumeration throws after its first cell.</summary>
    RowItself,

    /// <summary>The call that is to give a cell throws.</summary>
    Getter,

    /// <summary>A number that JSON cannot represent.</summary>
    Cell,

    /// <summary>A nested dictionary whose second value JSON cannot represent: the direct writers fail half-way.</summary>
    NestedOwn,

    /// <summary>A nested object whose second property throws: the serializer fails half-way.</summary>
    NestedProperty,

    /// <summary>A nested sequence that throws after its second value.</summary>
    NestedSequence,

    /// <summary>A converter of a value that throws half-way.</summary>
    Converter,

    /// <summary>A type that the serializer does not support.</summary>
    Unsupported,
}

/// <summary>Rows of one kind, with a fault at one of them.</summary>
internal abstract class FailureSource(string name, SourceFault[] faults)
{
    public const int Rows = 6;

    /// <summary>What a faulty sequence or property throws.</summary>
    public static readonly Exception Thrown = new TimeoutException("The source is gone.");

    private static readonly SourceFault[] ValueFaults =
    [
        SourceFault.Cell,
        SourceFault.NestedOwn,
        SourceFault.NestedProperty,
        SourceFault.NestedSequence,
        SourceFault.Converter,
        SourceFault.Unsupported,
    ];

    public static readonly FailureSource[] All =
    [
        new SequenceSource<Row>("dictionaries", ValueFaults, FailureRows.Dictionary)
        {
            IsNamedByRows = true,
            From = rows => JsonRows.From(rows.ToList()),
            Push = (writer, row) => writer.WriteRow((object)row),
            PushAsync = (writer, row, token) => writer.WriteRowAsync((object)row, token),
        },
        new SequenceSource<Row>("dictionary sequence", [SourceFault.Sequence, .. ValueFaults], FailureRows.Dictionary)
        {
            IsNamedByRows = true,
            From = JsonRows.From,
            Push = (writer, row) => writer.WriteRow(row),
            PushAsync = (writer, row, token) => writer.WriteRowAsync(row, token),
        },
        new SequenceSource<IEnumerable<KeyValuePair<string, object?>>>(
            "pairs", [SourceFault.Sequence, SourceFault.RowItself, .. ValueFaults], FailureRows.Pairs)
        {
            IsNamedByRows = true,
            From = JsonRows.From,
            Push = (writer, row) => writer.WriteRow(row),
            PushAsync = (writer, row, token) => writer.WriteRowAsync(row, token),
        },
        new SequenceSource<JsonElement>("document", [SourceFault.Cell], FailureRows.Element)
        {
            IsNamedByRows = true,
            From = rows => JsonRows.From(FailureRows.Document(rows)),
            NamesColumn = false,
        },
        new SequenceSource<JsonElement>("elements", [SourceFault.Sequence, SourceFault.Cell], FailureRows.Element)
        {
            IsNamedByRows = true,
            From = JsonRows.From,
            Push = (writer, row) => writer.WriteRow(row),
            PushAsync = (writer, row, token) => writer.WriteRowAsync(row, token),
            NamesColumn = false,
        },
        new SequenceSource<object>("objects", [SourceFault.Sequence, SourceFault.NestedProperty], (index, fault) => new FailureRows.Record(index, fault))
        {
            From = JsonRows.From,
            Push = (writer, row) => writer.WriteRow(row),
            PushAsync = (writer, row, token) => writer.WriteRowAsync(row, token),
            NamesColumn = false,
        },
        new SequenceSource<FailureRows.Record>(
            "metadata", [SourceFault.Sequence, SourceFault.NestedProperty], (index, fault) => new FailureRows.Record(index, fault))
        {
            From = rows => JsonRows.From(rows, FailureRows.RecordInfo),
            Push = (writer, row) => writer.WriteRow(row, FailureRows.RecordInfo),
            PushAsync = (writer, row, token) => writer.WriteRowAsync(row, FailureRows.RecordInfo, token),
            NamesColumn = false,
        },
        new SequenceSource<FailureRows.Record>(
            "metadata by columns", [SourceFault.Sequence, SourceFault.NestedProperty], (index, fault) => new FailureRows.Record(index, fault))
        {
            From = rows => JsonRows.From(rows, FailureRows.RecordInfo),
            Push = (writer, row) => writer.WriteRow(row, FailureRows.RecordInfo),
            PushAsync = (writer, row, token) => writer.WriteRowAsync(row, FailureRows.RecordInfo, token),
            Access = ObjectAccess.Delegates,
            FailedColumn = nameof(FailureRows.Record.Text),
        },
        new SequenceSource<Row>("shape", [SourceFault.Sequence, SourceFault.Getter, .. ValueFaults], FailureRows.Dictionary)
        {
            From = rows => JsonRows.From(rows, FailureRows.Shape),
            Push = (writer, row) => writer.WriteRow(row, FailureRows.Shape),
            PushAsync = (writer, row, token) => writer.WriteRowAsync(row, FailureRows.Shape, token),
        },
        new SequenceSource<Row>("shape over a list", [SourceFault.Getter, .. ValueFaults], FailureRows.Dictionary)
        {
            From = rows => JsonRows.From(rows.ToList(), FailureRows.Shape),
        },
        new SequenceSource<Row>("table", ValueFaults, FailureRows.Dictionary) { From = rows => JsonRows.From(FailureRows.Table(rows)) },
        new SequenceSource<Row>("view", ValueFaults, FailureRows.Dictionary) { From = rows => JsonRows.From(FailureRows.View(rows)) },
        new ReaderSource("reader", [SourceFault.Sequence, SourceFault.Getter, .. ValueFaults], isAwaited: false),
        new ReaderSource("asynchronous reader", [SourceFault.Sequence, SourceFault.Getter, .. ValueFaults], isAwaited: true),
        new ReaderSource("command", [SourceFault.Sequence, SourceFault.Getter, .. ValueFaults], isAwaited: false) { IsCommand = true },
        new ReaderSource("asynchronous command", [SourceFault.Sequence, SourceFault.Getter, .. ValueFaults], isAwaited: true) { IsCommand = true },
        new SequenceSource<Row>("asynchronous dictionaries", [SourceFault.Sequence, .. ValueFaults], FailureRows.Dictionary)
        {
            FromAsync = JsonRows.From,
        },
        new SequenceSource<JsonElement>("asynchronous elements", [SourceFault.Sequence, SourceFault.Cell], FailureRows.Element)
        {
            FromAsync = JsonRows.From,
            NamesColumn = false,
        },
        new SequenceSource<FailureRows.Record>(
            "asynchronous metadata", [SourceFault.Sequence, SourceFault.NestedProperty], (index, fault) => new FailureRows.Record(index, fault))
        {
            FromAsync = rows => JsonRows.From(rows, FailureRows.RecordInfo),
            NamesColumn = false,
        },
        new SequenceSource<Row>("asynchronous shape", [SourceFault.Sequence, SourceFault.Getter, .. ValueFaults], FailureRows.Dictionary)
        {
            FromAsync = rows => JsonRows.From(rows, FailureRows.Shape),
        },
    ];

    public string Name => name;

    public IEnumerable<SourceFault> Faults => faults;

    /// <summary>The faults that are code of users, which may do anything.</summary>
    public IEnumerable<SourceFault> Calls =>
        faults.Where(fault => fault is not (SourceFault.Cell or SourceFault.NestedOwn or SourceFault.Unsupported));

    /// <summary>Only asynchronous sinks take it.</summary>
    public abstract bool IsAsynchronous { get; }

    /// <summary>A row writer takes its rows.</summary>
    public abstract bool IsPushed { get; }

    /// <summary>A failure in a cell names it.</summary>
    public bool NamesColumn { get; init; } = true;

    /// <summary>The column that a failure is to name.</summary>
    public string? Column(SourceFault fault) =>
        fault is not (SourceFault.Sequence or SourceFault.RowItself) && NamesColumn ? FailedColumn : null;

    /// <summary>How members of objects are read: the serializer does not report which of them failed.</summary>
    public ObjectAccess Access { get; init; } = ObjectAccess.Serializer;

    /// <summary>The column that fails.</summary>
    public string FailedColumn { get; init; } = "bad";

    /// <summary>Its columns are those of its rows, and are named while a row is written.</summary>
    public bool IsNamedByRows { get; init; }

    /// <summary>All rows as the serializer takes them; a fault that is a call does nothing.</summary>
    public abstract object?[] Sound(SourceFault fault = SourceFault.None, int at = -1);

    /// <summary>The rows as a synchronous source.</summary>
    public abstract JsonRows Open(FailureCase run);

    public abstract Task<JsonRowResult> WriteToAsync(FailureCase run, Stream stream);

    public abstract Task<JsonRowResult> WriteToAsync(FailureCase run, PipeWriter pipe);

    /// <summary>The rows as a stream to read from.</summary>
    public abstract Stream OpenStream(FailureCase run);

    /// <summary>The rows as the body of a request.</summary>
    public abstract HttpContent OpenContent(FailureCase run);

    /// <summary>Hands the rows to a row writer, one by one.</summary>
    public abstract void PushTo(FailureCase run, JsonRowWriter writer);

    /// <summary>The same asynchronously, as long as somebody reads.</summary>
    public abstract Task PushToAsync(FailureCase run, JsonRowWriter writer);
}
