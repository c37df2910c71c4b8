using System.Data.Common;
using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace RowJson;

/// <summary>Takes the values of one row from a <see cref="DbRowReader"/>, one for each column.</summary>
/// <remarks>It is valid during the call of <see cref="DbRowReader.WriteCells"/> that it is given to, on the thread of that call.</remarks>
public sealed class DbCellWriter
{
    private readonly DbRowReader _rowReader;
    private readonly ReaderColumns _columns;
    private readonly int _count;

    private RowEncoder _encoder = null!;
    private DbDataReader _reader = null!;
    private EncodedName _name = null!;
    private int _position;
    private int _index;

    /// <summary>The cell under way has its value; so it is before the first one.</summary>
    private bool _isWritten;

    /// <summary>The thread that may write; 0 between rows, after a failure, and while a value is being written.</summary>
    private int _thread;

    internal DbCellWriter(DbRowReader rowReader, ReaderColumns columns)
    {
        _rowReader = rowReader;
        _columns = columns;
        _count = columns.ColumnCount;
    }

    /// <summary>The column's number in the reader, from 0. Columns that are not written are left out.</summary>
    /// <exception cref="InvalidOperationException">There is no current cell.</exception>
    public int Ordinal
    {
        get
        {
            if ((uint)_index >= (uint)_count) ThrowNoCell();
            return _columns.OrdinalOf(_index);
        }
    }

    /// <summary>Moves to the next cell, which then takes one value.</summary>
    /// <returns><see langword="false"/> if all cells are written.</returns>
    /// <exception cref="InvalidOperationException">
    /// The current cell has no value yet, or the call that this writer was for is over.
    /// </exception>
    public bool MoveNext()
    {
        if (!_isWritten || _thread != Environment.CurrentManagedThreadId) ThrowCannotMove();
        while (_index < _count && ++_index < _count)
        {
            if (!_columns.UsesGetters(_index))
            {
                _name = _columns.NameAt(_index);
                _isWritten = false;
                return true;
            }
            WriteByGetters();
        }
        return false;
    }

    /// <summary>Writes null, or leaves the cell out where <see cref="JsonRowOptions.OmitNulls"/> says so.</summary>
    /// <exception cref="InvalidOperationException">There is no current cell, or it has a value already.</exception>
    public void WriteNull() => EndValue(BeginValue().WriteNullCell(_position, _name));

    /// <summary>Writes an integer.</summary>
    /// <param name="value">The value.</param>
    /// <exception cref="InvalidOperationException">There is no current cell, or it has a value already.</exception>
    public void WriteNumber(long value) => EndValue(BeginValue().WriteCell(_position, _name, value));

    /// <summary>Writes a number. <see cref="JsonRowOptions.NonFiniteHandling"/> applies.</summary>
    /// <param name="value">The value.</param>
    /// <exception cref="ArgumentException">The options have no form for NaN or an infinity.</exception>
    /// <exception cref="InvalidOperationException">There is no current cell, or it has a value already.</exception>
    public void WriteNumber(double value) => EndValue(BeginValue().WriteCell(_position, _name, value));

    /// <summary>
    /// Writes text in UTF-8 as a string. What is not valid UTF-8 becomes U+FFFD, as with <see cref="System.Text.Encoding.UTF8"/>.
    /// </summary>
    /// <param name="utf8">The text, without quotes or escapes.</param>
    /// <exception cref="InvalidOperationException">There is no current cell, or it has a value already.</exception>
    public void WriteString(ReadOnlySpan<byte> utf8) => EndValue(BeginValue().WriteUtf8Cell(_position, _name, utf8));

    /// <summary>Writes text as a string.</summary>
    /// <param name="text">The text, without quotes or escapes.</param>
    /// <exception cref="InvalidOperationException">There is no current cell, or it has a value already.</exception>
    public void WriteString(ReadOnlySpan<char> text) => EndValue(BeginValue().WriteTextCell(_position, _name, text));

    /// <summary>Writes bytes as a string in Base64.</summary>
    /// <param name="bytes">The bytes.</param>
    /// <exception cref="InvalidOperationException">There is no current cell, or it has a value already.</exception>
    public void WriteBase64(ReadOnlySpan<byte> bytes) => EndValue(BeginValue().WriteBase64Cell(_position, _name, bytes));

    /// <summary>Has the cell read by the reader's getters and written, as without a <see cref="DbRowReader"/>.</summary>
    /// <exception cref="InvalidOperationException">There is no current cell, or it has a value already.</exception>
    public void WriteFromReader()
    {
        BeginValue();
        WriteByGetters();
    }

    /// <summary>Has the cells of a row written; <paramref name="current"/> is the index of the column that a failure belongs to.</summary>
    internal int WriteRow(RowEncoder encoder, int position, DbDataReader reader, ref int current)
    {
        if (_count == 0) return position;
        Debug.Assert(_encoder is null);
        _encoder = encoder;
        _reader = reader;
        _position = position;
        _index = -1;
        _isWritten = true;
        _thread = Environment.CurrentManagedThreadId;
        try
        {
            _rowReader.WriteCells(reader, this);
            if (_thread != Environment.CurrentManagedThreadId || _index < _count) ThrowIncomplete();
            Close();
            return _position;
        }
        // A filter runs before those of the callers, which read the column's index.
        catch (Exception) when (Fail(out current))
        {
            throw;
        }
    }

    private bool Fail(out int current)
    {
        current = Math.Clamp(_index, 0, _count - 1);
        Close();
        return false;
    }

    private void Close()
    {
        _thread = 0;
        _isWritten = true;
        _encoder = null!;
        _reader = null!;
    }

    /// <summary>Begins a value. Until it ends nothing else is taken, whatever code of the user's runs while the output grows.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private RowEncoder BeginValue()
    {
        if (_isWritten || _thread != Environment.CurrentManagedThreadId) ThrowCannotWrite();
        _isWritten = true;
        _thread = 0;
        return _encoder;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void EndValue(int position)
    {
        _position = position;
        _thread = Environment.CurrentManagedThreadId;
    }

    private void WriteByGetters()
    {
        _thread = 0;
        EndValue(_columns.WriteByGetters(_encoder, _position, _reader, _index));
    }

    [DoesNotReturn]
    private void ThrowCannotMove()
    {
        if (_thread != Environment.CurrentManagedThreadId) ThrowClosed();
        throw new InvalidOperationException(
            $"The cell of column '{_name.Key}' has no value. Write one, or call {nameof(WriteFromReader)}, before {nameof(MoveNext)}.");
    }

    [DoesNotReturn]
    private void ThrowCannotWrite()
    {
        if (_thread != Environment.CurrentManagedThreadId) ThrowClosed();
        ThrowNoCell();
    }

    [DoesNotReturn]
    private static void ThrowNoCell() =>
        throw new InvalidOperationException(
            $"No cell waits for a value. Call {nameof(MoveNext)} before each, and write as long as it returns true.");

    [DoesNotReturn]
    private static void ThrowClosed() => throw new InvalidOperationException(
        $"A {nameof(DbCellWriter)} is for one call of {nameof(DbRowReader)}.{nameof(DbRowReader.WriteCells)}, on its thread, "
        + "and takes no more after a failure. Do not keep it, and let exceptions pass.");

    [DoesNotReturn]
    private void ThrowIncomplete()
    {
        if (_thread != Environment.CurrentManagedThreadId) ThrowClosed();
        throw new InvalidOperationException(
            $"{_rowReader.GetType()} has returned before all {_count} cells of a row were written. "
            + $"Call {nameof(MoveNext)} until it returns false.");
    }
}
