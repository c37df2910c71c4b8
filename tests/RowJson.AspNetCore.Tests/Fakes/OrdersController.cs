using System.Data;
using System.Text.Json;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;

namespace RowJson.AspNetCore.Tests;

/// <summary>Actions of all kinds; the tests compare what clients get with and without RowJson.</summary>
[ApiController]
[Route("[action]")]
public sealed class OrdersController : ControllerBase
{
    [HttpGet]
    public List<Order> List() => Rows.Orders(300);

    [HttpGet]
    public Order[] Array() => [.. Rows.Orders(300)];

    [HttpGet]
    public IEnumerable<Order> Sequence() => Rows.Orders(300).Where(order => order.Id > 3);

    [HttpGet]
    public IReadOnlyList<Order> Interface() => Rows.Orders(300);

    [HttpGet]
    public async Task<List<Order>> TaskOfList()
    {
        await Task.Yield();
        return Rows.Orders(300);
    }

    [HttpGet]
    public ActionResult<List<Order>> ActionResultOfList() => Rows.Orders(300);

    [HttpGet]
    public ActionResult<IEnumerable<Order>> ActionResultOk() => Ok(Rows.Orders(300));

    [HttpGet]
    public ActionResult<IEnumerable<Order>> ActionResultNotFound() => NotFound();

    [HttpGet]
    public IActionResult OkList() => Ok(Rows.Orders(300));

    [HttpGet]
    public IActionResult OkNull() => Ok(null);

    [HttpGet]
    public IActionResult StatusCodeList() => StatusCode(StatusCodes.Status202Accepted, Rows.Orders(3));

    [HttpGet]
    public IActionResult CreatedList() => Created("/orders/1", Rows.Orders(3));

    [HttpGet]
    public IActionResult BadRequestList() => BadRequest(Rows.Orders(3));

    [HttpGet]
    public IActionResult NotFoundDictionaries() => NotFound(Rows.Dictionaries(3));

    [HttpGet]
    public IActionResult JsonResultList() => new JsonResult(Rows.Orders(300));

    [HttpGet]
    public IActionResult JsonResultStatus() => new JsonResult(Rows.Orders(3)) { StatusCode = 202, ContentType = "text/json" };

    [HttpGet]
    public IActionResult JsonResultSettings() => new JsonResult(Rows.Orders(3), new JsonSerializerOptions { WriteIndented = true });

    [HttpGet]
    public IActionResult JsonResultSnakes() =>
        new JsonResult(Rows.Orders(3), new JsonSerializerOptions { PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower });

    /// <summary>The framework refuses them.</summary>
    [HttpGet]
    public IActionResult JsonResultOtherSettings() => new JsonResult(Rows.Orders(3), new object());

    [HttpGet]
    public IActionResult JsonResultTypeOfResponse()
    {
        Response.ContentType = "application/vnd.orders+json";
        return new JsonResult(Rows.Orders(3));
    }

    [HttpGet]
    public IActionResult JsonResultUtf16() => new JsonResult(Rows.Orders(3)) { ContentType = "application/json; charset=utf-16" };

    [HttpGet]
    public IActionResult JsonResultNoBody() => new JsonResult(Rows.Orders(3)) { StatusCode = 204 };

    [HttpGet]
    public IActionResult JsonResultNull() => new JsonResult(null);

    [HttpGet]
    public IActionResult ObjectResultTyped() => new ObjectResult(new List<Derived> { new(1, 2) }) { DeclaredType = typeof(IEnumerable<Base>) };

    [HttpGet]
    public IActionResult ObjectResultContentType() => new ObjectResult(Rows.Orders(3)) { ContentTypes = { "application/vnd.orders+json" } };

    [HttpGet]
    public IAsyncEnumerable<Order> Streamed() => Rows.OrdersAsync(300);

    [HttpGet]
    public IActionResult StreamedOk() => Ok(Rows.OrdersAsync(300));

    [HttpGet]
    public List<Dictionary<string, object?>> Dictionaries() => Rows.Dictionaries(300);

    [HttpGet]
    public List<Order> NoOrders() => [];

    [HttpGet]
    public List<Order>? NullList() => null;

    [HttpGet]
    public List<Order?> NullRow() => [null, Rows.Orders(1)[0]];

    [HttpGet]
    public List<Base> BaseList() => [new Derived(1, 2), new Base(3)];

    [HttpGet]
    public object AsObject() => Rows.Orders(3);

    [HttpGet]
    public Order One() => Rows.Orders(1)[0];

    [HttpGet]
    public PageOfOrders Page() => new(300, Rows.Orders(300));

    [HttpGet]
    public ActionResult<PageOfOrders> PageResult() => new PageOfOrders(0, null);

    [HttpGet]
    public Dictionary<string, List<Order>> DictionaryOfLists() => new() { ["A"] = Rows.Orders(2), ["b"] = [] };

    [HttpGet]
    public List<string> Strings() => ["a", "<é>"];

    [HttpGet]
    public string Text() => "text";

    [HttpGet]
    public int Number() => 7;

    [HttpGet]
    public JsonDocument Document() => JsonDocument.Parse("""[{"a":1},{"a":"<é>"}]""");

    [HttpGet]
    public JsonElement Element() => JsonDocument.Parse("""[{"a":1},{"a":2}]""").RootElement;

    [HttpGet]
    public IActionResult NoContentAction() => NoContent();

    [HttpGet]
    public IActionResult ProblemAction() => Problem("It is broken.", statusCode: 418);

    [HttpGet]
    public IActionResult Validation()
    {
        ModelState.AddModelError("a", "b");
        return ValidationProblem();
    }

    [HttpGet]
    public List<Order> Bound([FromQuery] int count) => Rows.Orders(count);

    [HttpGet]
    [Produces("application/json")]
    public List<Order> ProducesJson() => Rows.Orders(3);

    [HttpGet]
    [Produces("application/vnd.orders+json")]
    public List<Order> ProducesVendor() => Rows.Orders(3);

    [HttpGet]
    [Produces("text/json")]
    public List<Order> ProducesTextJson() => Rows.Orders(3);

    [HttpGet("{format?}")]
    [FormatFilter]
    public List<Order> Format() => Rows.Orders(3);

    [HttpGet]
    public List<Dictionary<string, object>> Unwritable() => [new() { ["a"] = typeof(string) }];

    [HttpGet]
    public IEnumerable<Order> Failing() => Rows.Orders(3).Select(order => order.Id < 2 ? order : throw new TimeoutException());

    /// <summary>Not in the comparison: the framework cannot write it.</summary>
    [HttpGet("/rows/table")]
    [ApiExplorerSettings(IgnoreApi = true)]
    public DataTable Table() => Rows.Table(3);

    [HttpGet("/rows/rows")]
    public JsonRows JsonRowsOfOrders() => JsonRows.From(Rows.Orders(3));

    [HttpGet("/rows/json-result")]
    public IActionResult FailingJsonResult() =>
        new JsonResult(Rows.Orders(5000).Select(order => order.Id < 4900 ? order : throw new TimeoutException()));

    [HttpGet("/rows/async")]
    public AsyncJsonRows AsyncRows() => JsonRows.From(Rows.OrdersAsync(3));

    public record Base(int Id);

    public sealed record Derived(int Id, int Hidden) : Base(Id);

    public sealed record PageOfOrders(int Total, List<Order>? Items);
}
