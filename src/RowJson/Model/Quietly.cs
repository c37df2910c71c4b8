namespace RowJson;

// Runs what may fail without consequences: what is done after a failure, or a question that has a fallback answer.
internal static class Quietly
{
    // False if the action has failed.
    public static bool Run(Action action) => FailureOf(action) is null;

    // The exception that the action has failed with; null if it has not failed.
    public static Exception? FailureOf(Action action)
    {
        try
        {
            action();
            return null;
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            return exception;
        }
    }

    public static async ValueTask<Exception?> RunAsync(Func<ValueTask> action)
    {
        try
        {
            await action().ConfigureAwait(false);
            return null;
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            return exception;
        }
    }

    // How many elements a collection says that it has; -1 for another value, and for a collection that fails to say so.
    public static int CountOf(object? value)
    {
        try
        {
            return value is ICollection collection ? collection.Count : -1;
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            return -1;
        }
    }

    // Asks a question about a source; returns another answer if it fails.
    public static T Ask<TSource, T>(TSource source, Func<TSource, T> question, T otherwise)
    {
        try
        {
            return question(source);
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            return otherwise;
        }
    }
}
