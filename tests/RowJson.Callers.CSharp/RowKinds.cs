using System.Text.Json.Serialization;

namespace RowJson.Callers;

public sealed record Order(int Id, string? Customer, decimal Price);

public readonly record struct Point(double X, double Y);

public interface IProduct
{
    string Name { get; }
}

public class Product : IProduct
{
    public string Name { get; init; } = "";
}

public sealed class SecretProduct : Product
{
    public string Secret { get; init; } = "pw";
}

[JsonPolymorphic]
[JsonDerivedType(typeof(Circle), "circle")]
public abstract record Shape;

public sealed record Circle(double Radius) : Shape;

public enum Level
{
    Low,
    High,
}
