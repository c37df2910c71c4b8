using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;

namespace RowJson.AspNetCore.Tests;

/// <summary>Actions over <see cref="DeclaredValues"/>.</summary>
[ApiController]
[ApiExplorerSettings(IgnoreApi = true)]
[Route("declared/[action]")]
public sealed class DeclaredController : ControllerBase
{
    [HttpGet("{name}")]
    public IActionResult Typed(string name)
    {
        DeclaredValue value = Find(name);
        return new ObjectResult(value.Value()) { DeclaredType = value.Type };
    }

    [HttpGet("{name}")]
    public IActionResult Untyped(string name) => Ok(Find(name).Value());

    [HttpGet("{name}")]
    public object? Anything(string name) => Find(name).Value();

    [HttpGet("{name}")]
    public IActionResult Created(string name) => CreatedAtAction(nameof(Typed), new { name }, Find(name).Value());

    [HttpGet("{name}")]
    public IActionResult Json(string name) => new JsonResult(Find(name).Value());

    [HttpGet]
    public DeclaredValues.Base[] Array() => (DeclaredValues.Derived[])[new(1, "secret")];

    [HttpGet]
    public ActionResult<DeclaredValues.Base[]> ActionResultOfArray() => (DeclaredValues.Derived[])[new(1, "secret")];

    [HttpGet]
    public async Task<ActionResult<IEnumerable<DeclaredValues.Base>>> TaskOfActionResult()
    {
        await Task.Yield();
        return (DeclaredValues.Derived[])[new(1, "secret")];
    }

    [HttpGet]
    public DeclaredValues.Animal Polymorphic() => new DeclaredValues.Cat([new(1)]);

    [HttpGet]
    public ActionResult<DeclaredValues.Page> Page() => new DeclaredValues.DerivedPage(1, [new(1)], [new(1, "secret")]);

    [HttpGet]
    public IActionResult Away() => Redirect("/elsewhere");

    [HttpGet]
    public IActionResult AwayToAction() => RedirectToAction(nameof(Array));

    [HttpGet]
    public IActionResult Nothing() => NoContent();

    [HttpGet]
    public IActionResult Missing() => NotFound();

    [HttpGet]
    public IActionResult File() => File("[1]"u8.ToArray(), "application/json", "rows.json");

    [HttpGet]
    public IActionResult Text() => Content("text");

    [HttpGet]
    public IResult Result() => TypedResults.Created("/there", (DeclaredValues.Derived[])[new(1, "secret")]);

    [HttpGet]
    public Task Written() => Response.WriteAsync("written");

    private static DeclaredValue Find(string name) => DeclaredValues.All.Single(value => value.Name == name);
}
