using System.Data;
using System.Data.Common;

namespace RowJson;

/// <summary>The columns of one result, and how to know a record that is of it, or of one that has the same columns.</summary>
/// <typeparam name="TColumns">What writes its rows.</typeparam>
internal sealed class ReaderResult<TColumns>
{
    private readonly Type _readerType;
    private readonly Field[] _fields;

    public ReaderResult(IDataRecord reader, JsonRowOptions options, TColumns columns)
    {
        _readerType = reader.GetType();
        bool hasTypes = !ReaderColumns.TypesDifferByRow(reader);
        bool readsJson = !options.JsonColumnsAsText;
        bool isConverted = options.ColumnConverter is not null;
        _fields = new Field[reader.FieldCount];
        for (int i = 0; i < _fields.Length; i++)
        {
            Type? type = hasTypes ? reader.GetFieldType(i) : null;
            _fields[i] = new Field(
                reader.GetName(i), type, isConverted || (readsJson && type == typeof(string)) ? reader.GetDataTypeName(i) : null);
        }
        Columns = columns;
    }

    public TColumns Columns { get; }

    /// <summary>
    /// A reader does not show that it has moved to its next result, so all is compared on which the columns depend: for most
    /// readers the same instances each time, and the database's names of types only where they distinguish JSON from text.
    /// </summary>
    public bool IsOf(IDataRecord reader)
    {
        Field[] fields = _fields;
        if (reader.GetType() != _readerType || reader.FieldCount != fields.Length) return false;
        for (int i = 0; i < fields.Length; i++)
        {
            ref readonly Field field = ref fields[i];
            if (reader.GetName(i) != field.Name) return false;
            if (field.Type is not null && reader.GetFieldType(i) != field.Type) return false;
            if (field.DataTypeName is not null && reader.GetDataTypeName(i) != field.DataTypeName) return false;
        }
        return true;
    }

    /// <param name="name">What <see cref="DbDataReader.GetName"/> says.</param>
    /// <param name="type">What <see cref="DbDataReader.GetFieldType"/> says; null if it depends on the row.</param>
    /// <param name="dataTypeName">What <see cref="DbDataReader.GetDataTypeName"/> says; null if it makes no difference.</param>
    private readonly struct Field(string name, Type? type, string? dataTypeName)
    {
        public readonly string Name = name;
        public readonly Type? Type = type;
        public readonly string? DataTypeName = dataTypeName;
    }
}
