using System.Reflection;
using System.Reflection.Emit;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using RowJson.Analyzers;

namespace RowJson.Callers;

/// <summary>Contexts of an application that is compiled ahead: which getters they are given.</summary>
[Trait("Speed", "Slow")]
public class GetterGeneratorTests
{
    private const string Types = """
        public enum State : short { Open }
        public class Order { public int Id { get; set; } public string Note { get; init; } public State State { get; set; } public State? Last { get; set; } }
        public readonly record struct Seat(string Row, int Number);
        public struct Counted { private int _reads; public int Reads => ++_reads; }
        public class Animal { public virtual string Name { get; set; } public int Legs { get; set; } }
        public class Dog : Animal { public override string Name { get; set; } public new long Legs { get; set; } }
        public interface IThing { int Size { get; } }
        public interface IBox : IThing { int Count { get; } }
        public class Pair<T> { public T First { get; set; } public (int Key, T) @event { get; set; } }
        public class Trip { public Order[] Orders { get; set; } public Dictionary<string, List<Seat?>> Groups { get; set; } }
        public class Renamed { [Obsolete("", true)] public virtual int Name { get; set; } }
        [Obsolete("", true)] public class Gone { public class Inner { public int Id { get; set; } } }
        public interface IMeasured { static abstract int Zero { get; } int Size { get; } }
        public class Grown<T> { public T Value { get; set; } [JsonIgnore] public Grown<List<T>> More { get; set; } }
        public class Left : Renamed
        {
            private Order _order;
            public override int Name { get; set; }
            [Obsolete("", true)] public Gone.Inner Inner { get; set; }
            [JsonIgnore] public IMeasured Measured { get; set; }
            private int _field;
            public static int Static { get; set; }
            public int this[int index] => index;
            public ref int Reference => ref _field;
            public int Written { set { } }
            public int Hidden { private get; set; }
            public Span<byte> Span => default;
            public unsafe int* Pointer => null;
            public unsafe List<int*[]> Pointers => null;
            public int Field;
            [Obsolete] public int Old { get; set; }
            [System.Diagnostics.CodeAnalysis.Experimental("X1")] public int New { get; set; }
            public int Reflected { [System.Diagnostics.CodeAnalysis.RequiresUnreferencedCode("")] get => 0; }
            protected internal int Kept { get; set; }
        }
        file class Local { public int Id { get; set; } }
        public class Outer { private class Inner { public int Id { get; set; } } [JsonInclude] private Inner Held { get; set; } }
        public class Keys : Collection<Order> { public int Extra { get; set; } }
        [JsonDerivedType(typeof(Ticket), "ticket")] public class Paper;
        public class Ticket : Paper { public int Price { get; set; } }
        """;

    [Theory]
    [InlineData(
        "List<Order>", "Func<global::Order, int>)(static row => row.Id)", "Func<global::Order, string>)(static row => row.Note)",
        "Func<global::Order, short>)(static row => (short)row.State)", "Func<global::Order, global::State?>)(static row => row.Last)")]
    [InlineData(
        "Seat?", "JsonRowGetter<global::Seat, string>)(static (ref global::Seat row) => row.Row)",
        "JsonRowGetter<global::Seat, int>)(static (ref global::Seat row) => row.Number)")]
    [InlineData("Counted", "JsonRowGetter<global::Counted, int>)(static (ref global::Counted row) => row.Reads)")]
    [InlineData(
        "Dog", "Func<global::Dog, string>)(static row => row.Name)", "Func<global::Dog, long>)(static row => row.Legs)",
        "Func<global::Animal, string>)(static row => row.Name)", "Func<global::Animal, int>)(static row => row.Legs)")]
    [InlineData("IBox", "Func<global::IBox, int>)(static row => row.Count)", "Func<global::IThing, int>)(static row => row.Size)")]
    [InlineData(
        "Pair<string>", "Func<global::Pair<string>, string>)(static row => row.First)",
        "Func<global::Pair<string>, (int Key, string)>)(static row => row.@event)")]
    [InlineData("Left", "Func<global::Left, int>)(static row => row.Kept)")]
    [InlineData("Keys[]", "Func<global::Keys, int>)(static row => row.Extra)")]
    [InlineData("Paper", "Func<global::Ticket, int>)(static row => row.Price)")]
    [InlineData("Local")]
    [InlineData("Pair<Local>")]
    [InlineData("Pair<List<Local[]>>")]
    [InlineData("Outer")]
    [InlineData("Dictionary<string, Guid>")]
    public void Context_properties_haveGetters(string type, params string[] expected)
    {
        string[] getters = Generate($"[JsonSerializable(typeof({type}))]", new ContextCode(new GetterGenerator()) { Types = Types });
        if (type == "Keys[]") getters = [.. getters.Where(it => !it.Contains("global::Order", StringComparison.Ordinal))];
        getters.Should().BeEquivalentTo(expected);
    }

    [Fact]
    public void Context_whatPropertiesHold_hasGetters() =>
        Generate("[JsonSerializable(typeof(Trip))]", new ContextCode(new GetterGenerator()) { Types = Types })
            .Should().HaveCount(8).And.Contain("Func<global::Trip, global::Order[]>)(static row => row.Orders)");

    /// <summary>A getter of each that is not too deep to be of use.</summary>
    [Fact]
    public void Context_typeThatHoldsLargerOnes_isWrittenNonetheless() =>
        Generate("[JsonSerializable(typeof(Grown<int>))]", new ContextCode(new GetterGenerator()) { Types = Types })
            .Should().HaveCountLessThan(30).And.Contain("Func<global::Grown<int>, int>)(static row => row.Value)");

    /// <summary>Visual Basic has properties with parameters, which C# cannot name.</summary>
    [Fact]
    public void Context_propertyWithParameters_hasNoGetter()
    {
        var assembly = new PersistedAssemblyBuilder(new AssemblyName("basic"), typeof(object).Assembly);
        TypeBuilder type = assembly.DefineDynamicModule("basic").DefineType("Basic", TypeAttributes.Public);
        AddProperty(type, "Plain");
        AddProperty(type, "Numbered", typeof(int));
        type.CreateType();
        using var library = new MemoryStream();
        assembly.Save(library);

        var code = new ContextCode(new GetterGenerator()) { Library = MetadataReference.CreateFromImage(library.ToArray()) };
        Generate("[JsonSerializable(typeof(Basic))]", code).Should().Equal("Func<global::Basic, int>)(static row => row.Plain)");
    }

    [Fact]
    public void Context_typeOfAnotherGenerator_isLeftOut()
    {
        var code = new ContextCode(new GetterGenerator())
        {
            Types = "class Holder { public int Id { get; set; } public Other Other { get; set; } public List<Other> More { get; set; } }",
            IsComplete = false,
        };
        Generate("[JsonSerializable(typeof(Holder))]", code).Should().Equal("Func<global::Holder, int>)(static row => row.Id)");
    }

    [Theory]
    [InlineData("[JsonSerializable(typeof(Seat))] partial class : JsonSerializerContext;")]
    [InlineData("[JsonSerializable(typeof(Seat.))] partial class Context : JsonSerializerContext;")]
    public void Context_thatIsBeingTyped_isNoFailure(string context) =>
        new ContextCode(new GetterGenerator()) { Types = Types, IsComplete = false }.GenerateBeside(context).Should().BeEmpty();

    [Fact]
    public void Context_severalTypes_areFoundByTheirNames()
    {
        var code = new ContextCode(new GetterGenerator()) { Types = Types };
        string[] lines = code.Generate("[JsonSerializable(typeof(Seat[]))] [JsonSerializable(typeof(Paper))]");
        lines.Should().Contain("if (declaringType == typeof(global::Seat)) switch (propertyName)")
            .And.Contain("if (declaringType == typeof(global::Ticket)) switch (propertyName)")
            .And.Contain(it => it.StartsWith("case \"Row\": return (", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("namespace A.B { [JsonSerializable(typeof(Seat))] partial class Context : JsonSerializerContext MEMBERS }", 2)]
    [InlineData("partial class Holder { [JsonSerializable(typeof(Seat))] private partial class Context : JsonSerializerContext MEMBERS }", 2)]
    [InlineData("partial class Holder { [JsonSerializable(typeof(Seat))] internal partial class Context : JsonSerializerContext MEMBERS }", 2)]
    [InlineData("partial record struct Holder { [JsonSerializable(typeof(Seat))] public partial class Context : JsonSerializerContext MEMBERS }", 2)]
    [InlineData("partial interface Holder { [JsonSerializable(typeof(Seat))] public partial class Context : JsonSerializerContext MEMBERS }", 2)]
    [InlineData("class Holder { [JsonSerializable(typeof(Seat))] internal class Context : JsonSerializerContext MEMBERS }", 0)]
    [InlineData("partial class Holder<T> { [JsonSerializable(typeof(Seat))] internal partial class Context : JsonSerializerContext MEMBERS }", 0)]
    [InlineData("[JsonSerializable(typeof(Seat))] file partial class Context : JsonSerializerContext MEMBERS", 0)]
    [InlineData("[JsonSerializable(typeof(Seat))] partial class Context;", 0)]
    [InlineData(
        "class Finder : IJsonRowGetters { public Delegate Find(Type declaringType, string propertyName) => null; } "
        + "[JsonSerializable(typeof(Seat))] partial class Context : JsonSerializerContext, IJsonRowGetters "
        + "{ public Delegate Find(Type declaringType, string propertyName) => null; } partial class Context MEMBERS",
        0)]
    [InlineData(
        "[JsonSerializable(typeof(Seat))] partial class Context : JsonSerializerContext MEMBERS "
        + "[JsonSerializable(typeof(Paper))] partial class Context;",
        3)]
    [InlineData(
        "namespace A { [JsonSerializable(typeof(Seat))] partial class Context : JsonSerializerContext MEMBERS } "
        + "namespace B { [JsonSerializable(typeof(Seat))] partial class Context : JsonSerializerContext MEMBERS }",
        4)]
    public void Context_whereItIsDeclared_decidesWhetherItHasGetters(string contexts, int getters) =>
        new ContextCode(new GetterGenerator()) { Types = Types }.GenerateBeside(contexts.Replace("MEMBERS", ContextCode.Members))
            .Count(it => it.StartsWith("case ", StringComparison.Ordinal)).Should().Be(getters);

    [Theory]
    [InlineData("", LanguageVersion.Latest, "")]
    [InlineData("PublishTrimmed", LanguageVersion.Latest, "")]
    [InlineData("PublishAot", LanguageVersion.CSharp10, "")]
    [InlineData("PublishAot", LanguageVersion.Latest, "RowJsonGenerateGetters")]
    public void Context_withoutNeed_hasNoCode(string property, LanguageVersion version, string falseProperty) =>
        Generate("[JsonSerializable(typeof(Order))]", new ContextCode(new GetterGenerator())
        {
            Types = "public class Order { public int Id { get; set; } }",
            Property = property,
            Version = version,
            FalseProperty = falseProperty,
        }).Should().BeEmpty();

    [Fact]
    public void Context_anotherFileChanges_isNotLookedAtAgain() =>
        new ContextCode(new GetterGenerator()) { Types = Types }.ReasonsAfterChange("[JsonSerializable(typeof(Seat[]))]")
            .Should().NotBeEmpty().And.OnlyContain(it => it == IncrementalStepRunReason.Cached || it == IncrementalStepRunReason.Unchanged);

    private static void AddProperty(TypeBuilder type, string name, params Type[] parameters)
    {
        MethodBuilder getter = type.DefineMethod($"get_{name}", MethodAttributes.Public | MethodAttributes.SpecialName, typeof(int), parameters);
        ILGenerator code = getter.GetILGenerator();
        code.Emit(OpCodes.Ldc_I4_0);
        code.Emit(OpCodes.Ret);
        type.DefineProperty(name, PropertyAttributes.None, typeof(int), parameters).SetGetMethod(getter);
    }

    /// <summary>The getters, without what each begins and ends with.</summary>
    private static string[] Generate(string attributes, ContextCode code) =>
        [.. code.Generate(attributes).Where(it => it.StartsWith("case ", StringComparison.Ordinal))
            .Select(it => it[(it.IndexOf("::", StringComparison.Ordinal) + 2)..^1].Replace("System.", "").Replace("RowJson.", ""))];
}
