using System.Diagnostics.CodeAnalysis;

namespace RowJson.AspNetCore;

// A type as code declares it, for people who read logs.
internal static class DeclaredTypeName
{
    private static readonly Type[] Sequences = [typeof(IAsyncEnumerable<>), typeof(IEnumerable<>)];

    // A type that no code can name, such as that of an iterator or of a query, gets the name of what it can be declared as.
    public static string Of(Type type)
    {
        if (type.IsArray) return Of(type.GetElementType()!) + "[]";
        bool isMade = IsMadeByCompiler(type);
        if ((isMade || IsHiddenInFramework(type)) && SequenceOf(type) is { } sequence) return Of(sequence);
        if (isMade) return $"anonymous type ({ArgumentsOf(type)})";
        int end = type.Name.IndexOf('`', StringComparison.Ordinal);
        return type.IsGenericType ? $"{(end < 0 ? type.Name : type.Name[..end])}<{ArgumentsOf(type)}>" : type.Name;
    }

    private static string ArgumentsOf(Type type) => string.Join(", ", type.GetGenericArguments().Select(Of));

    // Their names cannot be declared: <Read>d__0 of C#, VB$StateMachine_0_Read of Visual Basic, Read@12 of F#.
    private static bool IsMadeByCompiler(Type type) => type.Name.AsSpan().IndexOfAny("<$@") >= 0;

    private static bool IsHiddenInFramework(Type type) =>
        type.Namespace?.StartsWith("System", StringComparison.Ordinal) == true
        && !(type.IsGenericType ? type.GetGenericTypeDefinition() : type).IsVisible;

    // The interface through which rows are read; null if the type is not a sequence.
    [UnconditionalSuppressMessage("Trimming", "IL2070", Justification = "What an application does not have is not named.")]
    private static Type? SequenceOf(Type type) =>
        Array.Find(type.GetInterfaces(), static it => it.IsGenericType && Sequences.Contains(it.GetGenericTypeDefinition()));
}
