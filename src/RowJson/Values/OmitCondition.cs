namespace RowJson;

/// <summary>Which values of a property the contract leaves out.</summary>
internal enum OmitCondition
{
    /// <summary>None: null is written.</summary>
    Never,

    /// <summary>Null.</summary>
    WhenNull,

    /// <summary>Null, and the default of a value type.</summary>
    WhenDefault,

    /// <summary>None, and null is a failure: the contract has checks of nullable annotations.</summary>
    NullIsRefused,
}
