using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace RowJson;

/// <summary>Values in boxes whose type has been compared already.</summary>
internal static class Boxed
{
    /// <summary>The value in a box of exactly this type.</summary>
    /// <remarks>
    /// A cast compares the type once more, and by a call where the compiler takes the code for rare: a type that the first rows did not
    /// bring. A box has the layout of an object with one field.
    /// </remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref readonly TValue Read<TValue>(object box)
        where TValue : struct
    {
        Debug.Assert(box.GetType() == typeof(TValue));
        return ref Unsafe.As<StrongBox<TValue>>(box).Value;
    }
}
