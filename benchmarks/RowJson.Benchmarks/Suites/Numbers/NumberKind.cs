namespace RowJson.Benchmarks;

/// <summary>The values of <see cref="NumberBenchmarks"/>.</summary>
public enum NumberKind
{
    Integer1Digit,
    Integer4Digits,
    Integer8Digits,
    Integer19Digits,

    /// <summary>Doubles that are integers of up to six digits.</summary>
    DoubleIntegers,

    /// <summary>Prices and measurements: up to four digits and two decimals.</summary>
    Double2Decimals,

    /// <summary>Doubles that need all of their 17 digits.</summary>
    Double17Digits,

    /// <summary>Floats with up to five digits and one decimal.</summary>
    Floats,

    /// <summary>Decimals with up to six digits and two decimals.</summary>
    Decimals,

    /// <summary>UTC with seven decimals of a second.</summary>
    DateTimes,

    Guids,
}
