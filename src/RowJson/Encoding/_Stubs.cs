using System.Runtime.InteropServices;
using System.Text.Json;
namespace RowJson;
#pragma warning disable IL2026, IL3050
internal static class StubX { public static int F<T>(ref byte d, T v) { var b = JsonSerializer.SerializeToUtf8Bytes(v); b.CopyTo(MemoryMarshal.CreateSpan(ref d, b.Length)); return b.Length; } }
internal static class DecimalFormatter { public static int Format(ref byte d, decimal v) => StubX.F(ref d, v); }
internal static class GuidFormatter { public static int Format(ref byte d, Guid v) => StubX.F(ref d, v); }
internal static class DateTimeFormatter { public static int Format(ref byte d, DateTime v) => StubX.F(ref d, v); public static int Format(ref byte d, DateTimeOffset v) => StubX.F(ref d, v); public static int Format(ref byte d, DateOnly v) => StubX.F(ref d, v); public static int Format(ref byte d, TimeOnly v) => StubX.F(ref d, v); public static int Format(ref byte d, TimeSpan v) => StubX.F(ref d, v); }
