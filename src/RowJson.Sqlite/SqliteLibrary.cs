using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using SQLitePCL;

namespace RowJson.Sqlite;

// SQLite's functions themselves. SQLitePCLRaw calls the same ones, but counts the references of the statement's handle up and down at each
// call, by interlocked instructions, which takes as long as the function.
// Functions of a column take the connection's mutex, those of a value do not. What is only looked at needs none, because no other code is
// at the statement's row. A text may have to be converted, in memory that all of the connection shares: it is asked for by its column.
// A statement of one copy of the library must not be given to another copy. An address proves that the functions found here are those which
// SQLitePCLRaw calls: sqlite3_sourceid returns a constant text that is inside its own library.
internal static unsafe class SqliteLibrary
{
    private static readonly nint Library = Load();

    // The columns of the current row, 0 if there is none.
    public static readonly delegate* unmanaged[Cdecl]<nint, int> DataCount =
        (delegate* unmanaged[Cdecl]<nint, int>)Find("sqlite3_data_count");

    // A cell of the current row, which belongs to the statement: until that moves, nothing else changes it.
    public static readonly delegate* unmanaged[Cdecl]<nint, int, nint> ColumnValue =
        (delegate* unmanaged[Cdecl]<nint, int, nint>)Find("sqlite3_column_value");

    public static readonly delegate* unmanaged[Cdecl]<nint, int> ValueType =
        (delegate* unmanaged[Cdecl]<nint, int>)Find("sqlite3_value_type");

    public static readonly delegate* unmanaged[Cdecl]<nint, long> ValueInt64 =
        (delegate* unmanaged[Cdecl]<nint, long>)Find("sqlite3_value_int64");

    public static readonly delegate* unmanaged[Cdecl]<nint, double> ValueDouble =
        (delegate* unmanaged[Cdecl]<nint, double>)Find("sqlite3_value_double");

    // The length of the text, without the null byte, or of the blob.
    public static readonly delegate* unmanaged[Cdecl]<nint, int> ValueBytes =
        (delegate* unmanaged[Cdecl]<nint, int>)Find("sqlite3_value_bytes");

    // The text in UTF-8, with a null byte after it; null if there is no memory to convert it.
    public static readonly delegate* unmanaged[Cdecl]<nint, int, byte*> ColumnText =
        (delegate* unmanaged[Cdecl]<nint, int, byte*>)Find("sqlite3_column_text");

    public static readonly delegate* unmanaged[Cdecl]<nint, int, byte*> ColumnBlob =
        (delegate* unmanaged[Cdecl]<nint, int, byte*>)Find("sqlite3_column_blob");

    private static readonly bool HasAll =
        DataCount is not null && ColumnValue is not null && ValueType is not null && ValueInt64 is not null && ValueDouble is not null
        && ValueBytes is not null && ColumnText is not null && ColumnBlob is not null;

    // Where the library that was found keeps its source identifier.
    private static readonly byte* SourceId = FindSourceId();

    // SQLitePCLRaw calls the library whose functions these are. A program can give it another one at any time. If its version lacks what is
    // asked for here, the answer is no.
    public static bool IsInUse()
    {
        try
        {
            return HasAll && SourceId is not null && SourceId == UsedSourceId();
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            return false;
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // so that it fails where it is called if SQLitePCLRaw lacks something
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
        // Only processors with one calling convention: on others, Windows' own library has a different one from the rest.
        if (RuntimeInformation.ProcessArchitecture is not (Architecture.X64 or Architecture.Arm64)) return 0;
        try
        {
            return LoadByName();
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            return 0;
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // as above
    private static nint LoadByName() =>
        NativeLibrary.TryLoad(raw.GetNativeLibraryName(), typeof(raw).Assembly, searchPath: null, out nint library) ? library : 0;
}
