namespace RowJson;

// A shape's columns under one set of options. A shape may live as long as the process, and so its plan leads to no options.
internal sealed class ShapePlan<T>(ShapeColumn<T>[] columns, RowEncoder encoder) : SourceColumns<T>(
    Array.ConvertAll(columns, column => column.Column),
    encoder,
    (i, name) => columns[i].Bind(name, encoder.WritesColumnDirectly(columns[i].Column.Type)))
{
    private readonly object _contextId = encoder.Context.Id;

    public bool IsOf(RowContext context) => ReferenceEquals(context.Id, _contextId);
}
