using System.Collections;
using System.Collections.ObjectModel;
using System.Data.Common;

namespace RowJson.Tests;

/// <summary>Numbers from 0 on, and a record of the reader's end.</summary>
internal sealed class RecordingReader(long rows, bool fails, Action<string> record) : DbDataReader, IDbColumnSchemaGenerator
{
    private long _row = -1;

    public override int FieldCount => 1;

    public override bool HasRows => rows > 0;

    public override bool IsClosed => false;

    public override int Depth => 0;

    public override int RecordsAffected => -1;

    public override object this[int ordinal] => _row;

    public override object this[string name] => _row;

    /// <summary>Not asked for: that a reader can describe its columns says that their types are the same in all rows.</summary>
    public ReadOnlyCollection<DbColumn> GetColumnSchema() => throw new NotSupportedException();

    public override bool Read() => ++_row < rows || (fails ? throw new TimeoutException("The database has gone.") : false);

    public override bool NextResult() => false;

    public override Task<bool> NextResultAsync(CancellationToken cancellationToken)
    {
        record(cancellationToken.IsCancellationRequested ? "next result cancelled" : "next result");
        return base.NextResultAsync(cancellationToken);
    }

    public override string GetName(int ordinal) => "number";

    public override int GetOrdinal(string name) => 0;

    public override Type GetFieldType(int ordinal) => typeof(long);

    public override string GetDataTypeName(int ordinal) => "bigint";

    public override bool IsDBNull(int ordinal) => false;

    public override long GetInt64(int ordinal) => _row;

    public override object GetValue(int ordinal) => _row;

    public override int GetValues(object[] values) => throw new NotSupportedException();

    public override bool GetBoolean(int ordinal) => throw new NotSupportedException();

    public override byte GetByte(int ordinal) => throw new NotSupportedException();

    public override char GetChar(int ordinal) => throw new NotSupportedException();

    public override DateTime GetDateTime(int ordinal) => throw new NotSupportedException();

    public override decimal GetDecimal(int ordinal) => throw new NotSupportedException();

    public override double GetDouble(int ordinal) => throw new NotSupportedException();

    public override float GetFloat(int ordinal) => throw new NotSupportedException();

    public override Guid GetGuid(int ordinal) => throw new NotSupportedException();

    public override short GetInt16(int ordinal) => throw new NotSupportedException();

    public override int GetInt32(int ordinal) => throw new NotSupportedException();

    public override string GetString(int ordinal) => throw new NotSupportedException();

    public override long GetBytes(int ordinal, long dataOffset, byte[]? buffer, int bufferOffset, int length) =>
        throw new NotSupportedException();

    public override long GetChars(int ordinal, long dataOffset, char[]? buffer, int bufferOffset, int length) =>
        throw new NotSupportedException();

    public override IEnumerator GetEnumerator() => new DbEnumerator(this);

    protected override void Dispose(bool disposing)
    {
        record("reader disposed");
        base.Dispose(disposing);
    }
}
