using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;

namespace RowJson;

/// <summary>
/// Compiles the columns of a type into a method that reads each member and writes its cell, without a delegate or a virtual call
/// between: the getters are inlined by the JIT, and so are the writers of scalars, unless there are too many.
/// </summary>
[RequiresDynamicCode("Emits methods at run time.")]
internal static class CellsCompiler
{
    /// <summary>
    /// Up to so many columns the writers are inlined. With more, calls are as fast, and there is an eighth of the code to compile and to
    /// keep in the processor's cache: 3 KB for 60 columns.
    /// </summary>
    private const int MaxInlinedColumns = 16;

    /// <summary>Compiles all columns; jitted when this returns.</summary>
    public static CellsWriter<T> Compile<T>(ObjectColumn<T>[] columns, EncodedName[] names)
    {
        object?[] writers = Array.ConvertAll(columns, column => column is MemberColumn<T> member ? member.Writer : column);
        var method = new DynamicMethod(
            $"WriteCells_{typeof(T).Name}",
            typeof(int),
            [typeof(Constants), typeof(ValueEncoder), typeof(int), typeof(T).MakeByRefType(), typeof(int).MakeByRefType()],
            typeof(CellsCompiler).Module,
            skipVisibility: true);
        ILGenerator il = method.GetILGenerator();
        bool isInlined = columns.Length <= MaxInlinedColumns;
        for (int i = 0; i < columns.Length; i++)
        {
            // current = i;
            il.Emit(OpCodes.Ldarg, 4);
            il.Emit(OpCodes.Ldc_I4, i);
            il.Emit(OpCodes.Stind_I4);
            if (columns[i] is MemberColumn<T> column) EmitMember(il, column, i, isInlined);
            else EmitColumn<T>(il, i);
            // position = what the writer returned;
            il.Emit(OpCodes.Starg, 2);
        }
        il.Emit(OpCodes.Ldarg_2);
        il.Emit(OpCodes.Ret);
        var compiled = method.CreateDelegate<CellsWriter<T>>(new Constants(names, writers));
        RuntimeHelpers.PrepareDelegate(compiled);
        return compiled;
    }

    /// <summary><c>Format.Write(encoder, position, names[i], row.Member)</c>, or the same by the column's writer.</summary>
    private static void EmitMember<T>(ILGenerator il, MemberColumn<T> column, int index, bool isInlined)
    {
        MethodInfo write = column.WriteMethod(isInlined);
        if (!write.IsStatic) EmitElement(il, nameof(Constants.Writers), index);
        il.Emit(OpCodes.Ldarg_1);
        il.Emit(OpCodes.Ldarg_2);
        EmitElement(il, nameof(Constants.Names), index);
        il.Emit(OpCodes.Ldarg_3);
        if (!typeof(T).IsValueType) il.Emit(OpCodes.Ldind_Ref);
        if (column.Member is FieldInfo field) il.Emit(OpCodes.Ldfld, field);
        else il.Emit(typeof(T).IsValueType ? OpCodes.Call : OpCodes.Callvirt, ((PropertyInfo)column.Member).GetMethod!);
        il.Emit(write.IsStatic ? OpCodes.Call : OpCodes.Callvirt, write);
    }

    /// <summary><c>columns[i].Write(encoder, position, names[i], ref row)</c>.</summary>
    private static void EmitColumn<T>(ILGenerator il, int index)
    {
        EmitElement(il, nameof(Constants.Writers), index);
        il.Emit(OpCodes.Ldarg_1);
        il.Emit(OpCodes.Ldarg_2);
        EmitElement(il, nameof(Constants.Names), index);
        il.Emit(OpCodes.Ldarg_3);
        il.Emit(OpCodes.Callvirt, typeof(ObjectColumn<T>).GetMethod(nameof(ObjectColumn<T>.Write))!);
    }

    private static void EmitElement(ILGenerator il, string array, int index)
    {
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Ldfld, typeof(Constants).GetField(array)!);
        il.Emit(OpCodes.Ldc_I4, index);
        il.Emit(OpCodes.Ldelem_Ref);
    }

    /// <summary>What compiled code refers to.</summary>
    private sealed class Constants(EncodedName[] names, object?[] writers)
    {
        public readonly EncodedName[] Names = names;
        public readonly object?[] Writers = writers;
    }
}
