using System.Runtime.InteropServices;
using SQLitePCL;

namespace RowJson.Sqlite;

/// <summary>
/// SQLite's functions themselves. SQLitePCLRaw calls the same ones, but counts the references of the statement's handle up and down at each
/// call, by interlocked instructions, which takes as long as the function.
/// </summary>
/// <remarks>
/// A statement of one copy of the library must not be given to another copy. That the functions found here are those which SQLitePCLRaw
/// calls is proved by an address: <c>sqlite3_sourceid</c> returns a constant text that is inside its own library.
/// </remarks>
internal static unsafe class SqliteLibrary
{
    private static readonly nint Library = Load();

    /// <summary>The columns of the current row, 0 if there is none.</summary>
    public static readonly delegate* unmanaged[Cdecl]<nint, int> DataCount =
        (delegate* unmanaged[Cdecl]<nint, int>)Find("sqlite3_data_count");

    public static readonly delegate* unmanaged[Cdecl]<nint, int, int> ColumnType =
        (delegate* unmanaged[Cdecl]<nint, int, int>)Find("sqlite3_column_type");

    public static readonly delegate* unmanaged[Cdecl]<nint, int, long> ColumnInt64 =
        (delegate* unmanaged[Cdecl]<nint, int, long>)Find("sqlite3_column_int64");

    public static readonly delegate* unmanaged[Cdecl]<nint, int, double> ColumnDouble =
        (delegate* unmanaged[Cdecl]<nint, int, double>)Find("sqlite3_column_double");

    /// <summary>The text in UTF-8, with a null byte after it; null if there is no memory to convert it.</summary>
    public static readonly delegate* unmanaged[Cdecl]<nint, int, byte*> ColumnText =
        (delegate* unmanaged[Cdecl]<nint, int, byte*>)Find("sqlite3_column_text");

    public static readonly delegate* unmanaged[Cdecl]<nint, int, byte*> ColumnBlob =
        (delegate* unmanaged[Cdecl]<nint, int, byte*>)Find("sqlite3_column_blob");

    /// <summary>The length of the text, without the null byte, or of the blob.</summary>
    public static readonly delegate* unmanaged[Cdecl]<nint, int, int> ColumnBytes =
        (delegate* unmanaged[Cdecl]<nint, int, int>)Find("sqlite3_column_bytes");

    private static readonly bool HasAll =
        DataCount is not null && ColumnType is not null && ColumnInt64 is not null && ColumnDouble is not null && ColumnText is not null
        && ColumnBlob is not null && ColumnBytes is not null;

    /// <summary>Where the library that was found keeps its text.</summary>
    private static readonly byte* SourceId = FindSourceId();

    /// <summary>SQLitePCLRaw calls the library whose functions these are. A program can give it another one at any time.</summary>
    public static bool IsInUse() => HasAll && SourceId is not null && SourceId == UsedSourceId();

    private static byte* UsedSourceId()
    {
        fixed (byte* text = raw.sqlite3_sourceid()) return text;
    }

    private static byte* FindSourceId()
    {
        var function = (delegate* unmanaged[Cdecl]<byte*>)Find("sqlite3_sourceid");
        return function is null ? null : function();
    }

    private static nint Find(string name) => Library != 0 && NativeLibrary.TryGetExport(Library, name, out nint address) ? address : 0;

    private static nint Load()
    {
        // Processors with one calling convention: on others, Windows' own library has another one than the rest.
        if (RuntimeInformation.ProcessArchitecture is not (Architecture.X64 or Architecture.Arm64)) return 0;
        return NativeLibrary.TryLoad(raw.GetNativeLibraryName(), typeof(raw).Assembly, searchPath: null, out nint library) ? library : 0;
    }
}
