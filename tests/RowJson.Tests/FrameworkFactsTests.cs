using System.Collections.Concurrent;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Linq.Expressions;
using System.Reflection;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using System.Text.RegularExpressions;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.Infrastructure;
using Microsoft.AspNetCore.Routing;
using Microsoft.EntityFrameworkCore.Query.Internal;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.FSharp.Control;
using Microsoft.FSharp.Core;

namespace RowJson.Tests;

/// <summary>
/// What RowJson knows of the framework by name, or by the assembly of an object, and no compiler checks. On a new runtime a failure here
/// names what moved and which file relies on it. <see cref="RuntimeDecisionsTests"/> is that list for text, and
/// <see cref="SerializerInventoryTests"/> for what the serializer offers.
/// </summary>
public partial class FrameworkFactsTests
{
    private static readonly JsonSerializerOptions Options = JsonSerializerOptions.Default;

    private static readonly Fact[] Facts =
    [
        .. ((string[])
        [
            "CreateArrayInfo", "CreateListInfo", "CreateImmutableEnumerableInfo", "CreateIListInfo", "CreateISetInfo", "CreateICollectionInfo",
            "CreateStackInfo", "CreateQueueInfo", "CreateConcurrentStackInfo", "CreateConcurrentQueueInfo", "CreateIEnumerableInfo",
        ]).Select(name => new Fact($"JsonMetadataServices.{name} is one method for a collection and its elements, and takes a handler",
            "RowJson/DropIn/HandlerContracts.cs", () => IsFactory(name, name == "CreateArrayInfo" ? 1 : 2))),
        .. ((string[])["CreateDictionaryInfo", "CreateIReadOnlyDictionaryInfo"]).Select(name => new Fact(
            $"JsonMetadataServices.{name} is one method for a dictionary, its keys and its values, and takes a handler",
            "RowJson/DropIn/HandlerContracts.cs", () => IsFactory(name, 3))),
        new("A contract of reflection has the converter of the factory for its kind", "RowJson/DropIn/HandlerContracts.cs", () =>
            ConverterOf<List<int>>() == Made(new JsonCollectionInfoValues<List<int>>(), JsonMetadataServices.CreateListInfo<List<int>, int>)),
        new("JsonMetadataServices.CreateValueInfo is one method", "RowJson/DropIn/DropInResolver.cs", () =>
            typeof(JsonMetadataServices).GetMethod("CreateValueInfo") is { } method && method.GetParameters().Length == 2),
        new("Failures that get a path have the source System.Text.Json.Rethrowable", "RowJson/Sources/Values/FailedValue.cs", () =>
            Failure(() => ReadNumber("\"a\""u8.ToArray())) is InvalidOperationException { Source: "System.Text.Json.Rethrowable" }),
        new("An array that changes while it is enumerated fails with the source System.Private.CoreLib", "RowJson/Rows/RowFallback.Batches.cs",
            () => Failure(ChangeWhileEnumerating) is InvalidOperationException { Source: "System.Private.CoreLib" }),
        new("JsonTypeInfo<T>.SerializeHandler says whether generated code writes a type", "RowJson/Values/ObjectContract.cs", () =>
            HandlerOf(FactContext.Default.FactRow) is not null && HandlerOf(Options.GetTypeInfo(typeof(FactRow))) is null),
        new("The serializer's converters of objects derive from JsonObjectConverter<T>, and generated ones are a JsonMetadataServicesConverter<T>",
            "RowJson/Values/ObjectContract.cs", () => Array.TrueForAll(
                [typeof(FactRow), typeof(KeyValuePair<string, int>), typeof((int, int)), typeof(Exception)],
                type => Ancestors(Options.GetTypeInfo(type).Converter.GetType()).Contains("JsonObjectConverter`1"))
            && Ancestors(FactContext.Default.FactRow.Converter.GetType()).Contains("JsonMetadataServicesConverter`1")),
        new("The framework's collections have namespaces that begin with System.Collections", "RowJson/DropIn/ShortValues.cs", () => Array.TrueForAll(
            [typeof(HashSet<int>), typeof(ConcurrentDictionary<int, int>), typeof(ObservableCollection<int>), typeof(ImmutableQueue<int>)],
            type => type.Namespace!.StartsWith("System.Collections", StringComparison.Ordinal))),
        new("JsonConverter<T>.HandleNull is public", "RowJson/Values/ObjectContract.cs", () =>
            typeof(JsonConverter<int>).GetProperty("HandleNull") is { GetMethod.IsPublic: true }),
        new("The serializer's converters are of its own assembly", "RowJson/Serializer/SerializerTraits.cs", () => Array.TrueForAll(
            [typeof(int), typeof(string), typeof(DayOfWeek), typeof(FactRow), typeof(List<int>), typeof(Dictionary<string, int>), typeof(JsonNode)],
            type => IsSerializers(Options.GetTypeInfo(type).Converter))),
        new("The serializer's converters are of its own assembly, also of asynchronous sequences", "RowJson/Serializer/SerializerTraits.cs", () =>
            IsSerializers(Options.GetTypeInfo(typeof(IAsyncEnumerable<int>)).Converter)),
        new("The serializer's converters are of its own assembly, also those that are asked for by an attribute", "RowJson/Serializer/SerializerTraits.cs",
            () => IsSerializers(new JsonStringEnumConverter<DayOfWeek>())),
        new("The framework's encoders are of the assembly of JavaScriptEncoder", "RowJson/Strings/EscapeTable.cs", () => Array.TrueForAll(
            [JavaScriptEncoder.Default, JavaScriptEncoder.UnsafeRelaxedJsonEscaping, JavaScriptEncoder.Create(new TextEncoderSettings())],
            encoder => encoder.GetType().Assembly == typeof(JavaScriptEncoder).Assembly)),
        new("The framework's basic types are of the assembly of object", "RowJson/Serializer/SerializerTraits.cs", () => Array.TrueForAll(
            [typeof(int), typeof(string), typeof(DateTime), typeof(Guid), typeof(decimal), typeof(DateOnly), typeof(Half), typeof(Int128)],
            type => type.Assembly == typeof(object).Assembly)),
        new("Types of rows of databases are in the namespace System.Data", "RowJson/Sources/Sequences/RowType.cs", () => Array.TrueForAll(
            [typeof(System.Data.DataRow), typeof(System.Data.DataRowView), typeof(System.Data.IDataRecord)], type => type.Namespace == "System.Data")),
        new("A reader of Dapper's says what it wraps by Dapper.IWrappedDataReader.Reader", "RowJson/Sources/Columns/ReaderColumns.cs", () =>
            typeof(Dapper.IWrappedDataReader) is { FullName: "Dapper.IWrappedDataReader" } type
            && type.GetProperty("Reader")?.PropertyType == typeof(System.Data.IDataReader)),
        new("DuckDB's reader is DuckDB.NET.Data.DuckDBDataReader, and nothing else has its types of columns", "RowJson/Sources/Columns/ColumnDescription.cs",
            () => typeof(DuckDB.NET.Data.DuckDBDataReader) is { FullName: "DuckDB.NET.Data.DuckDBDataReader" } type
                && !type.IsAssignableTo(typeof(System.Data.Common.IDbColumnSchemaGenerator))),
        new("F#'s options are FSharpOption`1 and FSharpValueOption`1 of Microsoft.FSharp.Core", "RowJson/Values/ObjectContract.cs", () =>
            typeof(FSharpOption<int>) is { Namespace: "Microsoft.FSharp.Core", Name: "FSharpOption`1" }
            && typeof(FSharpValueOption<int>) is { Namespace: "Microsoft.FSharp.Core", Name: "FSharpValueOption`1" }),
        new("F#'s asynchronous results are Microsoft.FSharp.Control.FSharpAsync`1", "RowJson.AspNetCore/Endpoints/HandlerType.cs", () =>
            typeof(FSharpAsync<>).FullName == "Microsoft.FSharp.Control.FSharpAsync`1"),
        new("The code of a handler is a closure of the assembly of Expression", "RowJson.AspNetCore/Endpoints/RowJsonFilter.cs", () =>
            InnermostFilter().Target?.GetType().Assembly == typeof(Expression).Assembly),
        new("The filter of validation is made by Microsoft.AspNetCore.Http.Validation.ValidationEndpointFilterFactory",
            "RowJson.AspNetCore/Endpoints/RowJsonFilter.cs", () =>
            typeof(RouteHandlerOptions).Assembly.GetType("Microsoft.AspNetCore.Http.Validation.ValidationEndpointFilterFactory") is not null),
        new("JsonHttpResult<T> has a property JsonTypeInfo that is not public", "RowJson.AspNetCore/Endpoints/ReturnedValue.cs", () =>
            typeof(JsonHttpResult<int>).GetProperty("JsonTypeInfo", BindingFlags.Instance | BindingFlags.NonPublic)?.PropertyType
                .IsAssignableTo(typeof(JsonTypeInfo)) is true),
        new("The executor of a JsonResult is of its assembly", "RowJson.AspNetCore/Mvc/RowJsonResultFilter.cs", () =>
            new ServiceCollection().AddLogging().AddMvcCore().Services.BuildServiceProvider()
                .GetRequiredService<IActionResultExecutor<JsonResult>>().GetType().Assembly == typeof(JsonResult).Assembly),
        new("The serializer's converters are of its own assembly, also of values of endpoints", "RowJson.AspNetCore/Body/ValuePlan.cs", () =>
            IsSerializers(Options.GetTypeInfo(typeof(object)).Converter)),
        new("EntityQueryProvider keeps its compiler in _queryCompiler, and QueryCompiler its factory in _queryContextFactory",
            "RowJson.EntityFrameworkCore/QueryInternals.cs", () =>
#pragma warning disable EF1001 // What is internal there is what is tested.
            HasField(typeof(EntityQueryProvider), "_queryCompiler") && HasField(typeof(QueryCompiler), "_queryContextFactory")),
#pragma warning restore EF1001
    ];

    public static TheoryData<string> Names => [.. Facts.Select(fact => fact.Name)];

    [Theory]
    [MemberData(nameof(Names))]
    public void Fact_onThisRuntime_holds(string name)
    {
        Fact fact = Facts.Single(it => it.Name == name);
        fact.Holds().Should().BeTrue(
            "src/{0} relies on it: look there at what .NET {1} has in its place, and change both", fact.File, Environment.Version);
    }

    [Fact]
    public void Facts_files_areThoseThatUseNames()
    {
        string[] used = FilesThatUseNames(), listed = [.. Facts.Select(fact => fact.File).Distinct()];
        used.Except(listed).Should().BeEmpty("a name or an assembly of the framework's in code is a fact of the table in this file");
        listed.Except(used).Should().BeEmpty("the file uses no name of the framework's any more: take its facts out of the table");
    }

    [Theory]
    [InlineData("if (value.GetType().Assembly == typeof(JsonSerializer).Assembly) return;", true)]
    [InlineData("if (type.FullName == \"System.Gone\") return;", true)]
    [InlineData("if (type.Namespace is \"System.Gone\") return;", true)]
    [InlineData("const string name = \"Microsoft.Gone\";", true)]
    [InlineData("if (exception.Source == Name) return;", true)]
    [InlineData("[UnsafeAccessor(UnsafeAccessorKind.Field, Name = \"_gone\")]", true)]
    [InlineData("typeof(JsonMetadataServices).GetMethods()", true)]
    [InlineData("typeof(JsonMetadataServices).GetMember(name)", true)]
    [InlineData("info.GetType().GetProperty(nameof(JsonTypeInfo<int>.SerializeHandler))", true)]
    [InlineData("type.GetProperty(\"Gone\", BindingFlags.NonPublic)", true)]
    [InlineData("// as \"System.Gone\" and .FullName == \"Gone\" do", false)]
    [InlineData("typeof(RowListTypes).GetMethod(name, BindingFlags.Static | BindingFlags.NonPublic)", false)]
    public void Names_inALine_areFound(string line, bool isFound) => UsesName(line).Should().Be(isFound);

    private static string[] FilesThatUseNames()
    {
        string source = RepositoryFolder.Combine("src");
        return
        [
            .. from file in Directory.EnumerateFiles(source, "*.cs", SearchOption.AllDirectories)
               let name = Path.GetRelativePath(source, file).Replace('\\', '/')
               where !name.Contains("/obj/", StringComparison.Ordinal)
               where !name.StartsWith("RowJson.Analyzers/", StringComparison.Ordinal) && !name.StartsWith("RowJson.CodeFixes/", StringComparison.Ordinal)
               where !NoFacts.Contains(name) && File.ReadLines(file).Any(UsesName)
               select name,
        ];
    }

    /// <summary>Files that look as if they used a name of the framework's, and do not.</summary>
    private static readonly string[] NoFacts =
    [
        "RowJson/Values/ChoiceReasons.cs", // names of Newtonsoft.Json's: ExplainTests has its types
        "RowJson/DropIn/UnseenMembers.cs", // a name of Newtonsoft.Json's: ExplainTests has its types
        "RowJson/Model/Gone.cs", // the source of RowJson's own exceptions
    ];

    private static bool UsesName(string line) => !line.TrimStart().StartsWith("//", StringComparison.Ordinal) && NamePattern().IsMatch(line);

    [GeneratedRegex("""
        \.Assembly\s*==|\.(FullName|Name|Namespace)\s+(==|is)\s+"|"(System|Microsoft)\.[A-Z]|\.Source\s*==|UnsafeAccessorKind
        |typeof\((JsonMetadataServices|JsonSerializer)\)\.GetMe(thod|mber)|\.GetType\(\)\.GetProperty|\.Get(Property|Method|Field)\("
        """, RegexOptions.IgnorePatternWhitespace)]
    private static partial Regex NamePattern();

    private static bool IsFactory(string name, int typeArguments)
    {
        MethodInfo[] methods = Array.FindAll(
            typeof(JsonMetadataServices).GetMethods(), method => method.Name == name && method.GetGenericArguments().Length == typeArguments);
        return methods is [var factory] && factory.GetParameters() is { Length: 2 or 3 } parameters
            && parameters[1].ParameterType.GetGenericTypeDefinition() == typeof(JsonCollectionInfoValues<>);
    }

    private static Type ConverterOf<T>() => Options.GetTypeInfo(typeof(T)).Converter.GetType();

    private static Type Made<T>(
        JsonCollectionInfoValues<T> values, Func<JsonSerializerOptions, JsonCollectionInfoValues<T>, JsonTypeInfo<T>> factory) =>
        factory(Options, values).Converter.GetType();

    private static bool IsSerializers(JsonConverter converter) => converter.GetType().Assembly == typeof(JsonSerializer).Assembly;

    private static IEnumerable<string> Ancestors(Type type)
    {
        for (Type? ancestor = type; ancestor is not null; ancestor = ancestor.BaseType) yield return ancestor.Name;
    }

    private static object? HandlerOf(JsonTypeInfo info) => info.GetType().GetProperty("SerializeHandler")?.GetValue(info);

    private static bool HasField(Type type, string name) => type.GetField(name, BindingFlags.Instance | BindingFlags.NonPublic) is not null;

    private static void ReadNumber(byte[] json)
    {
        var reader = new Utf8JsonReader(json);
        reader.Read();
        reader.GetInt32();
    }

    private static void ChangeWhileEnumerating()
    {
        JsonArray array = [1, 2];
        foreach (JsonNode? _ in array) array.Add(3);
    }

    private static Exception? Failure(Action action) => Record.Exception(action);

    /// <summary>What the framework gives to the filter next to the handler.</summary>
    private static EndpointFilterDelegate InnermostFilter()
    {
        EndpointFilterDelegate? found = null;
        RequestDelegateFactory.Create(() => 1, new RequestDelegateFactoryOptions
        {
            EndpointBuilder = new FactEndpoint
            {
                FilterFactories =
                {
                    (_, next) =>
                    {
                        found = next;
                        return next;
                    },
                },
            },
        });
        return found!;
    }

    private sealed class FactEndpoint : EndpointBuilder
    {
        public override Endpoint Build() => throw new NotSupportedException();
    }

    /// <param name="Name">The fact, as a sentence.</param>
    /// <param name="File">The file of src that relies on it.</param>
    /// <param name="Holds">Whether it is so on this runtime.</param>
    private sealed record Fact(string Name, string File, Func<bool> Holds);
}

internal sealed record FactRow(int Id);

[JsonSerializable(typeof(FactRow))]
internal sealed partial class FactContext : JsonSerializerContext;
