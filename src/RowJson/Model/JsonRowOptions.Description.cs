namespace RowJson;

/// <content>What a debugger shows.</content>
public sealed partial class JsonRowOptions
{
    /// <summary>The properties that do not have their default value, for a debugger.</summary>
    /// <returns>Such as <c>JsonRowOptions (Format = Lines, OmitNulls = True)</c>.</returns>
    public override string ToString()
    {
        JsonRowOptions byDefault = Default;
        List<string> set = [];
        Add(nameof(SerializerOptions), SerializerOptions, byDefault.SerializerOptions, "…");
        Add(nameof(Format), Format, byDefault.Format);
        Add(nameof(FlushThreshold), FlushThreshold, byDefault.FlushThreshold);
        Add(nameof(FlushInterval), FlushInterval, byDefault.FlushInterval);
        Add(nameof(MaxCachedNames), MaxCachedNames, byDefault.MaxCachedNames);
        Add(nameof(OmitNulls), OmitNulls, byDefault.OmitNulls);
        Add(nameof(NonFiniteHandling), NonFiniteHandling, byDefault.NonFiniteHandling);
        Add(nameof(ColumnNamingPolicy), ColumnNamingPolicy, byDefault.ColumnNamingPolicy);
        Add(nameof(ColumnFilter), ColumnFilter, byDefault.ColumnFilter, "…");
        Add(nameof(WithColumns), ChosenColumns, byDefault.ChosenColumns, "…");
        Add(nameof(JsonColumnsAsText), JsonColumnsAsText, byDefault.JsonColumnsAsText);
        Add(nameof(IsJsonColumn), IsJsonColumn, byDefault.IsJsonColumn, "…");
        Add(nameof(ColumnConverter), ColumnConverter, byDefault.ColumnConverter, "…");
        Add(nameof(UnwritableHandling), UnwritableHandling, byDefault.UnwritableHandling);
        Add(nameof(RequireUniqueColumnNames), RequireUniqueColumnNames, byDefault.RequireUniqueColumnNames);
        Add(nameof(FillMissingColumns), FillMissingColumns, byDefault.FillMissingColumns);
        Add(nameof(ColumnsPropertyName), ColumnsPropertyName, byDefault.ColumnsPropertyName);
        Add(nameof(RowsPropertyName), RowsPropertyName, byDefault.RowsPropertyName);
        Add(nameof(RowPrefix), RowPrefix, byDefault.RowPrefix, "…");
        Add(nameof(RowReaders), RowReaders.Count, byDefault.RowReaders.Count);
        return $"JsonRowOptions ({string.Join(", ", set)})";

        void Add<T>(string name, T value, T usual, string? text = null)
        {
            if (EqualityComparer<T>.Default.Equals(value, usual)) return;
            set.Add($"{name} = {text ?? Convert.ToString(value, CultureInfo.InvariantCulture)}");
        }
    }
}
