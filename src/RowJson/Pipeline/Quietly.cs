namespace RowJson;

// Runs what is done after a failure: if it fails as well, that has nothing to add to the first failure.
internal static class Quietly
{
    // False if the action has failed.
    public static bool Run(Action action)
    {
        try
        {
            action();
            return true;
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            return false;
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
