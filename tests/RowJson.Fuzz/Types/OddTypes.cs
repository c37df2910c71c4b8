using System.Collections;
using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace RowJson.Fuzz;

#pragma warning disable CA1710, CA1815, CA2227, CA2231 // Types as users have them.

/// <summary>A structure whose equality depends on which of the two is asked.</summary>
public struct Asymmetric : IEquatable<Asymmetric>
{
    public int Number { get; set; }

    public bool IsEqual { get; set; }

    public readonly bool Equals(Asymmetric other) => IsEqual;

    public readonly override bool Equals(object? obj) => obj is Asymmetric other && Equals(other);

    public readonly override int GetHashCode() => 0;
}

/// <summary>Entries that an interface sees otherwise than the class has them.</summary>
internal sealed class OddMap : Dictionary<string, object?>, IEnumerable<KeyValuePair<string, object?>>
{
    IEnumerator<KeyValuePair<string, object?>> IEnumerable<KeyValuePair<string, object?>>.GetEnumerator()
    {
        yield return KeyValuePair.Create("odd", (object?)Count);
    }
}

/// <summary>The same with elements.</summary>
internal sealed class OddElements : Dictionary<string, JsonElement>, IEnumerable<KeyValuePair<string, JsonElement>>
{
    IEnumerator<KeyValuePair<string, JsonElement>> IEnumerable<KeyValuePair<string, JsonElement>>.GetEnumerator()
    {
        yield return KeyValuePair.Create("odd", JsonElement.Parse("1"));
    }
}

/// <summary>Items that an interface sees otherwise than the class has them.</summary>
internal sealed class OddList<T> : List<T>, IEnumerable<T>
{
    public OddList()
    {
    }

    public OddList(IEnumerable<T> items)
        : base(items)
    {
    }

    IEnumerator<T> IEnumerable<T>.GetEnumerator() => this.Reverse<T>().Take(2).GetEnumerator();
}

/// <summary>A sequence that says when it is enumerated, and when that is over.</summary>
internal sealed class Counted<T>(IEnumerable<T> items) : IEnumerable<T>
{
    public IEnumerator<T> GetEnumerator() => new Enumerator(items.GetEnumerator());

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    private sealed class Enumerator : IEnumerator<T>
    {
        private readonly IEnumerator<T> _items;

        public Enumerator(IEnumerator<T> items)
        {
            Calls.Add("opened");
            _items = items;
        }

        public T Current => _items.Current;

        object? IEnumerator.Current => Current;

        public bool MoveNext() => _items.MoveNext();

        public void Reset() => _items.Reset();

        public void Dispose()
        {
            Calls.Add("disposed");
            _items.Dispose();
        }
    }
}

/// <summary>A list of itself.</summary>
internal sealed class ListOfSelf : List<ListOfSelf>;

/// <summary>A list of lists that lead back to it.</summary>
internal sealed class ListOfOthers : List<OtherList>;

/// <inheritdoc cref="ListOfOthers"/>
internal sealed class OtherList : List<ListOfOthers>;

/// <summary>A dictionary of itself.</summary>
internal sealed class MapOfSelf : Dictionary<string, MapOfSelf?[]>;

/// <summary>Numbers with a hash sign in front.</summary>
internal sealed class HashConverter : JsonConverter<int>
{
    public override int Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        int.Parse(reader.GetString()!.AsSpan(1), CultureInfo.InvariantCulture);

    public override void Write(Utf8JsonWriter writer, int value, JsonSerializerOptions options) => writer.WriteStringValue($"#{value}");
}

/// <summary>Texts after a comment.</summary>
internal sealed class CommentConverter : JsonConverter<string>
{
    public override string? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => reader.GetString();

    public override void Write(Utf8JsonWriter writer, string value, JsonSerializerOptions options)
    {
        writer.WriteCommentValue("c");
        writer.WriteStringValue(value);
    }
}

/// <summary>Writes nothing, not even null.</summary>
internal sealed class SilentConverter : JsonConverter<int>
{
    public override int Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => reader.GetInt32();

    public override void Write(Utf8JsonWriter writer, int value, JsonSerializerOptions options)
    {
    }
}

/// <summary>Fails at some values, before or after it has written something, with one of several exceptions.</summary>
internal sealed class FailingConverter : JsonConverter<int>
{
    public override int Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        Math.Abs(reader.GetInt32() % 5) is 4 ? throw new FormatException("unreadable") : reader.GetInt32();

    public override void Write(Utf8JsonWriter writer, int value, JsonSerializerOptions options)
    {
        if (value % 2 != 0) writer.WriteStartObject();
        if (value % 9 == 4) throw new JsonException();
        if (value % 9 == 5) throw new JsonException("a converter's own", "$.mine", 1, 2);
        if (value % 9 == 6) throw new NotSupportedException("a converter's own");
        if (value % 9 == 7) throw new TimeoutException("a converter's own");
        if (value % 2 != 0) writer.WriteEndObject();
        else writer.WriteNumberValue(value);
    }
}

/// <summary>Days as an object that the serializer writes in a call of its own.</summary>
internal sealed class DayConverter : JsonConverter<DayOfWeek>
{
    public override DayOfWeek Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        (DayOfWeek)JsonSerializer.Deserialize<int[]>(ref reader, options)![0];

    public override void Write(Utf8JsonWriter writer, DayOfWeek value, JsonSerializerOptions options) =>
        JsonSerializer.Serialize(writer, new[] { (int)value }, options);
}

/// <summary>Lists as their length.</summary>
internal sealed class LengthConverter : JsonConverter<List<int>>
{
    public override List<int> Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => [reader.GetInt32()];

    public override void Write(Utf8JsonWriter writer, List<int> value, JsonSerializerOptions options) => writer.WriteNumberValue(value.Count);
}

/// <summary>Any values as their type's name.</summary>
internal sealed class NameConverter : JsonConverter<object>
{
    public override object? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => reader.GetString();

    public override void Write(Utf8JsonWriter writer, object value, JsonSerializerOptions options) => writer.WriteStringValue(value.GetType().Name);
}
