/// The examples of docs/fsharp.md, compiled and run. That the page has them is checked beside the other pages' examples.
module RowJson.Callers.DocumentTests

open System
open System.IO
open System.Text
open System.Text.Json
open Microsoft.Data.Sqlite
open RowJson
open Xunit

type Person = { Id: int; Name: string; Email: string option }

let people = [ { Id = 1; Name = "Ada"; Email = Some "ada@example.org" }; { Id = 2; Name = "Linus"; Email = None } ]

let text (stream: MemoryStream) = Encoding.UTF8.GetString(stream.ToArray())

[<Fact>]
let ``Example records, are written as by the serializer`` () =
    // <records>
    // type Person = { Id: int; Name: string; Email: string option }
    let json = JsonRows.From(people).ToJsonString(JsonRowOptions.Web)
    // [{"id":1,"name":"Ada","email":"ada@example.org"},{"id":2,"name":"Linus","email":null}]
    // </records>
    Assert.Equal(JsonSerializer.Serialize(people, JsonSerializerOptions.Web), json)

[<Fact>]
let ``Example options, write and read`` () =
    // <options>
    let fast = JsonSerializerOptions.Web.WithRowJson(writeOnly = true) // make one, keep it
    let json = JsonSerializer.Serialize(people, fast)
    let same = JsonSerializer.Deserialize<Person list>(json, JsonSerializerOptions.Web)
    // </options>
    Assert.Equal(JsonSerializer.Serialize(people, JsonSerializerOptions.Web), json)
    Assert.Equal<Person list>(people, same)

[<Fact>]
let ``Example query, of a command`` () =
    use connection = new SqliteConnection("Data Source=:memory:")
    connection.Open()
    use command = connection.CreateCommand()
    command.CommandText <- "select 1 as id, 'Ada' as name, 2 as secret"
    // <query>
    let options =
        JsonRowOptions(
            ColumnConverter = fun column ->
                if column.Name = "id" then Func<JsonCell, obj>(fun cell -> box $"p{cell.Value}") else null)
    let json = JsonRows.From(command).ToJsonString(options.WithColumns [ "id"; "name" ])
    // [{"id":"p1","name":"Ada"}]
    // </query>
    Assert.Equal("""[{"id":"p1","name":"Ada"}]""", json)

[<Fact>]
let ``Example lines, in a task`` () =
    task {
        use stream = new MemoryStream()
        // <lines>
        let lines = JsonRowOptions(Format = JsonRowFormat.Lines) // make one, keep it
        let! result = JsonRows.From(people |> Seq.filter _.Email.IsSome).WriteToAsync(stream, lines)
        printfn $"{result.Rows} rows, {result.Bytes} bytes"
        // </lines>
        Assert.Equal("{\"Id\":1,\"Name\":\"Ada\",\"Email\":\"ada@example.org\"}\n", text stream)
        Assert.Equal(1L, result.Rows)
    }

[<Fact>]
let ``Example shape, names and functions`` () =
    // <shape>
    let shape =
        JsonRowShape<Person>()
            .Column("id", (fun person -> person.Id))
            .Column("name", (fun person -> person.Name.ToUpperInvariant()))
    let json = JsonRows.From(people, shape).ToJsonString()
    // [{"id":1,"name":"ADA"},{"id":2,"name":"LINUS"}]
    // </shape>
    Assert.Equal("""[{"id":1,"name":"ADA"},{"id":2,"name":"LINUS"}]""", json)
