namespace RowJson;

// An object of names and values under way: where it begins, and which name comes next.
// names: learns and predicts the order of the names.
// owner: the id of the name that holds the object.
internal struct ObjectState(ValueEncoder encoder, int position, NameLookup names, int owner, int depth)
{
    // From the beginning of the row under way, because the row moves when the output grows.
    public readonly int Offset = encoder.OffsetOf(position);

    public readonly NameLookup Names = names;

    public readonly int Owner = owner;

    // The nesting of the object: that of a row, to which the options for columns apply, or a deeper one.
    public readonly int Depth = depth;

    // Some cells may have to be left out, or be a converter's.
    public readonly bool HasExceptions =
        (depth == encoder.RowDepth && (encoder.OmitsNulls || encoder.ChangesColumns)) || encoder.AsksAboutBasics;

    public PredictedName? Expected = names.Predictor.FirstIn(owner);

    public EncodedName? Previous;
}
