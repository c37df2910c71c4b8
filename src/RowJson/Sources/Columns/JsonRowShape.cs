namespace RowJson;

/// <summary>The columns of rows that are objects: a name and a function for each.</summary>
/// <typeparam name="T">The type of the rows.</typeparam>
/// <remarks>
/// <para>Values are written by their declared type and never boxed; names are encoded once.</para>
/// <para>
/// A shape is immutable and thread-safe: make one, keep it, share it between threads. Its functions must be thread-safe too if
/// several writes use the shape at the same time.
/// </para>
/// <para>
/// If a function throws, the write ends with a <see cref="JsonRowException"/> that names the row and the column; the exception of the
/// function is its inner exception. Nothing of the failed row is written.
/// </para>
/// </remarks>
/// <example>
/// <code>
/// static readonly JsonRowShape&lt;Person&gt; Shape = new JsonRowShape&lt;Person&gt;()
///     .Column("id", p => p.Id)
///     .Column("name", p => p.Name);
///
/// JsonRows.From(people, Shape).WriteTo(stream);
/// </code>
/// </example>
[DebuggerDisplay("{ToString(),nq}")]
public sealed class JsonRowShape<T>
{
    private readonly ShapeColumn<T>[] _columns;

    // The columns for the options used last; most shapes are used with one instance of options.
    private ShapePlan<T>? _plan;

    /// <summary>Initializes a new instance without columns: see <see cref="Column{TValue}(string, Func{T, TValue}, int?)"/>.</summary>
    public JsonRowShape()
        : this([])
    {
    }

    private JsonRowShape(ShapeColumn<T>[] columns) => _columns = columns;

    /// <summary>Returns this shape with one more column at its end.</summary>
    /// <typeparam name="TValue">The type by whose metadata the values are written.</typeparam>
    /// <param name="name">The column's name; <see cref="JsonRowOptions.ColumnNamingPolicy"/> may convert it.</param>
    /// <param name="value">Returns the value of a row.</param>
    /// <param name="ordinal">
    /// For rows that are a <see cref="System.Data.Common.DbDataReader"/>: the column that <paramref name="value"/> reads by a getter and
    /// returns unchanged. <see cref="JsonRowOptions.RowReaders"/> may then read it. Default: null, the function is called for each row.
    /// </param>
    /// <returns>A new shape.</returns>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="ordinal"/> is negative.</exception>
    public JsonRowShape<T> Column<TValue>(string name, Func<T, TValue> value, int? ordinal = null) =>
        Add(name, value, ordinal, encoded => new TypedShapeColumn<T, TValue>(encoded, value, ordinal, isDirect: true));

    /// <summary>Returns this shape with one more column at its end, whose values may be null.</summary>
    /// <inheritdoc cref="Column{TValue}(string, Func{T, TValue}, int?)"/>
    public JsonRowShape<T> Column<TValue>(string name, Func<T, TValue?> value, int? ordinal = null)
        where TValue : struct => Add(name, value, ordinal, encoded => new NullableShapeColumn<T, TValue>(encoded, value, ordinal));

    /// <summary>The names of the columns, for a debugger.</summary>
    /// <returns>Such as <c>JsonRowShape&lt;Person&gt; (id, name)</c>.</returns>
    public override string ToString() =>
        $"JsonRowShape<{TypeName.Of(typeof(T))}> ({string.Join(", ", _columns.Select(column => column.Column.Name))})";

    // Throws InvalidOperationException: the shape has no columns.
    internal void RequireColumns()
    {
        if (_columns.Length > 0) return;
        throw new InvalidOperationException(
            "The JsonRowShape has no columns. Column does not change a shape but returns a new one: "
            + "keep what it returns (shape = shape.Column(…)).");
    }

    internal ShapePlan<T> PlanFor(RowEncoder encoder)
    {
        ShapePlan<T>? plan = Volatile.Read(ref _plan);
        if (plan is not null && plan.IsOf(encoder.Context)) return plan;
        plan = Plans.GetOrAdd(encoder.Context.Id, static (_, it) => new ShapePlan<T>(it._columns, it.encoder), (_columns, encoder));
        Volatile.Write(ref _plan, plan);
        return plan;
    }

    // The plans for all options, by what identifies their contexts.
    private ConditionalWeakTable<object, ShapePlan<T>> Plans => field ?? Interlocked.CompareExchange(ref field, [], null) ?? field;

    // create: makes the column that writes its values directly.
    private JsonRowShape<T> Add<TValue>(string name, Func<T, TValue> value, int? ordinal, Func<EncodedName, SourceColumn<T>> create)
    {
        ArgumentNullException.ThrowIfNull(name);
        ArgumentNullException.ThrowIfNull(value);
        ArgumentOutOfRangeException.ThrowIfNegative(ordinal ?? 0, nameof(ordinal));
        var column = new ShapeColumn<T>(
            new JsonColumn { Name = name, Type = typeof(TValue) },
            (encoded, isDirect) => isDirect ? create(encoded) : new TypedShapeColumn<T, TValue>(encoded, value, ordinal, isDirect));
        return new JsonRowShape<T>([.. _columns, column]);
    }
}
