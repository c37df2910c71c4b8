using System.Collections;
using System.Collections.ObjectModel;
using System.Data.Common;

namespace RowJson.Tests;

/// <summary>A reader that asks another one. Every access to a cell passes <see cref="Touch"/>.</summary>
internal abstract class DelegatingReader(DbDataReader inner) : DbDataReader
{
    protected DbDataReader Inner => inner;

    public override int FieldCount => inner.FieldCount;

    public override bool HasRows => inner.HasRows;

    public override bool IsClosed => inner.IsClosed;

    public override int Depth => inner.Depth;

    public override int RecordsAffected => inner.RecordsAffected;

    public override object this[int ordinal] => GetValue(ordinal);

    public override object this[string name] => GetValue(GetOrdinal(name));

    /// <summary>Not asked for: that a reader can describe its columns says that their types are the same in all rows.</summary>
    public ReadOnlyCollection<DbColumn> GetColumnSchema() => throw new NotSupportedException();

    public override bool Read() => inner.Read();

    public override bool NextResult() => inner.NextResult();

    public override bool IsDBNull(int ordinal) => Touch(ordinal, isValue: false).IsDBNull(ordinal);

    public override object GetValue(int ordinal) => Touch(ordinal).GetValue(ordinal);

    public override T GetFieldValue<T>(int ordinal) => Touch(ordinal).GetFieldValue<T>(ordinal);

    public override bool GetBoolean(int ordinal) => Touch(ordinal).GetBoolean(ordinal);

    public override byte GetByte(int ordinal) => Touch(ordinal).GetByte(ordinal);

    public override char GetChar(int ordinal) => Touch(ordinal).GetChar(ordinal);

    public override DateTime GetDateTime(int ordinal) => Touch(ordinal).GetDateTime(ordinal);

    public override decimal GetDecimal(int ordinal) => Touch(ordinal).GetDecimal(ordinal);

    public override double GetDouble(int ordinal) => Touch(ordinal).GetDouble(ordinal);

    public override float GetFloat(int ordinal) => Touch(ordinal).GetFloat(ordinal);

    public override Guid GetGuid(int ordinal) => Touch(ordinal).GetGuid(ordinal);

    public override short GetInt16(int ordinal) => Touch(ordinal).GetInt16(ordinal);

    public override int GetInt32(int ordinal) => Touch(ordinal).GetInt32(ordinal);

    public override long GetInt64(int ordinal) => Touch(ordinal).GetInt64(ordinal);

    public override string GetString(int ordinal) => Touch(ordinal).GetString(ordinal);

    public override string GetName(int ordinal) => inner.GetName(ordinal);

    public override string GetDataTypeName(int ordinal) => inner.GetDataTypeName(ordinal);

    public override Type GetFieldType(int ordinal) => inner.GetFieldType(ordinal);

    public override int GetOrdinal(string name) => inner.GetOrdinal(name);

    public override int GetValues(object[] values) => throw new NotSupportedException();

    public override long GetBytes(int ordinal, long dataOffset, byte[]? buffer, int bufferOffset, int length) =>
        throw new NotSupportedException();

    public override long GetChars(int ordinal, long dataOffset, char[]? buffer, int bufferOffset, int length) =>
        throw new NotSupportedException();

    public override IEnumerator GetEnumerator() => new DbEnumerator(this);

    /// <summary>Called before a cell is asked for.</summary>
    protected abstract void OnTouch(int ordinal, bool isValue);

    private DbDataReader Touch(int ordinal, bool isValue = true)
    {
        OnTouch(ordinal, isValue);
        return inner;
    }
}

/// <summary>Fails unless each column is read once at most and in order, as readers with sequential access do.</summary>
internal sealed class SequentialReader(DbDataReader inner) : DelegatingReader(inner), IDbColumnSchemaGenerator
{
    private int _next;

    public override bool Read()
    {
        _next = 0;
        return base.Read();
    }

    protected override void OnTouch(int ordinal, bool isValue)
    {
        if (ordinal < _next) throw new InvalidOperationException($"Column {ordinal} was read, and column {_next} is next.");
        _next = isValue ? ordinal + 1 : ordinal;
    }
}

/// <summary>
/// Every move to the next row yields to the thread pool first, and asks a callback, if there is one, whether to go on. A synchronous
/// move is a failure.
/// </summary>
internal sealed class YieldingReader(DbDataReader inner, Func<CancellationToken, ValueTask<bool>>? moving = null)
    : DelegatingReader(inner), IDbColumnSchemaGenerator
{
    public override bool Read() => throw new InvalidOperationException("A synchronous read on an asynchronous pass.");

    public override async Task<bool> ReadAsync(CancellationToken cancellationToken)
    {
        await Task.Yield();
        if (moving is not null && !await moving(cancellationToken)) return false;
        cancellationToken.ThrowIfCancellationRequested();
        return Inner.Read();
    }

    protected override void OnTouch(int ordinal, bool isValue)
    {
    }
}

/// <summary>Fails, or does something else, at one cell, or at the move to one row where the column is -1.</summary>
internal sealed class FailingReader(DbDataReader inner, int row, int column, Action? act = null)
    : DelegatingReader(inner), IDbColumnSchemaGenerator
{
    public const string Message = "The connection broke.";

    private int _row = -1;

    public override bool Read()
    {
        if (++_row == row && column < 0) Act();
        return base.Read();
    }

    protected override void OnTouch(int ordinal, bool isValue)
    {
        if (_row == row && ordinal == column && isValue) Act();
    }

    private void Act()
    {
        if (act is null) throw new IOException(Message);
        act();
    }
}
