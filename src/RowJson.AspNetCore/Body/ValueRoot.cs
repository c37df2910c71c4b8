using System.Collections.Concurrent;
using System.Reflection;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace RowJson.AspNetCore;

/// <summary>A value that an application returns, as the framework would write it: what type it has, and whether it is rows.</summary>
/// <param name="Value">The value.</param>
/// <param name="InputType">What the serializer is asked to write.</param>
/// <param name="Options">What it is written with.</param>
internal readonly record struct ValueRoot(object Value, Type InputType, JsonSerializerOptions Options)
{
    /// <summary>By type of the value: the types that an application returns.</summary>
    private static readonly ConcurrentDictionary<Type, RowsMaker?> Makers = new();

    /// <summary>The declared type counts where it is polymorphic; else the framework goes by what the value is.</summary>
    public static ValueRoot Of(object value, Type? declaredType, JsonSerializerOptions options)
    {
        Type type = value.GetType();
        bool isPolymorphic = declaredType is not null && declaredType != type
            && options.TryGetTypeInfo(declaredType, out JsonTypeInfo? info) && info.PolymorphismOptions is not null;
        return new ValueRoot(value, isPolymorphic ? declaredType! : type, options);
    }

    /// <summary>The value is rows, or holds some: RowJson writes it.</summary>
    public bool HoldsRows => IsRows || JsonRowSerializer.HoldsRows(InputType, Options);

    /// <summary>The value itself is rows, which can be framed in other ways than as an array.</summary>
    public bool IsRows =>
        Value is JsonRows or AsyncJsonRows || (MakerOf(InputType) is { } maker && JsonRowSerializer.HoldsRows(maker.ListType, Options));

    /// <summary>Writes the value.</summary>
    /// <param name="format">How rows are framed.</param>
    public BodyWrite Write(JsonRowFormat format)
    {
        (object value, Type inputType, JsonSerializerOptions options) = this;
        if (!IsRows || (format == JsonRowFormat.Array && value is not (JsonRows or AsyncJsonRows) && !MakerOf(inputType)!.IsAsync))
        {
            return async (body, cancellationToken) =>
            {
                await JsonRowSerializer.SerializeAsync(body, value, inputType, options, cancellationToken).ConfigureAwait(false);
                return new JsonRowResult(Rows: -1, Bytes: -1, IsComplete: true);
            };
        }
        JsonRowOptions rowOptions = RowOptionsCache.For(options: null, options, format);
        object rows = value is JsonRows or AsyncJsonRows ? value : MakerOf(inputType)!.Make(value);
        return rows is JsonRows known
            ? (body, cancellationToken) => known.WriteToAsync(body, rowOptions, cancellationToken)
            : (body, cancellationToken) => ((AsyncJsonRows)rows).WriteToAsync(body, rowOptions, cancellationToken);
    }

    private static RowsMaker? MakerOf(Type type) => Makers.GetOrAdd(type, static type => RowsMaker.For(type));

    /// <summary>Makes rows of sequences whose type is known at run time only.</summary>
    /// <param name="Make">Returns <see cref="JsonRows"/> or <see cref="AsyncJsonRows"/>.</param>
    /// <param name="ListType">A list of such rows, by which it is decided whether they are written by columns.</param>
    /// <param name="IsAsync">The serializer has no synchronous way to write them.</param>
    private sealed record RowsMaker(Func<object, object> Make, Type ListType, bool IsAsync)
    {
        /// <summary>Null for types that are no sequence, or several.</summary>
        public static RowsMaker? For(Type type)
        {
            if (ElementOf(type, typeof(IAsyncEnumerable<>)) is { } awaited) return Create(nameof(OfAsync), awaited, isAsync: true);
            return ElementOf(type, typeof(IEnumerable<>)) is { } element ? Create(nameof(Of), element, isAsync: false) : null;
        }

        private static JsonRows Of<T>(object sequence) => JsonRows.From((IEnumerable<T>)sequence);

        private static AsyncJsonRows OfAsync<T>(object sequence) => JsonRows.From((IAsyncEnumerable<T>)sequence);

        private static RowsMaker Create(string method, Type element, bool isAsync) => new(
            typeof(RowsMaker).GetMethod(method, BindingFlags.Static | BindingFlags.NonPublic)!
                .MakeGenericMethod(element).CreateDelegate<Func<object, object>>(),
            typeof(List<>).MakeGenericType(element),
            isAsync);

        private static Type? ElementOf(Type type, Type definition)
        {
            Type[] found =
                [.. type.GetInterfaces().Append(type).Where(it => it.IsGenericType && it.GetGenericTypeDefinition() == definition)];
            return found.Length == 1 ? found[0].GetGenericArguments()[0] : null;
        }
    }
}
