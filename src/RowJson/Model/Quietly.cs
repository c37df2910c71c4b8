namespace RowJson;

// Runs what may fail without consequences, such as what is done after a failure: that it fails as well has nothing to add.
internal static class Quietly
{
    // False if the action has failed.
    public static bool Run(Action action) => Ask(
        () =>
        {
            action();
            return true;
        },
        otherwise: false);

    // What a question answers; something else if it fails.
    public static T Ask<T>(Func<T> question, T otherwise)
    {
        try
        {
            return question();
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            return otherwise;
        }
    }

    public static async ValueTask RunAsync(Func<ValueTask> action)
    {
        try
        {
            await action().ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
        }
    }
}
