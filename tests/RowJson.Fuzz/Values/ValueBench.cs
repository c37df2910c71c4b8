using System.Collections;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace RowJson.Fuzz;

/// <summary>Emitted types and one set of options: values are written and read by them and by those that RowJson makes of them.</summary>
internal sealed class ValueBench
{
    private const int MostShown = 2000;
    private const int MostBytes = 300_000;

    private readonly TypeFamily _types;
    private readonly Type[] _emitted;
    private readonly Type _root;
    private readonly SerializerSettings _serializer;
    private readonly JsonSerializerOptions _plain;
    private readonly Dictionary<ObjectAccess, DropInOptions> _dropIns = [];
    private readonly Dictionary<(JsonSerializerOptions, CopyOfOptions), JsonSerializerOptions> _copies = [];
    private JsonSerializerOptions? _configured;
    private (ValueSettings Key, object? Value)? _value;

    /// <param name="types">The types that the values may have.</param>
    /// <param name="serializer">The application's options.</param>
    /// <param name="isMeasured">The types are those of an application, and not collected.</param>
    public ValueBench(TypeFamily types, SerializerSettings serializer, bool isMeasured = false)
    {
        _types = types;
        _emitted = TypeEmitter.Emit(types, isCollected: !isMeasured);
        _root = types.Root.Resolve(_emitted);
        _serializer = serializer;
        _plain = serializer.Create();
    }

    /// <summary>The value, as the application's options write it.</summary>
    public string Show(ValueSettings settings)
    {
        (Type declared, object? value) = Place(settings);
        Observation plain = Observation.Of(receiver => ValueWays.Write(ValueWays.Bytes, value, _plain.GetTypeInfo(declared), receiver));
        string text = plain.Failure is null ? Encoding.UTF8.GetString(plain.Bytes)
            : $"refused: {plain.Failure.GetType().Name}: {plain.Failure.Message}";
        return text.Length > MostShown ? text[..MostShown] + "…" : text;
    }

    /// <summary>What writes the values is said without a failure.</summary>
    public string? CheckExplanation()
    {
        Observation contract = Observation.Of(_ => _plain.GetTypeInfo(_root));
        Observation explanation = Observation.Of(_ => JsonRowSerializer.Explain(_root, _plain));
        return contract.Failure is null && explanation.Failure is { } failure ? $"explanation: {Verdict.Describe(failure)}" : null;
    }

    /// <summary>Writes or reads, and returns what is wrong; null if nothing is.</summary>
    public string? Check(ValueSettings settings, Action<Observation>? count = null)
    {
        (Type declared, object? value) = Place(settings);
        if (!Exclusions.Compares(_types, _serializer, settings, _value?.Value)) return null;
        JsonSerializerOptions plain = Copy(_plain, settings.Copy);
        for (int i = 0; i < settings.Times; i++)
        {
            string? fault = ValueWays.Reads.Contains(settings.Way)
                ? CheckRead(settings, declared, value, plain, count)
                : CheckWrite(settings, declared, value, plain, count);
            if (fault is not null) return fault;
        }
        return null;
    }

    /// <summary>Writes a value by the application's options, and by what is compared with them: each returns the bytes. Null if one is refused.</summary>
    public (Func<long> Plain, Func<long> Fast)? Writers(ValueSettings settings)
    {
        (Type declared, object? value) = Place(settings);
        if (value is null || !Exclusions.Compares(_types, _serializer, settings, _value?.Value)) return null;
        // Rows are compared as bytes.
        ValueSettings compared = settings.Options == FastOptions.Rows ? settings with { Way = ValueWays.Bytes } : settings;
        if (Check(compared) is not null) return null;
        if (Observation.Of(receiver => ValueWays.Write(compared.Way, value, _plain.GetTypeInfo(declared), receiver)).Failure is not null) return null;
        return (
            ValueWays.Writer(settings.Way, value, declared, _plain),
            settings.Options switch
            {
                FastOptions.Rows => ValueWays.RowsWriter(settings.Way, value, JsonRowOptions.FromJsonSerializerOptions(_plain)),
                FastOptions.RowSerializer => ValueWays.RowSerializerWriter(settings.Way, value, declared, _plain),
                _ => ValueWays.Writer(settings.Way, value, declared, Fast(settings)),
            });
    }

    private string? CheckWrite(ValueSettings settings, Type declared, object? value, JsonSerializerOptions plain, Action<Observation>? count)
    {
        Observation expected = Observation.Of(receiver => ValueWays.Write(settings.Way, value, plain.GetTypeInfo(declared), receiver));
        Observation actual = Observation.Of(receiver =>
        {
            if (settings.Options == FastOptions.Rows) receiver.Write(ValueWays.WriteRows(value!, DropIn(settings.Access).Rows));
            else if (settings.Options == FastOptions.RowSerializer)
                ValueWays.WriteRows(settings.Way, value, declared, settings.Access == ObjectAccess.Automatic ? plain : DropIn(settings.Access).WriteOnly, receiver);
            else ValueWays.Write(settings.Way, value, Fast(settings).GetTypeInfo(declared), receiver);
        });
        count?.Invoke(expected);
        return expected.Compare(actual) is { } fault && !Exclusions.Explains(fault, _types, _serializer, settings, _value?.Value, expected, actual) ? fault : null;
    }

    /// <summary>Whether a reader accepts all of a text: comments are not allowed.</summary>
    private static bool IsJson(byte[] text)
    {
        try
        {
            JsonDocument.Parse(text, new JsonDocumentOptions { MaxDepth = int.MaxValue }).Dispose();
            return true;
        }
        catch (JsonException)
        {
            return false;
        }
    }

    private string? CheckRead(ValueSettings settings, Type declared, object? value, JsonSerializerOptions plain, Action<Observation>? count)
    {
        Observation written = Observation.Of(receiver => ValueWays.Write(ValueWays.Bytes, value, plain.GetTypeInfo(declared), receiver));
        if (written.Failure is not null) return null;
        byte[] text = Damaged(written.Bytes, settings);
        Observation expected = Read(plain);
        count?.Invoke(expected);
        Observation actual = Read(Fast(settings));
        if (Exclusions.SerializerLosesItsPlace(settings, expected, actual)
            || Exclusions.WrongContractsAreSeenWhenNeeded(expected) || Exclusions.WrongContractsAreSeenWhenNeeded(actual)) return null;
        return expected.CompareRead(actual, Exclusions.ReadsByConverter(_types, _serializer, settings, IsJson(text)));

        Observation Read(JsonSerializerOptions options) => Observation.Of(receiver =>
        {
            object? read = ValueWays.Read(settings.Way, text, options.GetTypeInfo(declared));
            string[] calls = Calls.Take();
            // What cannot be written is compared by its failure.
            Observation again = Observation.Of(it => ValueWays.Write(ValueWays.Bytes, read, plain.GetTypeInfo(declared), it));
            receiver.Write(again.Failure is null ? again.Bytes : Encoding.UTF8.GetBytes(again.Failure.Message));
            foreach (string call in calls) Calls.Add(call);
        });
    }

    private static byte[] Damaged(byte[] text, ValueSettings settings)
    {
        if (text.Length == 0 || settings.Damage == Damage.None) return text;
        int at = settings.At % text.Length;
        if (settings.Damage == Damage.Cut) return text[..at];
        byte[] changed = [.. text];
        changed[at] = "x\"0}],n:[{ "u8[settings.At / 7 % 11];
        return changed;
    }

    private (Type Declared, object? Value) Place(ValueSettings settings)
    {
        var key = new ValueSettings { Seed = settings.Seed, MostValues = settings.MostValues, Repeats = settings.Repeats, IsOdd = settings.IsOdd };
        if (_value?.Key != key) _value = (key, Next(key));
        object? value = _value!.Value.Value;
        Type type = settings.IsDeclaredAsObject ? typeof(object) : _root;
        switch (settings.Place)
        {
            case Fuzz.Place.Root or Fuzz.Place.Object:
                return (type, value);
            case Fuzz.Place.Property or Fuzz.Place.ObjectProperty:
                object holder = Activator.CreateInstance(typeof(Holder<>).MakeGenericType(type))!;
                holder.GetType().GetProperty(nameof(Holder<>.Value))!.SetValue(holder, value);
                return (holder.GetType(), holder);
            case Fuzz.Place.Entry or Fuzz.Place.ObjectEntry:
                var entries = (IDictionary)Activator.CreateInstance(typeof(Dictionary<,>).MakeGenericType(typeof(string), type))!;
                entries["\u00E9"] = value;
                return (entries.GetType(), entries);
            default:
                var list = (IList)Activator.CreateInstance(typeof(List<>).MakeGenericType(type))!;
                // .NET 10 writes the discriminator of the first alone (docs/limits.md).
                bool isAlone = type == typeof(object) && value is not null && ValueMaker.IsPolymorphic(value.GetType());
                for (int i = isAlone ? 1 : settings.Count; i > 0; i--) list.Add(value);
                return (list.GetType(), list);
        }
    }

    /// <summary>Values that are there more than once may lead to each other in so many ways that no end is in sight: not such ones.</summary>
    private object? Next(ValueSettings settings)
    {
        object? value = new ValueMaker(_emitted, settings, !_serializer.IgnoresCycles).Next(_root);
        using var receiver = new Receiver { Limit = MostBytes };
        try
        {
            JsonSerializer.Serialize(receiver, value, _plain.GetTypeInfo(_root));
        }
        catch (IOException)
        {
            return _root.IsValueType ? Activator.CreateInstance(_root) : null;
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            // What it is will be compared.
        }
        return value;
    }

    private JsonSerializerOptions Fast(ValueSettings settings) => settings.Options switch
    {
        FastOptions.Configured => _configured ??= Configured(),
        FastOptions.Both => Copy(settings.Access == ObjectAccess.Automatic ? _plain.WithRowJson() : DropIn(settings.Access).Both, settings.Copy),
        _ => Copy(settings.Access == ObjectAccess.Automatic ? _plain.WithRowJson(writeOnly: true) : DropIn(settings.Access).WriteOnly, settings.Copy),
    };

    private DropInOptions DropIn(ObjectAccess access)
    {
        if (!_dropIns.TryGetValue(access, out DropInOptions? options))
            _dropIns[access] = options = DropInOptions.Create(
                _plain, new JsonRowOptions { ObjectAccess = access, Sizes = BufferSizes.Tiny });
        return options;
    }

    private JsonSerializerOptions Configured()
    {
        var options = new JsonSerializerOptions(_plain);
        options.AddRowJson();
        options.MakeReadOnly(populateMissingResolver: true);
        return options;
    }

    private JsonSerializerOptions Copy(JsonSerializerOptions options, CopyOfOptions change)
    {
        if (change == CopyOfOptions.None) return options;
        if (_copies.TryGetValue((options, change), out JsonSerializerOptions? present)) return present;
        var copy = new JsonSerializerOptions(options);
        JsonConverter converter = new DayConverter();
        if (change == CopyOfOptions.ConverterAdded) copy.Converters.Add(converter);
        else copy.Converters.Insert(0, converter);
        copy.MakeReadOnly(populateMissingResolver: true);
        return _copies[(options, change)] = copy;
    }
}
