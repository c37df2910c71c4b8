namespace RowJson;

// Which values of a property the contract leaves out.
internal enum OmitCondition
{
    // None: null is written.
    Never,

    // Null.
    WhenNull,

    // Null, and the default of a value type.
    WhenDefault,

    // None, and null is a failure: the contract has checks of nullable annotations.
    NullIsRefused,
}
