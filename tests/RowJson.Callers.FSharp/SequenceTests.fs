/// Every sequence that callers in F# have: that each line compiles without a cast or a warning is half of the test.
module RowJson.Callers.SequenceTests

open System
open System.Collections.Generic
open System.Data
open System.IO
open System.Text
open System.Text.Json
open System.Text.Json.Nodes
open System.Threading
open RowJson
open Xunit

type Order = { Id: int; Customer: string; Price: decimal }

[<Struct>]
type Point = { X: float; Y: float }

type Product(name: string) =
    member _.Name = name

type SecretProduct(name: string) =
    inherit Product(name)
    member _.Secret = "pw"

type Payment =
    | Cash
    | Card of Number: string * Fee: decimal

type Paid = { Id: int; Payment: Payment; Tip: decimal option }

let check (rows: JsonRows) (value: seq<'T>) =
    Assert.Equal(JsonSerializer.Serialize<seq<'T>>(value), rows.ToJsonString())

let write (rows: AsyncJsonRows) =
    task {
        let stream = new MemoryStream()
        let! _ = rows.WriteToAsync(stream)
        return Encoding.UTF8.GetString(stream.ToArray())
    }

[<Fact>]
let ``From dictionaries of every kind, equals serializer`` () =
    let row = dict [ "a", box 1; "b", null ]
    let interfaces: IDictionary<string, obj> list = [ row ]
    check (JsonRows.From interfaces) interfaces
    let dictionaries = ResizeArray<Dictionary<string, obj>>()
    dictionaries.Add(Dictionary<string, obj>(row))
    check (JsonRows.From dictionaries) dictionaries
    let typed = [| Dictionary<string, float>(dict [ "a", 1.5 ]) |]
    check (JsonRows.From typed) typed
    let readOnly: IReadOnlyDictionary<string, obj> list = [ readOnlyDict [ "a", box 1 ] ]
    check (JsonRows.From readOnly) readOnly
    let maps = [ Map.ofList [ "a", box 1; "b", box "x" ] ]
    check (JsonRows.From maps) maps
    let typedMaps = [ Map.ofList [ "a", 1 ]; Map.empty ]
    check (JsonRows.From typedMaps) typedMaps

/// System.Text.Json 10 refuses unions, and 11 writes them.
[<Fact>]
let ``From records with unions, does what the serializer does`` () =
    let paid = [ { Id = 1; Payment = Card("é", 1.5m); Tip = Some 1m }; { Id = 2; Payment = Cash; Tip = None } ]
    let write (f: unit -> string) = try f () with | :? JsonRowException as e -> e.InnerException.GetType().Name | e -> e.GetType().Name
    let fast = JsonSerializerOptions.Default.WithRowJson(writeOnly = true)
    let expected = write (fun () -> JsonSerializer.Serialize<seq<Paid>> paid)
    Assert.Equal(expected, write (fun () -> (JsonRows.From paid).ToJsonString()))
    Assert.Equal(expected, write (fun () -> JsonSerializer.Serialize<seq<Paid>>(paid, fast)))
    let payments = List.map _.Payment paid
    let expected = write (fun () -> JsonSerializer.Serialize<seq<Payment>> payments)
    Assert.Equal(expected, write (fun () -> (JsonRows.From payments).ToJsonString()))
    Assert.Equal(expected, write (fun () -> JsonSerializer.Serialize<seq<Payment>>(payments, fast)))

/// Columns come after some megabytes. The contract of a union is that of an object.
[<Fact>]
let ``From many unions, does what the serializer does`` () =
    let write (f: unit -> string) = try f () with | :? JsonRowException as e -> e.InnerException.GetType().Name | e -> e.GetType().Name
    let paid = List.init 20_000 (fun i -> { Id = i; Payment = (if i % 2 = 0 then Card("é", 1.5m) else Cash); Tip = None })
    let payments = List.map _.Payment paid
    let fast = JsonSerializerOptions.Web.WithRowJson(writeOnly = true)
    let expected = write (fun () -> JsonSerializer.Serialize(paid, JsonSerializerOptions.Web))
    let expectedPayments = write (fun () -> JsonSerializer.Serialize(payments, JsonSerializerOptions.Web))
    for _ in 1..8 do
        Assert.Equal(expected, write (fun () -> (JsonRows.From paid).ToJsonString JsonRowOptions.Web))
        Assert.Equal(expected, write (fun () -> JsonSerializer.Serialize(paid, fast)))
        Assert.Equal(expectedPayments, write (fun () -> (JsonRows.From payments).ToJsonString JsonRowOptions.Web))
        Assert.Equal(expectedPayments, write (fun () -> JsonSerializer.Serialize(payments, fast)))
        // On another thread.
        Thread.Sleep 100

[<Fact>]
let ``From records, equals serializer`` () =
    let orders = [ { Id = 1; Customer = "é"; Price = 1.50m }; { Id = 2; Customer = null; Price = 0m } ]
    check (JsonRows.From orders) orders
    check (JsonRows.From(List.toArray orders)) orders
    check (JsonRows.From(ResizeArray orders)) orders
    check (JsonRows.From(orders |> Seq.filter (fun order -> order.Id > 1))) (orders |> Seq.filter (fun order -> order.Id > 1))
    check (orders |> Set.ofList |> JsonRows.From) (Set.ofList orders)
    let anonymous = [ {| Id = 1; Name = "é" |} ]
    check (JsonRows.From anonymous) anonymous
    let points = [| { X = 1.0; Y = 2.0 } |]
    check (JsonRows.From points) points
    check (JsonRows.From(seq { for i in 1..3 -> {| Index = i |} })) (seq { for i in 1..3 -> {| Index = i |} })
    let pairs = [ struct (1, "a") ]
    check (JsonRows.From pairs) pairs
    let options = [ Some 1; None ]
    check (JsonRows.From options) options

[<Fact>]
let ``From derived rows, go by the declared type`` () =
    let products: Product list = [ Product "a"; SecretProduct "b" ]
    check (JsonRows.From products) products
    Assert.DoesNotContain("pw", JsonRows.From(products).ToJsonString())
    let objects: obj list = [ box 1; null; SecretProduct "b" ]
    check (JsonRows.From objects) objects

[<Fact>]
let ``From values, equals serializer`` () =
    check (JsonRows.From [ 1; 2 ]) [ 1; 2 ]
    check (JsonRows.From [ "a"; null ]) [ "a"; null ]
    check (JsonRows.From [| Nullable 1; Nullable() |]) [| Nullable 1; Nullable() |]
    check (JsonRows.From [ [ 1 ]; [] ]) [ [ 1 ]; [] ]

[<Fact>]
let ``From JSON, equals serializer`` () =
    use document = JsonDocument.Parse """[{"a": 1}, null]"""
    let json = """[{"a":1},null]"""
    Assert.Equal(json, JsonRows.From(document).ToJsonString())
    Assert.Equal(json, JsonRows.From(document.RootElement).ToJsonString())
    Assert.Equal(json, JsonRows.From(document.RootElement.EnumerateArray()).ToJsonString())
    Assert.Equal(json, JsonRows.From(JsonNode.Parse(json).AsArray()).ToJsonString())

[<Fact>]
let ``From tables, writes their rows`` () =
    use table = new DataTable()
    table.Columns.Add("a", typeof<int>) |> ignore
    table.Rows.Add(1) |> ignore
    let json = """[{"a":1}]"""
    Assert.Equal(json, JsonRows.From(table).ToJsonString())
    Assert.Equal(json, JsonRows.From(table.DefaultView).ToJsonString())
    Assert.Equal(json, JsonRows.From(table.Select()).ToJsonString())
    Assert.Equal(json, JsonRows.From(table.AsEnumerable()).ToJsonString())
    use reader = table.CreateDataReader()
    Assert.Equal(json, JsonRows.From(reader).ToJsonString())
    use plain: IDataReader = table.CreateDataReader()
    Assert.Equal(json, JsonRows.From(plain).ToJsonString())

[<Fact>]
let ``From asynchronous sequences, equals serializer`` () =
    task {
        let orders = [ { Id = 1; Customer = "é"; Price = 1.50m } ]
        let channel = Threading.Channels.Channel.CreateUnbounded<Order>()
        for order in orders do channel.Writer.TryWrite order |> ignore
        channel.Writer.Complete()
        let! json = write (JsonRows.From(channel.Reader.ReadAllAsync()))
        Assert.Equal(JsonSerializer.Serialize orders, json)
    }

[<Fact>]
let ``Serialize rows in an envelope, writes the rows`` () =
    let orders = [ { Id = 1; Customer = "é"; Price = 1.50m } ]
    Assert.Equal(
        JsonSerializer.Serialize {| Total = 1; Rows = orders |},
        JsonSerializer.Serialize {| Total = 1; Rows = JsonRows.From orders |})
