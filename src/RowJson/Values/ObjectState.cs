namespace RowJson;

// An object of names and values under way: where it begins, and which name comes next.
// names: learns and predicts the order of the names.
// owner: the id of the name that holds the object.
internal struct ObjectState(ValueEncoder encoder, int position, NameLookup names, int owner, int depth)
{
    // From the beginning of the row under way, for that moves when the output grows.
    public readonly int Offset = encoder.OffsetOf(position);

    public readonly NameLookup Names = names;

    public readonly int Owner = owner;

    // The nesting of the object: a row's own, where the options for columns hold, or more.
    public readonly int Depth = depth;

    // Some cells may have to be left out, or be a converter's.
    public readonly bool HasExceptions =
        (depth == encoder.RowDepth && (encoder.OmitsNulls || encoder.ChangesColumns)) || encoder.AsksAboutBasics;

    public PredictedName? Expected = names.Predictor.FirstIn(owner);

    public EncodedName? Previous;
}
