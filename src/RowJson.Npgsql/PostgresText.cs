using Npgsql.PostgresTypes;

namespace RowJson.Npgsql;

// Types whose binary form is their text, by object identifiers that are the same in every database.
internal static class PostgresText
{
    public const uint Bytea = 17;

    // Its text comes after a version.
    public const uint Jsonb = 3802;

    private const uint Name = 19;
    private const uint Text = 25;
    private const uint Json = 114;
    private const uint Xml = 142;
    private const uint Unknown = 705;
    private const uint Bpchar = 1042;
    private const uint Varchar = 1043;

    // An extension's type, which has another identifier in each database.
    private const string Citext = "citext";

    // The type of an array does not show whether an enumeration or a domain is mapped to a type of .NET.
    public static bool IsArrayOfTexts(PostgresType type) =>
        type is PostgresArrayType { Element.OID: Text or Varchar or Bpchar or Name };

    public static bool IsSentAsText(PostgresType type) =>
        type.OID is Text or Varchar or Bpchar or Json or Jsonb or Name or Xml or Unknown
        || type is PostgresEnumType || type.InternalName == Citext;
}
