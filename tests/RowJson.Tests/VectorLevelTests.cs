using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace RowJson.Tests;

/// <summary>
/// Arm64 has 128-bit vectors and none of the instructions of x86. The tests do not run there: here the compiled code is read.
/// </summary>
public class VectorLevelTests
{
    private const BindingFlags Declared =
        BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;

    private static readonly Dictionary<short, OpCode> OpCodesByValue = typeof(OpCodes).GetFields(BindingFlags.Public | BindingFlags.Static)
        .Select(field => (OpCode)field.GetValue(null)!).ToDictionary(code => code.Value);

    private static readonly Dictionary<MethodBase, HashSet<MethodBase>> Calls = typeof(JsonRows).Assembly.GetTypes()
        .SelectMany(type => type.GetMethods(Declared).Cast<MethodBase>().Concat(type.GetConstructors(Declared)))
        .ToDictionary(method => method, CallsOf);

    /// <summary>Types of a vector level, of which code that is generic makes use.</summary>
    private static readonly HashSet<Type> Levels =
    [
        .. Calls.Where(it => it.Key.Name == "get_IsSupported" && it.Value.Any(IsX86)).Select(it => it.Key.DeclaringType!),
    ];

    /// <summary>Methods that need x86 and do not ask for it: their callers do, or <c>StringEncoder.ShortLength</c> has.</summary>
    private static readonly string[] Trusting =
    [
        "AllowedPages.AllowAll", "AllowedPages.Find", "AllowedPages.Narrow", "AllowedPages.OnAllowedPage", "EscapeTable.NeedsEscaping",
        "GuidFormatter.WriteBytes", "StringEncoder.CopyPlainTo64", "StringEncoder.Encode8",
        "StringEncoder.EncodeShort", "StringEncoder.EscapeAsciiTo32", "StringEncoder.EscapeShortAscii512", "StringEncoder.Field", "StringEncoder.Gather8", "StringEncoder.LoadMasked",
        "StringEncoder.Narrow32To64", "StringEncoder.NarrowSigned", "StringEncoder.NarrowTo32",
        "StringEncoder.Transcode16", "StringEncoder.TranscodeAllowed", "StringEncoder.WritePlain64",
        "StringEncoder.WritePlainBlocks",
    ];

    // Debug builds assert, and ask in other places.
    [ReleaseFact]
    public void Instructions_ofX86_areBehindAQuestionWhetherThereAreAny()
    {
        HashSet<MethodBase> needing = [.. Calls.Where(it => it.Value.Any(IsInstruction) && !Asks(it.Key)).Select(it => it.Key)];
        // Whoever calls them without a question needs x86 as well.
        while (Calls.Where(it => it.Value.Any(needing.Contains) && !needing.Contains(it.Key) && !Asks(it.Key)).Select(it => it.Key).ToList()
            is { Count: > 0 } more) needing.UnionWith(more);

        needing.Where(method => !Levels.Contains(method.DeclaringType!)).Select(Name).Distinct().Should().BeEquivalentTo(
            Trusting, "their callers ask, and a new one needs a look at that: is it ever called on a path of 128 bits?");
    }

    /// <summary>Whoever asks for wider vectors has not asked for these: a path of 128 bits may follow in the same method.</summary>
    [Fact]
    public void Instructions_ofX86WithoutWideVectors_areAskedForInTheSameMethod()
    {
        (MethodBase Caller, Type Needed)[] uses =
        [
            .. from it in Calls
               from called in it.Value
               where IsInstruction(called) && !called.DeclaringType!.Name.StartsWith("Avx", StringComparison.Ordinal)
               select (it.Key, called.DeclaringType!),
        ];

        uses.Select(it => it.Needed).Should().Contain(typeof(Sse));
        uses.Where(it => !Calls[it.Caller].Any(called => called.Name == "get_IsSupported" && called.DeclaringType == it.Needed))
            .Select(it => Name(it.Caller)).Should().BeEmpty();
    }

    [Fact]
    public void LevelsOfX86_asTypeArguments_areBehindAQuestionWhetherTheyAreSupported()
    {
        Levels.Select(type => type.Name).Should().BeEquivalentTo(nameof(TextBlock256), nameof(TextBlock512));
        foreach ((MethodBase method, HashSet<MethodBase> calls) in Calls)
        {
            if (Levels.Contains(method.DeclaringType!)) continue;
            foreach (Type level in Levels.Where(level => Uses(method, level)))
                calls.Should().Contain(called => called.Name == "get_IsSupported" && called.DeclaringType == level, Name(method));
        }
    }

    private static bool Uses(MethodBase method, Type level) =>
        Read(method).Any(called => called.IsGenericMethod && called.GetGenericArguments().Contains(level));

    private static bool Asks(MethodBase method) => Calls[method].Any(called =>
        (called.Name == "get_IsSupported" && (IsX86(called) || Levels.Contains(called.DeclaringType!)))
        || (called.Name == "get_IsHardwareAccelerated" && (called.DeclaringType == typeof(Vector256) || called.DeclaringType == typeof(Vector512))));

    private static bool IsInstruction(MethodBase method) => IsX86(method) && method.Name != "get_IsSupported";

    private static bool IsX86(MethodBase method) => method.DeclaringType?.Namespace == typeof(X86Base).Namespace;

    private static HashSet<MethodBase> CallsOf(MethodBase method) => [.. Read(method).Select(Definition)];

    /// <summary>A generic method, or one of a generic type, as it is declared.</summary>
    private static MethodBase Definition(MethodBase method) => method.Module.ResolveMethod(method.MetadataToken)!;

    /// <summary>The methods that a method's code names.</summary>
    private static IEnumerable<MethodBase> Read(MethodBase method)
    {
        if (method.GetMethodBody()?.GetILAsByteArray() is not { } code) yield break;
        Type[]? ofType = method.DeclaringType is { IsGenericType: true } declaring ? declaring.GetGenericArguments() : null;
        Type[]? ofMethod = method.IsGenericMethod ? method.GetGenericArguments() : null;
        for (int at = 0; at < code.Length;)
        {
            short value = code[at++];
            if (value == 0xFE) value = unchecked((short)(0xFE00 | code[at++]));
            OpCode opCode = OpCodesByValue[value];
            if (opCode.OperandType == OperandType.InlineMethod)
                yield return method.Module.ResolveMethod(BitConverter.ToInt32(code, at), ofType, ofMethod)!;
            else if (opCode.OperandType == OperandType.InlineTok
                && method.Module.ResolveMember(BitConverter.ToInt32(code, at), ofType, ofMethod) is MethodBase named) yield return named;
            at += opCode.OperandType switch
            {
                OperandType.InlineNone => 0,
                OperandType.ShortInlineBrTarget or OperandType.ShortInlineI or OperandType.ShortInlineVar => 1,
                OperandType.InlineVar => 2,
                OperandType.InlineI8 or OperandType.InlineR => 8,
                OperandType.InlineSwitch => 4 + (4 * BitConverter.ToInt32(code, at)),
                _ => 4,
            };
        }
    }

    private static string Name(MethodBase method) => $"{method.DeclaringType!.Name}.{method.Name}";
}
