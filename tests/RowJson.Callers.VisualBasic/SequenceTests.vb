Option Strict On

' They are right: there is no contract. The tests have reflection.
#Disable Warning ROWJSON001, ROWJSON004

Imports System.Data
Imports System.IO
Imports System.Text
Imports System.Text.Json
Imports System.Text.Json.Nodes
Imports System.Threading.Channels
Imports Xunit

''' <summary>Every sequence that callers in Visual Basic have: that each line compiles without a cast or a warning is half of the test.</summary>
Public Class SequenceTests

  <Fact>
  Public Sub From_dictionariesOfEveryKind_equalsSerializer()
    Dim row As New Dictionary(Of String, Object) From {{"a", 1}, {"b", Nothing}}
    Dim dictionaries As New List(Of Dictionary(Of String, Object)) From {row}
    Check(JsonRows.From(dictionaries), dictionaries)
    Dim interfaces As New List(Of IDictionary(Of String, Object)) From {row}
    Check(JsonRows.From(interfaces), interfaces)
    Dim typed = {New Dictionary(Of String, Double) From {{"a", 1.5}}}
    Check(JsonRows.From(typed), typed)
    Dim sorted As New List(Of SortedDictionary(Of String, Object)) From {New SortedDictionary(Of String, Object)(row)}
    Check(JsonRows.From(sorted), sorted)
  End Sub

  <Fact>
  Public Sub From_objects_equalsSerializer()
    Dim orders As New List(Of Order) From {New Order With {.Id = 1, .Customer = "é", .Price = 1.5D}, New Order With {.Id = 2}}
    Check(JsonRows.From(orders), orders)
    Check(JsonRows.From(orders.ToArray()), orders.ToArray())
    Check(JsonRows.From(From order In orders Where order.Id > 1), orders.Where(Function(order) order.Id > 1))
    Dim anonymous = orders.Select(Function(order) New With {order.Id, .Name = order.Customer}).ToList()
    Check(JsonRows.From(anonymous), anonymous)
    Dim points = {New Point With {.X = 1}, New Point()}
    Check(JsonRows.From(points), points)
    Dim maybe = New Integer?() {1, Nothing}
    Check(JsonRows.From(maybe), maybe)
    Check(JsonRows.From(Enumerable.Range(0, 3)), Enumerable.Range(0, 3))
    Check(JsonRows.From({"a", Nothing}), {"a", Nothing})
    Dim objects As New List(Of Object) From {1, Nothing, orders(0)}
    Check(JsonRows.From(objects), objects)
  End Sub

  <Fact>
  Public Sub From_derivedRows_goByTheDeclaredType()
    Dim orders As New List(Of Order) From {New Order With {.Id = 1}, New SecretOrder With {.Id = 2}}
    Check(JsonRows.From(orders), orders)
    Assert.DoesNotContain("pw", JsonRows.From(orders).ToJsonString())
  End Sub

  <Fact>
  Public Sub From_json_equalsSerializer()
    Const json = "[{""a"":1},null]"
    Using document = JsonDocument.Parse(json)
      Assert.Equal(json, JsonRows.From(document).ToJsonString())
      Assert.Equal(json, JsonRows.From(document.RootElement).ToJsonString())
      Assert.Equal(json, JsonRows.From(document.RootElement.EnumerateArray().ToList()).ToJsonString())
    End Using
    Assert.Equal(json, JsonRows.From(JsonNode.Parse(json).AsArray()).ToJsonString())
  End Sub

  <Fact>
  Public Sub From_tables_writesTheirRows()
    Const json = "[{""a"":1}]"
    Using table As New DataTable()
      table.Columns.Add("a", GetType(Integer))
      table.Rows.Add(1)
      Assert.Equal(json, JsonRows.From(table).ToJsonString())
      Assert.Equal(json, JsonRows.From(table.DefaultView).ToJsonString())
      Assert.Equal(json, JsonRows.From(table.Select()).ToJsonString())
      Assert.Equal(json, JsonRows.From(table.AsEnumerable()).ToJsonString())
      Using reader = table.CreateDataReader()
        Assert.Equal(json, JsonRows.From(reader).ToJsonString())
      End Using
      Using plain As IDataReader = table.CreateDataReader()
        Assert.Equal(json, JsonRows.From(plain).ToJsonString())
      End Using
    End Using
  End Sub

  <Fact>
  Public Async Function From_asynchronousSequences_equalsSerializer() As Task
    Dim orders = {New Order With {.Id = 1, .Customer = "é"}}
    Dim orderChannel = Channel.CreateUnbounded(Of Order)()
    orderChannel.Writer.TryWrite(orders(0))
    orderChannel.Writer.Complete()
    Dim stream As New MemoryStream()
    Dim result = Await JsonRows.From(orderChannel.Reader.ReadAllAsync()).WriteToAsync(stream)
    Assert.Equal(1, result.Rows)
    Assert.Equal(JsonSerializer.Serialize(orders), Encoding.UTF8.GetString(stream.ToArray()))
  End Function

  <Fact>
  Public Sub Serialize_rowsInAnEnvelope_writesTheRows()
    Dim orders = {New Order With {.Id = 1, .Customer = "é"}}
    Assert.Equal(
        JsonSerializer.Serialize(New With {.Total = 1, .Rows = orders}),
        JsonSerializer.Serialize(New With {.Total = 1, .Rows = JsonRows.From(orders)}))
  End Sub

  Private Shared Sub Check(Of T)(rows As JsonRows, value As IEnumerable(Of T))
    Assert.Equal(JsonSerializer.Serialize(value), rows.ToJsonString())
  End Sub

  Public Class Order
    Public Property Id As Integer
    Public Property Customer As String
    Public Property Price As Decimal
  End Class

  Public Class SecretOrder
    Inherits Order

    Public Property Secret As String = "pw"
  End Class

  Public Structure Point
    Public Property X As Double
    Public Property Y As Double
  End Structure

End Class
