namespace RowJson;

// Values in boxes whose type has been compared already.
internal static class Boxed
{
    // The value in a box of exactly this type.
    // A cast compares the type once more, and by a call where the compiler takes the code for rare: a type that the first rows did not
    // bring. A box has the layout of an object with one field.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref readonly TValue Read<TValue>(object box)
        where TValue : struct
    {
        Debug.Assert(box.GetType() == typeof(TValue));
        return ref Unsafe.As<StrongBox<TValue>>(box).Value;
    }
}
