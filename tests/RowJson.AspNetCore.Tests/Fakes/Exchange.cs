namespace RowJson.AspNetCore.Tests;

/// <summary>What a client sees of an answer, for comparisons; of what differs from one answer to the next, nothing.</summary>
internal static class Exchange
{
    public static async Task<string> GetAsync(HttpClient client, string path, string? accept = null, HttpMethod? method = null)
    {
        using var request = new HttpRequestMessage(method ?? HttpMethod.Get, path);
        if (accept is not null) request.Headers.TryAddWithoutValidation("Accept", accept);
        using HttpResponseMessage response = await client.SendAsync(request);
        IEnumerable<string> headers = response.Headers.Concat(response.Content.Headers)
            .Where(header => header.Key is not ("Date" or "Server" or "Transfer-Encoding" or "Content-Length"))
            .Select(header => $"{header.Key}: {string.Join(", ", header.Value)}")
            .Order(StringComparer.Ordinal);
        return $"{(int)response.StatusCode}\n{string.Join('\n', headers)}\n\n{await response.Content.ReadAsStringAsync()}";
    }

    /// <summary>The beginnings of two answers.</summary>
    public static string Difference(string path, string expected, string actual) => $"{path}:\n{Begin(expected)}\n---\n{Begin(actual)}";

    private static string Begin(string answer) => answer[..Math.Min(500, answer.Length)];
}
