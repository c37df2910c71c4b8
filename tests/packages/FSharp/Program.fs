open System
open System.Collections.Generic
open System.IO
open System.Text.Json
open RowJson

type Person = { Name: string; Born: Nullable<DateOnly> }

let people = [ { Name = "Ada"; Born = Nullable(DateOnly(1815, 12, 10)) }; { Name = "Linus"; Born = Nullable() } ]

let mutable failures = 0

let expect (what: string) (expected: string) (actual: string) =
    if actual <> expected then
        eprintfn $"{what}\n  expected: {expected}\n  actual:   {actual}"
        failures <- failures + 1

[<EntryPoint>]
let main _ =
    expect "records" (JsonSerializer.Serialize people) (JsonRows.From(people).ToJsonString())

    let rows = [ dict [ "id", box 1; "net", box 1.5m ]; dict [ "id", box 2; "net", null ] ]
    expect "dictionaries" """[{"id":1,"net":1.5},{"id":2,"net":null}]""" (JsonRows.From(rows).ToJsonString())

    let shape = JsonRowShape<Person>().Column("name", (fun person -> person.Name))
    use stream = new MemoryStream()
    let result = JsonRows.From(people, shape).WriteTo(stream, JsonRowOptions(Format = JsonRowFormat.Lines))
    expect "shape, lines" "{\"name\":\"Ada\"}\n{\"name\":\"Linus\"}\n" (Text.Encoding.UTF8.GetString(stream.ToArray()))
    expect "rows" "2" (string result.Rows)

    let written = JsonRows.From(people).WriteToAsync(Stream.Null, JsonRowOptions.Web).GetAwaiter().GetResult()
    expect "complete" "True" (string written.IsComplete)

    printfn $"F#: {failures} failed"
    failures
