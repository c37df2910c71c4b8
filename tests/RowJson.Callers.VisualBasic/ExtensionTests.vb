Option Strict On

' They are right: there is no contract. The tests have reflection.
#Disable Warning ROWJSON001, ROWJSON004

Imports System.Runtime.CompilerServices
Imports Xunit

''' <summary>Extensions in Visual Basic, whose calls the analyzers see: one that fails there is a warning, and the project has none.</summary>
Public Class ExtensionTests

  <Fact>
  Public Sub Call_ofExtensions_writesTheirRows()
    Dim rows As New List(Of Integer) From {1}
    Assert.Equal("[1]", rows.ToJson())
    Assert.Equal("[1]", Extensions.ToJson(rows))
    Assert.Equal("[1]", rows.ToJsonOf("x"))
    Assert.Equal("[1]", rows.ToJsonOf(Of Long)(2))
    Assert.Equal("[1]", rows.ToJsonOfNumbers())
    Dim write As Func(Of String) = AddressOf rows.ToJson
    Assert.Equal("[1]", write())
  End Sub

End Class

Friend Module Extensions

  <Extension>
  Public Function ToJson(Of T)(rows As List(Of T)) As String
    Return JsonRows.From(rows).ToJsonString()
  End Function

  <Extension>
  Public Function ToJsonOf(Of T, TOther)(rows As List(Of T), other As TOther) As String
    Return If(other Is Nothing, "", JsonRows.From(rows).ToJsonString())
  End Function

  <Extension>
  Public Function ToJsonOfNumbers(rows As List(Of Integer)) As String
    Return JsonRows.From(rows).ToJsonString()
  End Function

End Module
