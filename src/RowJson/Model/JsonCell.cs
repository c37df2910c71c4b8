namespace RowJson;

/// <summary>A cell that is not null, for a function of <see cref="JsonRowOptions.ColumnConverter"/>. It is valid during its call.</summary>
[SuppressMessage("Performance", "CA1815", Justification = "Cells are not compared.")]
public readonly struct JsonCell
{
    private readonly IDataRecord? _record;
    private readonly int _ordinal;
    private readonly object? _value;

    internal JsonCell(IDataRecord record, int ordinal) => (_record, _ordinal) = (record, ordinal);

    internal JsonCell(object value) => _value = value;

    /// <summary>The value as the source returns it.</summary>
    /// <remarks>With sequential access a cell can be read once: keep what is returned here.</remarks>
    public object Value => _record is null ? _value! : _record.GetValue(_ordinal);

    /// <summary>The value as another type that the source can return.</summary>
    /// <typeparam name="T">A type that the provider supports for the column.</typeparam>
    /// <returns>
    /// What <see cref="DbDataReader.GetFieldValue{T}"/> returns, if the source is a <see cref="DbDataReader"/>; otherwise
    /// <see cref="Value"/>.
    /// </returns>
    /// <exception cref="InvalidCastException">The source does not return the value as this type.</exception>
    public T GetValue<T>() => _record is DbDataReader reader ? reader.GetFieldValue<T>(_ordinal) : (T)Value;
}
