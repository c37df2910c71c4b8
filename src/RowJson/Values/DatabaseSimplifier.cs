namespace RowJson;

// Converts a database's value to its form in JSON, at any depth of arrays, lists, dictionaries and tuples. isJson: strings are JSON.
internal ref struct DatabaseSimplifier(DatabaseForms forms, bool isJson)
{
    private bool _isTooDeep;

    // The value as a type that JSON knows: the same object if it already is one, null if it is SQL's null. A user's converter comes first.
    public object? Simplify(object? value)
    {
        object? simple = Simplify(value, depth: 1);
        // The serializer reports that it is too deep, or that it holds itself.
        return _isTooDeep ? value : simple;
    }

    private object? Simplify(object? value, int depth)
    {
        if (_isTooDeep) return value;
        if (value is null or DBNull) return null;
        if (isJson && value is string text) return ParseJson(text);
        Type type = value.GetType();
        if (IsPlain(type) || !forms.MayChange(type, isJson)) return value;
        if (value is not (ITuple or IEnumerable) || DatabaseValue.Knows(type)) return DatabaseValue.Simplify(value, forms);
        if (_isTooDeep |= depth > forms.Traits.MaxDepth) return value;
        return value switch
        {
            ITuple tuple => OfTuple(tuple, depth),
            Dictionary<string, object?> entries => OfNamed(entries, depth),
            IDictionary entries => OfEntries(entries, depth),
            Array { Rank: > 1 } items => OfDimension(items, 0, new int[items.Rank], depth),
            _ => OfItems((IEnumerable)value, depth),
        };
    }

    // The values of most columns need no lookup of their type.
    public static bool IsPlain(Type type) => BoxedScalars.Find(type) is not null
        || Type.GetTypeCode(type) is not (TypeCode.Object or TypeCode.DBNull) || type == typeof(byte[]);

    private static RawJson ParseJson(string json)
    {
        byte[] utf8 = System.Text.Encoding.UTF8.GetBytes(json);
        CheckJson(utf8);
        return RawJson.FromUnvalidatedUtf8(utf8);
    }

    // Throws JsonException: the text of a JSON column is not JSON.
    public static void CheckJson(ReadOnlySpan<byte> utf8)
    {
        try
        {
            RawJson.Check(utf8);
        }
        catch (JsonException exception)
        {
            throw new JsonException(
                $"The column is one of JSON, and its text is not: {ExceptionText.Sentence(exception)} "
                + "Set JsonRowOptions.JsonColumnsAsText to write it as a string, or have IsJsonColumn leave it out.",
                exception);
        }
    }

    // With the names of the members, as the serializer writes tuples that are classes.
    private object OfTuple(ITuple tuple, int depth)
    {
        bool isChanged = tuple is ValueType;
        var simple = new Dictionary<string, object?>();
        for (int i = 0; i < tuple.Length; i++)
        {
            string name = $"Item{i + 1}";
            simple.Add(forms.Traits.Options.PropertyNamingPolicy?.ConvertName(name) ?? name, Next(tuple[i], depth, ref isChanged));
        }
        return isChanged ? simple : tuple;
    }

    private object OfEntries(IDictionary entries, int depth)
    {
        bool isChanged = false, hasNames = entries.Keys.OfType<string>().Count() == entries.Count;
        // Names are written without the contract of a context. Other keys, declared as objects, are written by their runtime types.
        IDictionary simple = hasNames ? new Dictionary<string, object?>() : new Dictionary<object, object?>();
        foreach (DictionaryEntry entry in entries) simple.Add(entry.Key, Next(entry.Value, depth, ref isChanged));
        return isChanged ? simple : entries;
    }

    private Dictionary<string, object?> OfNamed(Dictionary<string, object?> entries, int depth)
    {
        Dictionary<string, object?>? simple = null;
        foreach ((string name, object? value) in entries)
        {
            object? form = Simplify(value, depth + 1);
            if (!ReferenceEquals(form, value)) (simple ??= new(entries, entries.Comparer))[name] = form;
        }
        return simple ?? entries;
    }

    // Copied where an item has another form, as above. Lists and arrays are read by index: that allocates nothing.
    private object OfItems(IEnumerable items, int depth)
    {
        Type type = items.GetType();
        bool isIndexed = type.IsArray || (type.IsGenericType && type.GetGenericTypeDefinition() == typeof(List<>));
        IList list = isIndexed ? (IList)items : items.Cast<object?>().ToList();
        List<object?>? simple = null;
        for (int i = 0; i < list.Count; i++)
        {
            object? item = list[i], form = Simplify(item, depth + 1);
            if (simple is null && !ReferenceEquals(form, item)) simple = [.. list.Cast<object?>().Take(i)];
            simple?.Add(form);
        }
        return simple ?? (object)items;
    }

    // An array of several dimensions becomes lists of lists.
    private object?[] OfDimension(Array values, int dimension, int[] indices, int depth)
    {
        var level = new object?[values.GetLength(dimension)];
        for (int i = 0; i < level.Length; i++)
        {
            indices[dimension] = values.GetLowerBound(dimension) + i;
            level[i] = dimension == values.Rank - 1
                ? Simplify(values.GetValue(indices), depth + 1)
                : OfDimension(values, dimension + 1, indices, depth + 1);
        }
        return level;
    }

    private object? Next(object? value, int depth, ref bool isChanged)
    {
        object? simple = Simplify(value, depth + 1);
        isChanged |= !ReferenceEquals(simple, value);
        return simple;
    }
}
