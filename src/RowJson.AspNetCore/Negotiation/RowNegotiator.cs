using Microsoft.Extensions.Primitives;
using Microsoft.Net.Http.Headers;

namespace RowJson.AspNetCore;

// Chooses the media type by the Accept header (RFC 9110, section 12.5.1).
internal static class RowNegotiator
{
    // The most characters of a header that is read. Clients send a tenth of that; without a bound, a header as long as the server accepts
    // costs more than the answer.
    private const int MaxLength = 1024;

    // The type of the highest quality; among equal ones the type that the client names more exactly, then the one named first. Null if the
    // client accepts none. Without a header, or with one that cannot be read or is longer than any client's, everything is accepted.
    public static RowMediaType? Choose(StringValues accept, IReadOnlyList<RowMediaType> types)
    {
        // What most clients send is not parsed.
        if (StringValues.IsNullOrEmpty(accept) || (accept.Count == 1 && accept[0] is "*/*" or "application/json")) return RowMediaType.Json;
        if (accept.Sum(header => header?.Length ?? 0) > MaxLength) return RowMediaType.Json;
        if (!MediaTypeHeaderValue.TryParseList(accept, out IList<MediaTypeHeaderValue>? ranges) || ranges.Count == 0)
            return RowMediaType.Json;
        RowMediaType? best = null;
        Match bestMatch = default;
        foreach (RowMediaType type in types)
        {
            Match match = MostExact(type, ranges);
            if (match.Quality <= 0 || (best is not null && match.CompareTo(bestMatch) <= 0)) continue;
            (best, bestMatch) = (type, match);
        }
        return best;
    }

    // The range that names a type most exactly says how welcome it is, whatever the others say.
    private static Match MostExact(RowMediaType type, IList<MediaTypeHeaderValue> ranges)
    {
        Match best = default;
        for (int i = 0; i < ranges.Count; i++)
        {
            MediaTypeHeaderValue range = ranges[i];
            int exactness = ExactnessOf(type, range);
            if (exactness > best.Exactness) best = new Match(range.Quality ?? 1, exactness, -i);
        }
        return best;
    }

    // Compact rows are for clients that name them.
    private static int ExactnessOf(RowMediaType type, MediaTypeHeaderValue range)
    {
        if (range.MatchesAllTypes) return type.Rows is null ? 1 : 0;
        if (!range.MatchesMediaType(type.Name)) return 0;
        if (range.MatchesAllSubTypes) return type.Rows is null ? 2 : 0;
        return ReferenceEquals(type.WithRows(RowsOf(range)), type) ? 3 : 0;
    }

    private static StringSegment RowsOf(MediaTypeHeaderValue range)
    {
        foreach (NameValueHeaderValue parameter in range.Parameters)
            if (parameter.Name.Equals(RowMediaType.RowsParameter, StringComparison.OrdinalIgnoreCase)) return parameter.GetUnescapedValue();
        return default;
    }

    private readonly record struct Match(double Quality, int Exactness, int Order) : IComparable<Match>
    {
        public int CompareTo(Match other)
        {
            int result = Quality.CompareTo(other.Quality);
            if (result == 0) result = Exactness.CompareTo(other.Exactness);
            return result != 0 ? result : Order.CompareTo(other.Order);
        }
    }
}
