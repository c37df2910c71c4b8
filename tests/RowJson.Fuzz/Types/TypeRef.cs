namespace RowJson.Fuzz;

/// <summary>A type as it is declared. It may be, or consist of, types that are yet to be emitted.</summary>
internal abstract record TypeRef
{
    private static readonly Known Simplest = new(typeof(int));

    public static Known Of(Type type) => new(type);

    /// <summary>The indices of the emitted types in it.</summary>
    public virtual IEnumerable<int> Indices => [];

    /// <summary>The type itself.</summary>
    public abstract Type Resolve(IReadOnlyList<Type> emitted);

    /// <summary>Simpler types to try in its place.</summary>
    public virtual IEnumerable<TypeRef> Smaller() => this == Simplest ? [] : [Simplest];

    /// <summary>The type in C#.</summary>
    public abstract override string ToString();

    /// <summary>A type of the framework or of the fuzzer.</summary>
    public sealed record Known(Type Type) : TypeRef
    {
        public override Type Resolve(IReadOnlyList<Type> emitted) => Type;

        public override string ToString() => CSharpText.TypeName(Type);
    }

    /// <summary>An emitted type.</summary>
    public sealed record Emitted(int Index) : TypeRef
    {
        public override IEnumerable<int> Indices => [Index];

        public override Type Resolve(IReadOnlyList<Type> emitted) => emitted[Index];

        public override string ToString() => TypeModel.NameOf(Index);
    }

    /// <summary>A generic type, or <see cref="Array"/> for arrays, of other types.</summary>
    public sealed record Generic(Type Definition, params TypeRef[] Arguments) : TypeRef
    {
        private bool IsArray => Definition == typeof(Array);

        public override IEnumerable<int> Indices => Arguments.SelectMany(argument => argument.Indices);

        public override Type Resolve(IReadOnlyList<Type> emitted)
        {
            Type[] arguments = Array.ConvertAll(Arguments, argument => argument.Resolve(emitted));
            return IsArray ? arguments[0].MakeArrayType() : Definition.MakeGenericType(arguments);
        }

        public override IEnumerable<TypeRef> Smaller()
        {
            yield return Simplest;
            foreach (TypeRef argument in Arguments) yield return argument;
            foreach (TypeRef argument in Arguments[^1].Smaller()) yield return new Generic(Definition, [.. Arguments[..^1], argument]);
        }

        public override string ToString() => IsArray
            ? $"{Arguments[0]}[]"
            : $"{Definition.Name[..Definition.Name.IndexOf('`', StringComparison.Ordinal)]}<{string.Join<TypeRef>(", ", Arguments)}>";
    }
}
