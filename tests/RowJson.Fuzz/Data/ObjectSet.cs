using System.Reflection;
using System.Text.Json;

namespace RowJson.Fuzz;

/// <summary>Objects of one type.</summary>
internal abstract class ObjectSet : FuzzData
{
    public abstract Type RowType { get; }

    public static ObjectSet<T> Of<T>(params T[] rows) => new(rows);
}

/// <inheritdoc/>
internal sealed class ObjectSet<T>(T[] rows) : ObjectSet
{
    private static readonly PropertyInfo[] Properties =
    [
        .. typeof(T).GetProperties(BindingFlags.Public | BindingFlags.Instance)
            .Where(property => property.CanWrite && property.GetIndexParameters().Length == 0),
    ];

    public T[] Rows { get; } = rows;

    public override Type RowType => typeof(T);

    public override long Cells => (long)Rows.Length * Properties.Length;

    public override IEnumerable<FuzzData> Smaller()
    {
        foreach ((int start, int length) in Cuts(Rows.Length)) yield return new ObjectSet<T>(Without(Rows, start, length));
        foreach (PropertyInfo property in Properties)
        {
            // An element of no document cannot be written.
            if (property.PropertyType == typeof(JsonElement)) continue;
            object? empty = property.PropertyType.IsValueType ? Activator.CreateInstance(property.PropertyType) : null;
            for (int i = 0; i < Rows.Length && i < 100; i++)
            {
                object? value = property.GetValue(Rows[i]);
                if (Equals(value, empty)) continue;
                yield return With(i, property, empty);
                if (value is not string text) continue;
                foreach ((int start, int length) in Cuts(text.Length)) yield return With(i, property, text.Remove(start, length));
            }
        }
    }

    public override string ToCSharp() =>
        $"ObjectSet.Of<{typeof(T).Name}>(\n            {string.Join(",\n            ", Rows.Select(row => CSharpText.Of(row)))})";

    private ObjectSet<T> With(int index, PropertyInfo property, object? value)
    {
        T[] rows = [.. Rows];
        object copy = CopyOf(rows[index]!);
        property.SetValue(copy, value);
        rows[index] = (T)copy;
        return new ObjectSet<T>(rows);
    }

    private static object CopyOf(object row) =>
        typeof(object).GetMethod(nameof(MemberwiseClone), BindingFlags.NonPublic | BindingFlags.Instance)!.Invoke(row, null)!;
}
