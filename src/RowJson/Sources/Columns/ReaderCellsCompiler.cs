using System.Reflection.Emit;

namespace RowJson;

// Writes consecutive cells of a row; current is the index of the column under way.
internal delegate int ReaderCellsWriter(ValueEncoder encoder, int position, DbDataReader reader, ReaderColumn[] columns, ref int current);

// Compiles the columns of a result into methods that know the reader's own type: DbDataReader.IsDBNull and the typed getters are direct
// calls, which the JIT may inline, and there is no jump by the type of a column.
[RequiresDynamicCode("Emits methods at run time.")]
internal sealed class ReaderCellsCompiler
{
    // Columns in one method. The JIT inlines while a method's budget lasts.
    private const int ColumnsPerMethod = 32;

    // Columns of a result whose cells are written on the spot; those of wider ones by methods that all columns share, because their code
    // would not fit into the cache of instructions. Measured on 119 columns: 0.88 to 1.04 of the loop's time against 0.97 to 1.14.
    private const int MaxInlined = 32;

    private static readonly FieldInfo NameField = typeof(ReaderColumn).GetField(nameof(ReaderColumn.Name))!;
    private static readonly MethodInfo WriteUntypedCell = typeof(ValueEncoder).GetMethod(nameof(RowEncoder.WriteDatabaseCell))!;
    private static readonly MethodInfo WriteRareCell = typeof(ReaderColumns).GetMethod(nameof(ReaderColumns.WriteRareCell))!;

    private readonly DbDataReader _reader;
    private readonly ILGenerator _il;
    private readonly LocalBuilder _typedReader;
    private readonly bool _inlines;

    private ReaderCellsCompiler(DbDataReader reader, ILGenerator il, bool inlines)
    {
        _reader = reader;
        _il = il;
        _inlines = inlines;
        _typedReader = il.DeclareLocal(reader.GetType());
    }

    // Compiles all columns, in parts of ColumnsPerMethod; jitted when this returns.
    public static ReaderCellsWriter[] Compile(DbDataReader reader, ReaderColumn[] columns)
    {
        var parts = new ReaderCellsWriter[(columns.Length + ColumnsPerMethod - 1) / ColumnsPerMethod];
        for (int i = 0; i < parts.Length; i++)
        {
            int start = i * ColumnsPerMethod;
            parts[i] = CompilePart(reader, columns, start, Math.Min(start + ColumnsPerMethod, columns.Length));
        }
        return parts;
    }

    private static ReaderCellsWriter CompilePart(DbDataReader reader, ReaderColumn[] columns, int start, int end)
    {
        var method = new DynamicMethod(
            $"WriteCells_{reader.GetType().Name}_{start}",
            typeof(int),
            [typeof(ValueEncoder), typeof(int), typeof(DbDataReader), typeof(ReaderColumn[]), typeof(int).MakeByRefType()],
            typeof(ReaderCellsCompiler).Module,
            skipVisibility: true);
        var compiler = new ReaderCellsCompiler(reader, method.GetILGenerator(), columns.Length <= MaxInlined);
        compiler.EmitBegin();
        for (int i = start; i < end; i++) compiler.EmitColumn(i, columns[i].Ordinal, columns[i].Kind);
        compiler.EmitEnd();
        var compiled = method.CreateDelegate<ReaderCellsWriter>();
        RuntimeHelpers.PrepareDelegate(compiled);
        return compiled;
    }

    // var typedReader = (TReader)reader;
    private void EmitBegin()
    {
        _il.Emit(OpCodes.Ldarg_2);
        _il.Emit(OpCodes.Castclass, _typedReader.LocalType);
        _il.Emit(OpCodes.Stloc, _typedReader);
    }

    // return position;
    private void EmitEnd()
    {
        _il.Emit(OpCodes.Ldarg_1);
        _il.Emit(OpCodes.Ret);
    }

    private void EmitColumn(int index, int ordinal, CellKind kind)
    {
        Label writesNull = _il.DefineLabel();
        Label end = _il.DefineLabel();
        // current = i;
        _il.Emit(OpCodes.Ldarg, 4);
        _il.Emit(OpCodes.Ldc_I4, index);
        _il.Emit(OpCodes.Stind_I4);
        if (kind == CellKind.Untyped)
        {
            EmitUntyped(index, ordinal);
            return;
        }
        // if (typedReader.IsDBNull(ordinal)) goto writesNull;
        EmitCall(_reader.IsDBNull, ordinal);
        _il.Emit(OpCodes.Brtrue, writesNull);
        EmitValue(index, ordinal, kind, writesNull);
        _il.Emit(OpCodes.Br, end);

        _il.MarkLabel(writesNull);
        EmitCellArguments(index);
        EmitWriter<Func<RowEncoder, int, EncodedName, int>>(ReaderCell.WriteNull, SharedReaderCell.WriteNull);
        _il.MarkLabel(end);
        _il.Emit(OpCodes.Starg, 1);
    }

    // position = encoder.WriteDatabaseCell(position, columns[i].Name, typedReader.GetValue(ordinal)).
    private void EmitUntyped(int index, int ordinal)
    {
        EmitCellArguments(index);
        EmitCall(_reader.GetValue, ordinal);
        _il.Emit(OpCodes.Call, WriteUntypedCell);
        _il.Emit(OpCodes.Starg, 1);
    }

    private void EmitValue(int index, int ordinal, CellKind kind, Label writesNull)
    {
        switch (kind)
        {
            case CellKind.String: EmitText(index, ordinal, writesNull); break;
            case CellKind.Int32: EmitScalar<int>(index, ordinal, _reader.GetInt32); break;
            case CellKind.Int64: EmitScalar<long>(index, ordinal, _reader.GetInt64); break;
            case CellKind.Double: EmitScalar<double>(index, ordinal, _reader.GetDouble); break;
            case CellKind.Boolean: EmitScalar<bool>(index, ordinal, _reader.GetBoolean); break;
            case CellKind.DateTime: EmitScalar<DateTime>(index, ordinal, _reader.GetDateTime); break;
            case CellKind.Decimal: EmitScalar<decimal>(index, ordinal, _reader.GetDecimal); break;
            case CellKind.Guid: EmitScalar<Guid>(index, ordinal, _reader.GetGuid); break;
            case CellKind.Int16: EmitScalar<short>(index, ordinal, _reader.GetInt16); break;
            case CellKind.Byte: EmitScalar<byte>(index, ordinal, _reader.GetByte); break;
            case CellKind.Single: EmitScalar<float>(index, ordinal, _reader.GetFloat); break;
            case CellKind.Char: EmitScalar<char>(index, ordinal, _reader.GetChar); break;
            default: EmitRare(index); break;
        }
    }

    // ReaderCell.Write(encoder, position, columns[i].Name, typedReader.GetValue(ordinal)). The value is read before its name is written, so
    // that nothing of the writer's has to outlive the reader's call.
    private void EmitScalar<TValue>(int index, int ordinal, Func<int, TValue> getter)
        where TValue : struct
    {
        LocalBuilder value = _il.DeclareLocal(typeof(TValue));
        EmitCall(getter, ordinal);
        _il.Emit(OpCodes.Stloc, value);
        EmitCellArguments(index);
        _il.Emit(OpCodes.Ldloc, value);
        EmitWriter<Func<RowEncoder, int, EncodedName, TValue, int>>(ReaderCell.Write, SharedReaderCell.Write);
    }

    // Emits the cell of a string. Some readers return null although DbDataReader.IsDBNull is false.
    private void EmitText(int index, int ordinal, Label writesNull)
    {
        LocalBuilder value = _il.DeclareLocal(typeof(string));
        EmitCall(_reader.GetString, ordinal);
        _il.Emit(OpCodes.Stloc, value);
        _il.Emit(OpCodes.Ldloc, value);
        _il.Emit(OpCodes.Brfalse, writesNull);
        EmitCellArguments(index);
        _il.Emit(OpCodes.Ldloc, value);
        EmitWriter<Func<RowEncoder, int, EncodedName, string, int>>(ReaderCell.Write, SharedReaderCell.Write);
    }

    // WriteRareCell(encoder, position, reader, in columns[i]).
    private void EmitRare(int index)
    {
        _il.Emit(OpCodes.Ldarg_0);
        _il.Emit(OpCodes.Ldarg_1);
        _il.Emit(OpCodes.Ldarg_2);
        EmitColumnAddress(index);
        _il.Emit(OpCodes.Call, WriteRareCell);
    }

    // typedReader.Method(ordinal). A delegate of a virtual method is one of the override that the reader has; its type is known exactly, so
    // even where the class is not sealed, the call need not be virtual.
    private void EmitCall(Delegate getter, int ordinal)
    {
        _il.Emit(OpCodes.Ldloc, _typedReader);
        _il.Emit(OpCodes.Ldc_I4, ordinal);
        _il.Emit(OpCodes.Call, getter.Method);
    }

    private void EmitWriter<TWriter>(TWriter inlined, TWriter shared)
        where TWriter : Delegate =>
        _il.Emit(OpCodes.Call, (_inlines ? inlined : shared).Method);

    // encoder, position, columns[i].Name.
    private void EmitCellArguments(int index)
    {
        _il.Emit(OpCodes.Ldarg_0);
        _il.Emit(OpCodes.Ldarg_1);
        EmitColumnAddress(index);
        _il.Emit(OpCodes.Ldfld, NameField);
    }

    private void EmitColumnAddress(int index)
    {
        _il.Emit(OpCodes.Ldarg_3);
        _il.Emit(OpCodes.Ldc_I4, index);
        _il.Emit(OpCodes.Ldelema, typeof(ReaderColumn));
    }
}

// Writes cells within compiled code.
internal static class ReaderCell
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int WriteNull(ValueEncoder encoder, int position, EncodedName name) => encoder.WriteNullCell(position, name);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Write(ValueEncoder encoder, int position, EncodedName name, string value) => encoder.WriteCell(position, name, value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Write<TValue>(ValueEncoder encoder, int position, EncodedName name, TValue value)
        where TValue : struct => encoder.WriteScalarCell(position, name, value);
}

// Writers of cells that compiled code calls.
internal static class SharedReaderCell
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int WriteNull(ValueEncoder encoder, int position, EncodedName name) => ReaderCell.WriteNull(encoder, position, name);

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int Write(ValueEncoder encoder, int position, EncodedName name, string value) =>
        ReaderCell.Write(encoder, position, name, value);

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int Write<TValue>(ValueEncoder encoder, int position, EncodedName name, TValue value)
        where TValue : struct => ReaderCell.Write(encoder, position, name, value);
}
