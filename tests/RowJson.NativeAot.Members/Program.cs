using System.Diagnostics.CodeAnalysis;
using RowJson.Conformance;

// What MemberContext describes: members of all types without attributes, and all attributes on members of four types.
var differences = new List<string>();
int all = 0;
foreach (MemberType type in MemberTypes.All)
{
    // What an object is at run time need not be known to a context.
    if (type.Name != "object") Compare(type.Name, [type.PlainRows]);
}
// What BracketConverters makes by reflection.
Keep<BracketConverter<int>>();
Keep<BracketConverter<double?>>();
Keep<BracketConverter<string>>();
Keep<BracketConverter<DateTime>>();
Compare("every holder of Int32", MemberRows.Of<int>([0, 1, int.MinValue]));
Compare("every holder of Double?", MemberRows.Of<double?>([0, 1.5, double.NaN, null]));
Compare("every holder of String", MemberRows.Of<string>(["", "plain", "é<\"\n日本😀", null]));
Compare("every holder of DateTime", MemberRows.Of<DateTime>([default, DateTime.MaxValue, new(2024, 2, 29, 13, 37, 1, 234, DateTimeKind.Utc)]));
foreach (string difference in differences) Console.Error.WriteLine(difference);
Console.WriteLine($"{all} comparisons, {differences.Count} differences");
return differences.Count == 0 && all > 10_000 ? 0 : 1;

void Compare(string name, IEnumerable<MemberRows> holders)
{
    int comparisons = 0;
    foreach (MemberRows rows in holders)
        foreach (MemberOptions options in MemberContextOptions.All) comparisons += rows.Compare(options, differences);
    if (comparisons > 0) Console.WriteLine($"{name}: {comparisons} comparisons");
    all += comparisons;
}

static void Keep<[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor)] T>() =>
    Activator.CreateInstance(typeof(T));
