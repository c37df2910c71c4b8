using System.Data.Common;
using System.Linq.Expressions;
using System.Reflection;
using System.Text.Json;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace RowJson.AspNetCore;

// Takes over what the handler of one endpoint has returned, where it holds rows. It is the outermost filter: those of the application see
// the same values as without RowJson.
// Any filter changes how the framework answers: it then knows values as object, and calls no handler where the status code says that the
// request has failed. Where there is no other filter, this one restores both.
internal sealed class RowJsonFilter
{
    private readonly EndpointBuilder _endpoint;
    private readonly Type _declared;
    private readonly JsonSerializerOptions _options;

    private RowJsonFilter(EndpointBuilder endpoint, Type declared, JsonSerializerOptions options) =>
        (_endpoint, _declared, _options) = (endpoint, declared, options);

    // No other filter acts on the endpoint.
    private bool IsAlone { get; set; }

    // Adds the filter where the endpoint's handler may return rows. All other endpoints stay what they are.
    public static void Add(EndpointBuilder endpoint)
    {
        Remove(endpoint);
        // Only handlers say what they return, unlike delegates that write a response, and unlike actions, whose results are MVC's.
        if (endpoint.Metadata.OfType<MethodInfo>().FirstOrDefault() is not { } handler) return;
        JsonSerializerOptions options = ApplicationOptions.Of(endpoint.ApplicationServices);
        // With a filter the framework asks for the contract of any value.
        RowLog.NothingTakenOver(endpoint.ApplicationServices.GetService<ILoggerFactory>(), "WithRowJson", options);
        if (HandlerType.ValueOf(handler.ReturnType) is not { } declared || !options.TryGetTypeInfo(typeof(object), out _)) return;
        if (!HandlerType.MayHoldRows(declared, options)) return;
        var filter = new RowJsonFilter(endpoint, declared, options);
        endpoint.FilterFactories.Insert(0, filter.Create);
        if (endpoint.RequestDelegate is not { } inner) return;
        endpoint.RequestDelegate = context => filter.IsAlone ? HiddenStatus.InvokeAsync(context, inner) : inner(context);
    }

    // Removes the filter that a group around the endpoint has added.
    public static void Remove(EndpointBuilder endpoint)
    {
        for (int i = endpoint.FilterFactories.Count - 1; i >= 0; i--)
            if (endpoint.FilterFactories[i].Target is RowJsonFilter) endpoint.FilterFactories.RemoveAt(i);
    }

    private EndpointFilterDelegate Create(EndpointFilterFactoryContext context, EndpointFilterDelegate next)
    {
        int position = 0;
        while (!ReferenceEquals(_endpoint.FilterFactories[position].Target, this)) position++;
        // Code that was generated for a handler takes any factory for a filter, even one that has nothing to add.
        IsAlone = IsHandler(next) || _endpoint.FilterFactories.Count == 1;
        foreach (Func<EndpointFilterFactoryContext, EndpointFilterDelegate, EndpointFilterDelegate> outer in _endpoint.FilterFactories.Take(position))
        {
            // The outer filter would see RowJson's results instead of the handler's values.
            if (!IsValidation(outer)) return next;
            IsAlone &= ReferenceEquals(outer(context, next), next);
        }
        Func<object?, HttpContext, object?> take = IsAlone ? TakeAlone : TakeAny;
        return IsAlone
            ? invocation => AnswerAsync(next(HiddenStatus.Show(invocation)), invocation.HttpContext, take)
            : invocation => AnswerAsync(next(invocation), invocation.HttpContext, take);
    }

    // The framework's own, which is added last and returns what it is given.
    private static bool IsValidation(Delegate factory) =>
        factory.Method.DeclaringType?.FullName == "Microsoft.AspNetCore.Http.Validation.ValidationEndpointFilterFactory";

    // What the framework has compiled to call the handler: all filters inside have stepped aside.
    private static bool IsHandler(EndpointFilterDelegate next) => next.Target?.GetType().Assembly == typeof(Expression).Assembly;

    // What the framework is to answer with, made of a result. An asynchronous method would end what the handler has set for the body that is
    // written after it: the culture, for example, and any other AsyncLocal.
    private static ValueTask<object?> AnswerAsync(ValueTask<object?> result, HttpContext context, Func<object?, HttpContext, object?> take)
    {
        return result.IsCompletedSuccessfully ? new ValueTask<object?>(take(result.Result, context)) : WaitAsync(result, context, take);

        static async ValueTask<object?> WaitAsync(ValueTask<object?> result, HttpContext context, Func<object?, HttpContext, object?> take) =>
            take(await result.ConfigureAwait(false), context);
    }

    private object? TakeAlone(object? result, HttpContext context)
    {
        // There is nothing to write, also where an argument could not be bound.
        if (result is EmptyHttpResult) return result;
        if (_declared == typeof(object)) return TakeAny(result, context);
        if (!_declared.IsAssignableTo(typeof(IResult))) return TakeDeclared(result, context);
        return TakeAny(result ?? throw new InvalidOperationException("The IResult returned by the Delegate must not be null."), context);
    }

    // The answer with a value of the declared type.
    private IResult TakeDeclared(object? value, HttpContext context)
    {
        if (RowsOf(value) is { } rows) return rows;
        var contract = BodyValue.ContractOf(value, _declared, _options);
        return (value is null ? null : ValueHttpResult.For(new ReturnedValue(BodyValue.Of(value, contract)), context))
            ?? (IResult)new PlainHttpResult(value, contract);
    }

    // The result that writes the rows of a value, or of a result, of any type; the same where there are none.
    private static object? TakeAny(object? result, HttpContext context)
    {
        object? inner = result;
        while (inner is INestedHttpResult nested && HandlerType.IsUnion(inner.GetType())) inner = nested.Result;
        return inner switch
        {
            null or string => result,
            IResult known => ValueHttpResult.For(ReturnedValue.Of(known, context), context) ?? result,
            _ => RowsOf(inner) ?? (object?)ValueHttpResult.For(ReturnedValue.Of(inner, context), context) ?? result,
        };
    }

    private static RowsHttpResult? RowsOf(object? value) => value switch
    {
        JsonRows rows => new RowsHttpResult(rows, options: null),
        AsyncJsonRows rows => new RowsHttpResult(rows, options: null),
        // The filter is their only owner.
        DbDataReader reader => new RowsHttpResult(RowsResultExtensions.RowsOf(reader), options: null).Disposing(reader),
        DbCommand command => new RowsHttpResult(JsonRows.From(command), options: null).Disposing(command),
        _ => null,
    };
}
