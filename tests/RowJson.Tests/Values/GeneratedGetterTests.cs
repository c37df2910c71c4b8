using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace RowJson.Tests;

/// <summary>Contexts that have getters: where these read the properties. Each adds something to the value, so that it shows.</summary>
public partial class GeneratedGetterTests
{
    private static readonly Order[] Orders = [new() { Id = 1, Note = "a", State = DayOfWeek.Monday }];

    [Fact]
    public void From_contextWithGetters_readsByThem() => Write(new OrderContext(), Orders).Should()
        .Be("""[{"Note":"a!","State":3,"Unknown":0,"Id":101}]""");

    [Fact]
    public void From_compiledColumns_readThemselves() => Write(new OrderContext(), Orders, ObjectAccess.Compiled).Should()
        .Be("""[{"Note":"a","State":1,"Unknown":0,"Id":1}]""");

    [Fact]
    public void From_structure_isReadByReference() => Write(new OrderContext(), (Place[])[new() { Row = 7 }]).Should().Be("""[{"Row":1007}]""");

    [Fact]
    public void From_nestedObjects_areReadByThem() => Write(new OrderContext(), (Holder[])[new() { Place = new() { Row = 1 }, Order = Orders[0] }])
        .Should().Be("""[{"Place":{"Row":1001},"Order":{"Note":"a!","State":3,"Unknown":0,"Id":101}}]""");

    [Fact]
    public void From_contextAmongOthers_isAsked() =>
        Write(JsonTypeInfoResolver.Combine(new OtherContext(), new OrderContext()), Orders).Should().Contain("\"Id\":101");

    [Fact]
    public void From_getterOfModifier_isTheSerializers()
    {
        IJsonTypeInfoResolver modified = new OrderContext().WithAddedModifier(static info =>
        {
            foreach (JsonPropertyInfo property in info.Properties.Where(it => it.Name == "Id")) property.Get = static _ => 5;
        });
        Write(modified, Orders).Should().Contain("\"Id\":5");
    }

    private static string Write<T>(IJsonTypeInfoResolver resolver, T[] rows, ObjectAccess access = ObjectAccess.Delegates) =>
        JsonRows.From(rows).ToJsonString(new JsonRowOptions
        {
            SerializerOptions = new JsonSerializerOptions { TypeInfoResolver = resolver },
            ObjectAccess = access,
        });

    public class Numbered
    {
        public int Id { get; set; }
    }

    public class Order : Numbered
    {
        public string? Note { get; set; }

        public DayOfWeek State { get; set; }

        public int Unknown { get; set; }
    }

    public struct Place
    {
        public int Row { get; set; }
    }

    public class Holder
    {
        public Place Place { get; set; }

        public Order? Order { get; set; }
    }

    [JsonSerializable(typeof(Order))]
    [JsonSerializable(typeof(List<Order>))]
    [JsonSerializable(typeof(Place))]
    [JsonSerializable(typeof(Holder))]
    internal sealed partial class OrderContext : JsonSerializerContext, IJsonRowGetters
    {
        Delegate? IJsonRowGetters.Find(Type declaringType, string propertyName) => (declaringType.Name, propertyName) switch
        {
            (nameof(Numbered), "Id") => (Func<Numbered, int>)(static row => row.Id + 100),
            (nameof(Order), "Note") => (Func<Order, string?>)(static row => row.Note + "!"),
            (nameof(Order), "State") => (Func<Order, DayOfWeek>)(static row => row.State + 2),
            // Of another type: the property is read as without it.
            (nameof(Order), "Unknown") => (Func<Order, long>)(static _ => 9),
            (nameof(Place), "Row") => (JsonRowGetter<Place, int>)(static (ref Place row) => row.Row + 1000),
            _ => null,
        };
    }

    [JsonSerializable(typeof(int))]
    internal sealed partial class OtherContext : JsonSerializerContext;
}
