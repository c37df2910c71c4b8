using System.Reflection.Emit;

namespace RowJson;

// Compiles the columns of a type into a method that reads each member and writes its cell, without a delegate or a virtual call between:
// the getters are inlined by the JIT, and so are the writers of scalars, unless there are too many.
[RequiresDynamicCode("Emits methods at run time.")]
internal static class CellsCompiler
{
    // Up to this many columns the writers are inlined. With more, calls are as fast, and there is an eighth of the code to compile and to
    // keep in the processor's cache: 3 KB for 60 columns.
    private const int MaxInlinedColumns = 16;

    public static CellsWriter<T> Compile<T>(ObjectColumn<T>[] columns, EncodedName[] names)
    {
        // One array, the first argument of the compiled code: its elements are the objects that the code refers to.
        object?[] constants = [.. names, .. columns.Select(column => column.Writer)];
        // The class is initialised first: otherwise the compiled code would ask at each cell whether it is.
        RuntimeHelpers.RunClassConstructor(typeof(DecimalFormatter).TypeHandle);
        var method = new DynamicMethod(
            $"WriteCells_{typeof(T).Name}",
            typeof(int),
            [typeof(object[]), typeof(ValueEncoder), typeof(int), typeof(T).MakeByRefType(), typeof(int).MakeByRefType()],
            typeof(CellsCompiler).Module,
            skipVisibility: true);
        ILGenerator il = method.GetILGenerator();
        if (!typeof(T).IsValueType)
        {
            // The row is read once: after a call, the compiler would read the reference anew.
            il.DeclareLocal(typeof(T));
            il.Emit(OpCodes.Ldarg_3);
            il.Emit(OpCodes.Ldind_Ref);
            il.Emit(OpCodes.Stloc_0);
        }
        bool isInlined = columns.Length <= MaxInlinedColumns;
        for (int i = 0; i < columns.Length; i++)
        {
            // current = i;
            il.Emit(OpCodes.Ldarg, 4);
            il.Emit(OpCodes.Ldc_I4, i);
            il.Emit(OpCodes.Stind_I4);
            EmitCell(il, columns[i], i, columns.Length + i, isInlined ? names[i].Length : null);
            // position = what the writer returned;
            il.Emit(OpCodes.Starg, 2);
        }
        il.Emit(OpCodes.Ldarg_2);
        il.Emit(OpCodes.Ret);
        var compiled = method.CreateDelegate<CellsWriter<T>>(constants);
        RuntimeHelpers.PrepareDelegate(compiled);
        return compiled;
    }

    // Format.Write(encoder, position, names[i], length, row.Member), or the same by the column's writer, or
    // columns[i].Write(encoder, position, names[i], ref row).
    private static void EmitCell<T>(ILGenerator il, ObjectColumn<T> column, int name, int writer, int? nameLength)
    {
        MethodInfo write = column.WriteMethod(isInlined: nameLength is not null);
        if (!write.IsStatic) EmitConstant(il, writer);
        il.Emit(OpCodes.Ldarg_1);
        il.Emit(OpCodes.Ldarg_2);
        EmitConstant(il, name);
        if (nameLength is { } length && column.Member is not null) il.Emit(OpCodes.Ldc_I4, length);
        il.Emit(typeof(T).IsValueType || column.Member is null ? OpCodes.Ldarg_3 : OpCodes.Ldloc_0);
        if (column.Member is FieldInfo field) il.Emit(OpCodes.Ldfld, field);
        if (column.Member is PropertyInfo { GetMethod: { } getter })
            il.Emit(typeof(T).IsValueType ? OpCodes.Call : OpCodes.Callvirt, getter);
        il.Emit(write.IsStatic ? OpCodes.Call : OpCodes.Callvirt, write);
    }

    private static void EmitConstant(ILGenerator il, int index)
    {
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Ldc_I4, index);
        il.Emit(OpCodes.Ldelem_Ref);
    }
}
