namespace RowJson;

/// <summary>
/// Finds getters of properties without reflection. The package adds this interface to each <see cref="JsonSerializerContext"/> that it sees
/// compiled in projects with <c>PublishAot</c> or <c>IsAotCompatible</c>; an application does not implement it.
/// </summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public interface IJsonRowGetters
{
    /// <summary>Finds the getter of a property.</summary>
    /// <param name="declaringType">The type that declares the property.</param>
    /// <param name="propertyName">The name of the property in code.</param>
    /// <returns>
    /// A <see cref="Func{T, TResult}"/> for a class, a <see cref="JsonRowGetter{T, TValue}"/> for a structure; <see langword="null"/> if
    /// there is no getter. The getter of an enumeration returns its underlying number.
    /// </returns>
    Delegate? Find(Type declaringType, string propertyName);
}

/// <summary>Reads a property of a structure.</summary>
/// <typeparam name="T">The structure.</typeparam>
/// <typeparam name="TValue">The type of the property; for an enumeration, the type of its underlying number.</typeparam>
/// <param name="row">The structure.</param>
/// <returns>The value of the property.</returns>
[EditorBrowsable(EditorBrowsableState.Never)]
public delegate TValue JsonRowGetter<T, out TValue>(ref T row);
