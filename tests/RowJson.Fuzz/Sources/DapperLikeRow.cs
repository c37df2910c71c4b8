using System.Collections;
using System.Diagnostics.CodeAnalysis;

namespace RowJson.Fuzz;

/// <summary>A row as Dapper makes them: names that all rows share, values of its own, and a dictionary in both senses.</summary>
internal sealed class DapperLikeRow(string[] names, object?[] values) : IDictionary<string, object?>, IReadOnlyDictionary<string, object?>
{
    public int Count => names.Length;

    public bool IsReadOnly => true;

    public ICollection<string> Keys => names;

    public ICollection<object?> Values => values;

    IEnumerable<string> IReadOnlyDictionary<string, object?>.Keys => names;

    IEnumerable<object?> IReadOnlyDictionary<string, object?>.Values => values;

    public object? this[string key]
    {
        get => values[Array.IndexOf(names, key)];
        set => throw new NotSupportedException();
    }

    public static DapperLikeRow Of(FuzzRow row) => new(row.Names, row.Values);

    public bool ContainsKey(string key) => Array.IndexOf(names, key) >= 0;

    public bool TryGetValue(string key, [MaybeNullWhen(false)] out object? value)
    {
        int index = Array.IndexOf(names, key);
        value = index < 0 ? null : values[index];
        return index >= 0;
    }

    public IEnumerator<KeyValuePair<string, object?>> GetEnumerator()
    {
        for (int i = 0; i < names.Length; i++) yield return KeyValuePair.Create(names[i], values[i]);
    }

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    public void Add(string key, object? value) => throw new NotSupportedException();

    public void Add(KeyValuePair<string, object?> item) => throw new NotSupportedException();

    public void Clear() => throw new NotSupportedException();

    public bool Contains(KeyValuePair<string, object?> item) => throw new NotSupportedException();

    public void CopyTo(KeyValuePair<string, object?>[] array, int arrayIndex)
    {
        foreach (KeyValuePair<string, object?> cell in this) array[arrayIndex++] = cell;
    }

    public bool Remove(string key) => throw new NotSupportedException();

    public bool Remove(KeyValuePair<string, object?> item) => throw new NotSupportedException();
}
