using System.Reflection;
using System.Reflection.Emit;
using System.Text;
using System.Text.Json.Serialization;

namespace RowJson.Fuzz;

/// <summary>Makes the types that models describe, in an assembly of their own.</summary>
internal sealed class TypeEmitter
{
    private const MethodAttributes Accessor = MethodAttributes.Public | MethodAttributes.HideBySig | MethodAttributes.SpecialName;
    private const MethodAttributes Implementation =
        MethodAttributes.Public | MethodAttributes.HideBySig | MethodAttributes.Virtual | MethodAttributes.Final | MethodAttributes.NewSlot;

    private readonly TypeFamily _family;
    private readonly TypeBuilder[] _types;
    private readonly ConstructorBuilder?[] _constructors;

    private TypeEmitter(TypeFamily family, bool isCollected)
    {
        _family = family;
        var name = new AssemblyName("RowJson.Fuzz.Emitted");
        AssemblyBuilderAccess access = isCollected ? AssemblyBuilderAccess.RunAndCollect : AssemblyBuilderAccess.Run;
        ModuleBuilder module = AssemblyBuilder.DefineDynamicAssembly(name, access).DefineDynamicModule(name.Name!);
        _types = Array.ConvertAll(family.Types, model => module.DefineType(FullNameOf(model.Index), AttributesOf(model.Form)));
        _constructors = new ConstructorBuilder?[_types.Length];
    }

    /// <summary>The types, by their index.</summary>
    /// <param name="family">What they are to be.</param>
    /// <param name="isCollected">The assembly is collected with them. That of an application is not.</param>
    public static Type[] Emit(TypeFamily family, bool isCollected)
    {
        var emitter = new TypeEmitter(family, isCollected);
        // How a type is referred to depends on whether it is a structure.
        foreach (TypeModel model in family.Types) emitter.SetParent(model);
        foreach (TypeModel model in family.Types) emitter.Define(model);
        var types = new Type[family.Types.Length];
        foreach (TypeModel model in family.Types.OrderBy(RankOf)) types[model.Index] = emitter._types[model.Index].CreateType();
        return types;
    }

    /// <summary>Types are created in this order: one that others hold by value, or derive from, before them.</summary>
    public static int RankOf(TypeModel model) => model.Form == TypeForm.Struct ? model.Index : (1 << 16) + model.Index;

    private static string FullNameOf(int index) => $"{typeof(TypeEmitter).Namespace}.{TypeModel.NameOf(index)}";

    private static TypeAttributes AttributesOf(TypeForm form) => TypeAttributes.Public | form switch
    {
        TypeForm.Struct => TypeAttributes.SequentialLayout | TypeAttributes.Sealed,
        TypeForm.Interface => TypeAttributes.Interface | TypeAttributes.Abstract,
        _ => TypeAttributes.Class,
    };

    private void SetParent(TypeModel model)
    {
        if (model.Form == TypeForm.Struct) _types[model.Index].SetParent(typeof(ValueType));
        else if (model is { Form: TypeForm.Class, Base: { } index } && _family.Types[index].Form == TypeForm.Class)
            _types[model.Index].SetParent(_types[index]);
    }

    private void Define(TypeModel model)
    {
        TypeBuilder type = _types[model.Index];
        TypeModel? parent = model.Base is { } index ? _family.Types[index] : null;
        foreach (AttributeModel attribute in model.Attributes) type.SetCustomAttribute(Build(attribute));
        foreach ((int derived, object? discriminator) in model.Derived) SetDerived(type, derived, discriminator);
        var fields = new Dictionary<string, FieldBuilder>();
        foreach (MemberModel member in model.Members)
            if (DefineMember(type, member, model.Form == TypeForm.Interface, isImplemented: false) is { } field) fields[member.Name] = field;
        for (; parent?.Form == TypeForm.Interface; parent = parent.Base is { } next ? _family.Types[next] : null)
        {
            type.AddInterfaceImplementation(_types[parent.Index]);
            foreach (MemberModel member in model.Form == TypeForm.Interface ? [] : parent.Members)
                DefineMember(type, member, isAbstract: false, isImplemented: true);
        }
        foreach (Type callback in model.Callbacks) DefineCallback(type, callback);
        DefineConstructor(model, type, fields);
    }

    private FieldBuilder? DefineMember(TypeBuilder type, MemberModel member, bool isAbstract, bool isImplemented)
    {
        Type memberType = member.Type.Resolve(_types);
        if (member.Form == MemberForm.Field && !isAbstract && !isImplemented)
        {
            FieldBuilder bare = type.DefineField(member.Name, memberType, FieldAttributes.Public);
            foreach (AttributeModel attribute in member.Attributes) bare.SetCustomAttribute(Build(attribute));
            return bare;
        }
        PropertyBuilder property = type.DefineProperty(member.Name, PropertyAttributes.None, memberType, null);
        foreach (AttributeModel attribute in member.Attributes) property.SetCustomAttribute(Build(attribute));
        FieldBuilder? field = isAbstract ? null : type.DefineField("_" + member.Name, memberType, FieldAttributes.Private);
        MethodAttributes access = isAbstract
                ? Accessor | MethodAttributes.Virtual | MethodAttributes.Abstract | MethodAttributes.NewSlot
            : isImplemented ? Accessor | Implementation
            : member.Form == MemberForm.Hidden ? MethodAttributes.Private | MethodAttributes.HideBySig | MethodAttributes.SpecialName
            : Accessor;
        MethodBuilder getter = type.DefineMethod("get_" + member.Name, access, memberType, Type.EmptyTypes);
        if (field is not null) EmitGetter(getter.GetILGenerator(), field, member.Form == MemberForm.Failing);
        property.SetGetMethod(getter);
        if (member.Form is MemberForm.ReadOnly or MemberForm.Parameter && !isImplemented && !isAbstract) return field;
        MethodBuilder setter = type.DefineMethod("set_" + member.Name, access, null, [memberType]);
        if (field is not null) EmitSetter(setter.GetILGenerator(), field);
        property.SetSetMethod(setter);
        return field;
    }

    private static void EmitGetter(ILGenerator code, FieldBuilder field, bool mayFail)
    {
        code.Emit(OpCodes.Ldarg_0);
        code.Emit(OpCodes.Ldfld, field);
        if (mayFail) code.Emit(OpCodes.Call, typeof(Calls).GetMethod(nameof(Calls.Check))!);
        code.Emit(OpCodes.Ret);
    }

    private static void EmitSetter(ILGenerator code, FieldBuilder field)
    {
        code.Emit(OpCodes.Ldarg_0);
        code.Emit(OpCodes.Ldarg_1);
        code.Emit(OpCodes.Stfld, field);
        code.Emit(OpCodes.Ret);
    }

    private static void DefineCallback(TypeBuilder type, Type callback)
    {
        type.AddInterfaceImplementation(callback);
        string name = callback.GetMethods()[0].Name;
        ILGenerator code = type.DefineMethod(name, Implementation, null, Type.EmptyTypes).GetILGenerator();
        code.Emit(OpCodes.Ldstr, $"{type.Name}.{name}");
        code.Emit(OpCodes.Call, typeof(Calls).GetMethod(nameof(Calls.Add))!);
        code.Emit(OpCodes.Ret);
    }

    private void DefineConstructor(TypeModel model, TypeBuilder type, Dictionary<string, FieldBuilder> fields)
    {
        MemberModel[] parameters = [.. model.Parameters];
        if (model.Form == TypeForm.Interface || (model.Form == TypeForm.Struct && parameters.Length == 0)) return;
        Type[] types = [.. parameters.Select(parameter => parameter.Type.Resolve(_types))];
        ConstructorBuilder constructor = type.DefineConstructor(MethodAttributes.Public, CallingConventions.Standard, types);
        if (model.Form == TypeForm.Struct) constructor.SetCustomAttribute(Build(new AttributeModel(typeof(JsonConstructorAttribute), [])));
        ILGenerator code = constructor.GetILGenerator();
        if (model.Form == TypeForm.Class)
        {
            code.Emit(OpCodes.Ldarg_0);
            bool isDerived = model.Base is { } index && _family.Types[index].Form == TypeForm.Class;
            code.Emit(OpCodes.Call, isDerived ? _constructors[model.Base!.Value]! : typeof(object).GetConstructor(Type.EmptyTypes)!);
        }
        for (int i = 0; i < parameters.Length; i++)
        {
            constructor.DefineParameter(i + 1, ParameterAttributes.None, TypeModel.ParameterOf(parameters[i].Name));
            code.Emit(OpCodes.Ldarg_0);
            code.Emit(OpCodes.Ldarg, i + 1);
            code.Emit(OpCodes.Stfld, fields[parameters[i].Name]);
        }
        code.Emit(OpCodes.Ret);
        _constructors[model.Index] = constructor;
    }

    private static CustomAttributeBuilder Build(AttributeModel attribute)
    {
        ConstructorInfo constructor = attribute.Type.GetConstructors().Single(it => Takes(it.GetParameters(), attribute.Arguments));
        return new CustomAttributeBuilder(
            constructor,
            attribute.Arguments,
            [.. attribute.Named.Select(it => attribute.Type.GetProperty(it.Name)!)],
            [.. attribute.Named.Select(it => it.Value)]);
    }

    private static bool Takes(ParameterInfo[] parameters, object?[] arguments) =>
        parameters.Length == arguments.Length
        && parameters.Zip(arguments).All(it => it.Second is null || it.First.ParameterType.IsInstanceOfType(it.Second));

    /// <summary>An attribute whose argument is a type of the same assembly, which the runtime finds by the name alone (ECMA-335, II.23.3).</summary>
    private static void SetDerived(TypeBuilder type, int derived, object? discriminator)
    {
        using var blob = new MemoryStream();
        using var writer = new BinaryWriter(blob, Encoding.UTF8);
        writer.Write((ushort)1);
        writer.Write(FullNameOf(derived));
        if (discriminator is string text) writer.Write(text);
        else if (discriminator is int number) writer.Write(number);
        writer.Write((ushort)0);
        Type[] parameters = discriminator is null ? [typeof(Type)] : [typeof(Type), discriminator.GetType()];
        type.SetCustomAttribute(typeof(JsonDerivedTypeAttribute).GetConstructor(parameters)!, blob.ToArray());
    }
}
