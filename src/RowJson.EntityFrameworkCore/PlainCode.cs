using System.Reflection;

namespace RowJson.EntityFrameworkCore;

// Reads constructors and accessors that do nothing but move values: those of records, of anonymous types, and of properties without code.
// Then a property returns what is stored in it. Others are not understood, and the answer is null.
internal static class PlainCode
{
    private const byte Nop = 0x00;
    private const byte Ldarg0 = 0x02;
    private const byte Ldarg3 = 0x05;
    private const byte LdargS = 0x0E;
    private const byte Ldnull = 0x14;
    private const byte LdcI4M1 = 0x15;
    private const byte LdcI4Value8 = 0x1E;
    private const byte Call = 0x28;
    private const byte Ret = 0x2A;
    private const byte Ldstr = 0x72;
    private const byte Ldfld = 0x7B;
    private const byte Stfld = 0x7D;
    private const byte Ldsfld = 0x7E;

    // The field that a property returns.
    public static FieldInfo? FieldOfGetter(PropertyInfo property) =>
        property.GetMethod is { } getter && CodeOf(getter) is [Ldarg0, Ldfld, .. { Length: 4 } token, Ret] ? FieldAt(getter, token) : null;

    // The field that a property is stored in.
    public static FieldInfo? FieldOfSetter(PropertyInfo property) =>
        property.SetMethod is { } setter && CodeOf(setter) is [Ldarg0, Ldarg0 + 1, Stfld, .. { Length: 4 } token, Ret]
            ? FieldAt(setter, token)
            : null;

    // The fields that the parameters of a constructor are stored in; null for a parameter that is not stored. A field that gets another
    // value after a parameter's is not understood.
    public static FieldInfo?[]? FieldsOfConstructor(ConstructorInfo constructor)
    {
        if (CodeOf(constructor) is not { } code) return null;
        var fields = new FieldInfo?[constructor.GetParameters().Length];
        ReadOnlySpan<byte> rest = code;
        while (rest is not [Ret])
        {
            if (rest is [Nop, ..])
            {
                // A debug build adds them after a call.
                rest = rest[1..];
                continue;
            }
            if (rest is not [Ldarg0, ..]) return null;
            rest = rest[1..];
            if (rest is [Call, ..])
            {
                if (!CallsObject(constructor, rest[1..5])) return null;
                rest = rest[5..];
                continue;
            }
            int parameter = ReadValue(ref rest);
            if (parameter == Unknown || rest is not [Stfld, _, _, _, _, ..]) return null;
            if (FieldAt(constructor, rest[1..5]) is not { } field) return null;
            if (Array.IndexOf(fields, field) >= 0) return null;
            if (parameter != Constant) fields[parameter] = field;
            rest = rest[5..];
        }
        return fields;
    }

    private const int Unknown = -2;
    private const int Constant = -1;

    // Moves past an instruction that loads a value; returns the parameter's number if it loads a parameter.
    private static int ReadValue(ref ReadOnlySpan<byte> code)
    {
        (int value, int length) = code switch
        {
            [> Ldarg0 and <= Ldarg3 and var argument, ..] => (argument - Ldarg0 - 1, 1),
            [LdargS, > 0 and var argument, ..] => (argument - 1, 2),
            // What a property is initialized with: a constant text or number, string.Empty.
            [Ldnull or >= LdcI4M1 and <= LdcI4Value8, ..] => (Constant, 1),
            [Ldstr or Ldsfld, _, _, _, _, ..] => (Constant, 5),
            _ => (Unknown, 0),
        };
        code = code[length..];
        return value;
    }

    private static bool CallsObject(ConstructorInfo constructor, ReadOnlySpan<byte> token) =>
        constructor.Module.ResolveMethod(BitConverter.ToInt32(token)) is ConstructorInfo called && called.DeclaringType == typeof(object);

    private static FieldInfo? FieldAt(MethodBase method, ReadOnlySpan<byte> token) =>
        method.Module.ResolveField(
            BitConverter.ToInt32(token),
            method.DeclaringType!.IsGenericType ? method.DeclaringType.GetGenericArguments() : null,
            genericMethodArguments: null);

    // The instructions; null if there are none to look at.
    private static byte[]? CodeOf(MethodBase method) =>
        BitConverter.IsLittleEndian ? method.GetMethodBody()?.GetILAsByteArray() : null;
}
