using System.Text.Json.Serialization;

namespace RowJson.Fuzz;

/// <summary>What kind of type is emitted.</summary>
internal enum TypeForm
{
    Class,
    Struct,
    Interface,
}

/// <summary>How a member is declared.</summary>
internal enum MemberForm
{
    Property,
    ReadOnly,
    Field,

    /// <summary>A private property.</summary>
    Hidden,

    /// <summary>A property that the constructor sets.</summary>
    Parameter,

    /// <summary>A property whose getter throws at some values.</summary>
    Failing,
}

/// <summary>An attribute of the serializer.</summary>
internal sealed record AttributeModel(Type Type, object?[] Arguments, params (string Name, object? Value)[] Named)
{
    public override string ToString()
    {
        string[] arguments = [.. Arguments.Select(CSharpText.Of), .. Named.Select(it => $"{it.Name} = {CSharpText.Of(it.Value)}")];
        string name = Type.Name[..^nameof(Attribute).Length];
        return arguments.Length == 0 ? name : $"{name}({string.Join(", ", arguments)})";
    }
}

/// <summary>A property or field.</summary>
internal sealed record MemberModel(string Name, TypeRef Type)
{
    public MemberForm Form { get; init; }

    public AttributeModel[] Attributes { get; init; } = [];

    public override string ToString()
    {
        string attributes = Attributes.Length == 0 ? "" : $"[{string.Join<AttributeModel>(", ", Attributes)}] ";
        return attributes + Form switch
        {
            MemberForm.Field => $"public {Type} {Name};",
            MemberForm.Hidden => $"private {Type} {Name} {{ get; set; }}",
            MemberForm.ReadOnly or MemberForm.Parameter => $"public {Type} {Name} {{ get; }}",
            MemberForm.Failing => $"public int {Name} {{ get => Calls.Check(field); set; }}",
            _ => $"public {Type} {Name} {{ get; set; }}",
        };
    }

    public IEnumerable<MemberModel> Smaller()
    {
        foreach (AttributeModel attribute in Attributes) yield return this with { Attributes = [.. Attributes.Where(it => it != attribute)] };
        if (Form is MemberForm.Field or MemberForm.Hidden or MemberForm.Parameter or MemberForm.ReadOnly)
            yield return this with { Form = MemberForm.Property };
        // What an attribute says fits the type.
        if (Attributes.Length == 0)
            foreach (TypeRef type in Type.Smaller()) yield return this with { Type = type };
    }
}

/// <summary>A type to emit.</summary>
internal sealed record TypeModel(int Index)
{
    public TypeForm Form { get; init; }

    /// <summary>The base class or the interface, an emitted type with a smaller index.</summary>
    public int? Base { get; init; }

    public AttributeModel[] Attributes { get; init; } = [];

    /// <summary>The derived types that the contract knows, each with its discriminator: text, a number, or none.</summary>
    public (int Index, object? Discriminator)[] Derived { get; init; } = [];

    /// <summary>Such as <see cref="IJsonOnSerializing"/>.</summary>
    public Type[] Callbacks { get; init; } = [];

    public MemberModel[] Members { get; init; } = [];

    public string Name => NameOf(Index);

    public IEnumerable<MemberModel> Parameters => Members.Where(member => member.Form == MemberForm.Parameter);

    /// <summary>The indices of other types that this one refers to.</summary>
    public IEnumerable<int> Indices =>
        [.. Members.SelectMany(member => member.Type.Indices), .. Derived.Select(it => it.Index), .. Base is { } index ? (int[])[index] : []];

    public static string NameOf(int index) => $"E{index}";

    public static string ParameterOf(string member) => char.ToLowerInvariant(member[0]) + member[1..];

    public override string ToString()
    {
        string attributes = string.Join(
            ", ",
            [.. Attributes.Select(it => it.ToString()), .. Derived.Select(it =>
                $"JsonDerivedType(typeof({NameOf(it.Index)}){(it.Discriminator is null ? "" : ", " + CSharpText.Of(it.Discriminator))})")]);
        string bases = string.Join(", ", [.. Base is { } index ? (string[])[NameOf(index)] : [], .. Callbacks.Select(it => it.Name)]);
        string parameters = string.Join(", ", Parameters.Select(it => $"{it.Type} {ParameterOf(it.Name)}"));
        string[] members =
        [
            .. parameters.Length == 0 ? (string[])[] : [$"public {Name}({parameters}) {{ … }}"],
            .. Members.Select(member => member.ToString()),
        ];
        return (attributes.Length == 0 ? "" : $"[{attributes}]\n") + $"public {Form.ToString().ToLowerInvariant()} {Name}"
            + (bases.Length == 0 ? "" : $" : {bases}") + $" {{ {string.Join(' ', members)} }}";
    }

    public IEnumerable<TypeModel> Smaller()
    {
        int half = Members.Length / 2;
        if (half > 1) yield return this with { Members = Members[half..] };
        if (half > 1) yield return this with { Members = Members[..half] };
        foreach (MemberModel member in Members) yield return this with { Members = [.. Members.Where(it => it != member)] };
        if (Base is not null) yield return this with { Base = null };
        if (Callbacks.Length > 0) yield return this with { Callbacks = [] };
        foreach (AttributeModel attribute in Attributes) yield return this with { Attributes = [.. Attributes.Where(it => it != attribute)] };
        foreach ((int, object?) derived in Derived) yield return this with { Derived = [.. Derived.Where(it => it != derived)] };
        for (int i = 0; i < Members.Length; i++)
            foreach (MemberModel member in Members[i].Smaller()) yield return this with { Members = [.. Members[..i], member, .. Members[(i + 1)..]] };
    }
}

/// <summary>Types that refer to each other, and the one that values are declared as.</summary>
internal sealed record TypeFamily(TypeModel[] Types, TypeRef Root)
{
    public bool HasMemory => ToString().Contains("Memory<", StringComparison.Ordinal);

    public bool IsPolymorphic => ToString().Contains("[JsonPolymorphic", StringComparison.Ordinal) || ToString().Contains("JsonDerivedType(", StringComparison.Ordinal);

    public bool HasConstructors => ToString().Contains(" { … }", StringComparison.Ordinal);

    public bool HasNumberHandling => ToString().Contains("JsonNumberHandling(", StringComparison.Ordinal);

    public bool Populates => ToString().Contains("JsonObjectCreationHandling.Populate", StringComparison.Ordinal);

    public bool HasSilentConverter => ToString().Contains(nameof(SilentConverter), StringComparison.Ordinal);

    /// <summary>The types that matter in C#.</summary>
    public override string ToString() => string.Join('\n', Needed().Select(index => Types[index].ToString()).Append($"value: {Root}"));

    private SortedSet<int> Needed()
    {
        var needed = new SortedSet<int>(Root.Indices);
        // What is declared as an object may be any of them.
        if ($"{Root} {string.Join<TypeModel>(' ', Types)}".Contains("object", StringComparison.Ordinal))
            needed.UnionWith(Types.Where(type => type.Members.Length > 0).Select(type => type.Index));
        while (Types.Where(type => needed.Contains(type.Index) || (type.Base is { } index && needed.Contains(index)))
            .SelectMany(type => type.Indices.Append(type.Index)).Any(needed.Add))
        {
        }
        return needed;
    }

    public IEnumerable<TypeFamily> Smaller()
    {
        // What nothing refers to any more is the first to go.
        int[] needed = [.. Needed()];
        for (int i = 0; i < Types.Length; i++)
            if (!needed.Contains(i) && Types[i].Members.Length > 0) yield return this with { Types = [.. Types[..i], new TypeModel(i), .. Types[(i + 1)..]] };
        foreach (TypeRef root in Root.Smaller()) yield return this with { Root = root };
        foreach (int i in needed)
            foreach (TypeModel type in Types[i].Smaller()) yield return this with { Types = [.. Types[..i], type, .. Types[(i + 1)..]] };
    }
}
