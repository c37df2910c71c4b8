using System.Collections.Concurrent;
using System.Text;
using System.Text.Json;
using FastEndpoints;
using GraphQL.SystemTextJson;
using Microsoft.Extensions.Caching.Distributed;
using Microsoft.Extensions.Caching.Hybrid;
using Microsoft.Extensions.DependencyInjection;
using Orleans.Serialization;

namespace RowJson.Hosts.Tests;

/// <summary>Libraries that have one set of options for both directions: the same bytes, and what was written is read.</summary>
public class OtherHostTests
{
    [Fact]
    public async Task HybridCache_setAndGet_storesTheSameText()
    {
        string plain = await StoredAsync(HostOptions.Plain), ours = await StoredAsync(HostOptions.Both);
        plain.Should().Contain(HostOptions.Text);
        ours.Should().Contain(HostOptions.Text);

        static async Task<string> StoredAsync(JsonSerializerOptions options)
        {
            var store = new RecordingCache();
            HostOptions.ShouldBePage(await GetAsync(new ServiceCollection().AddSingleton<IDistributedCache>(store), options, HostPage.Make()));
            // Another process: its memory knows nothing yet.
            HostOptions.ShouldBePage(await GetAsync(new ServiceCollection().AddSingleton<IDistributedCache>(store), options, new HostPage()));
            return Encoding.UTF8.GetString(store.Entries.Single().Value);
        }

        static async Task<HostPage> GetAsync(IServiceCollection services, JsonSerializerOptions options, HostPage made)
        {
            services.AddKeyedSingleton<JsonSerializerOptions>(typeof(IHybridCacheSerializer<>), (_, _) => options);
            services.AddHybridCache();
            await using ServiceProvider provider = services.BuildServiceProvider();
            return await provider.GetRequiredService<HybridCache>().GetOrCreateAsync("page", _ => ValueTask.FromResult(made));
        }
    }

    /// <summary>Without options it includes the fields of types that have nothing else; with options it does not look for them.</summary>
    [Fact]
    public async Task HybridCache_tuples_areStoredAsWithoutOptionsIfTheOptionsIncludeFields()
    {
        (JsonSerializerOptions? Options, string[] Texts)[] stored =
        [
            (null, ["""{"Item1":42,"Item2":"x"}""", """[{"Item1":1,"Item2":"a"}]"""]),
            (new JsonSerializerOptions() { IncludeFields = true }.WithRowJson(), ["""{"Item1":42,"Item2":"x"}""", """[{"Item1":1,"Item2":"a"}]"""]),
            (JsonSerializerOptions.Default.WithRowJson(), ["{}", "[{}]"]),
        ];
        foreach ((JsonSerializerOptions? options, string[] texts) in stored)
        {
            (await StoredAsync((42, "x"), options)).Should().Contain(texts[0]);
            (await StoredAsync(new List<(int, string)> { (1, "a") }, options)).Should().Contain(texts[1]);
            (await StoredAsync(HostPage.Make(), options)).Should().Contain(JsonSerializer.Serialize(HostPage.Make()));
        }

        static async Task<string> StoredAsync<T>(T value, JsonSerializerOptions? options)
        {
            var store = new RecordingCache();
            IServiceCollection services = new ServiceCollection().AddSingleton<IDistributedCache>(store);
            if (options is not null) services.AddKeyedSingleton<JsonSerializerOptions>(typeof(IHybridCacheSerializer<>), (_, _) => options);
            services.AddHybridCache();
            await using ServiceProvider provider = services.BuildServiceProvider();
            await provider.GetRequiredService<HybridCache>().GetOrCreateAsync("key", _ => ValueTask.FromResult(value));
            return Encoding.UTF8.GetString(store.Entries.Single().Value);
        }
    }

    [Fact]
    public async Task HybridCache_optionsOfOneType_storeNoFieldsOfIt()
    {
        var store = new RecordingCache();
        IServiceCollection services = new ServiceCollection().AddSingleton<IDistributedCache>(store);
        services.AddKeyedSingleton<JsonSerializerOptions>(
            typeof(IHybridCacheSerializer<>), (_, _) => new JsonSerializerOptions() { IncludeFields = true }.WithRowJson());
        services.AddKeyedSingleton<JsonSerializerOptions>(
            typeof(IHybridCacheSerializer<List<WithField>>), (_, _) => JsonSerializerOptions.Default.WithRowJson());
        services.AddHybridCache();
        await using ServiceProvider provider = services.BuildServiceProvider();
        await provider.GetRequiredService<HybridCache>().GetOrCreateAsync("key", _ => ValueTask.FromResult(new List<WithField> { new() }));
        await provider.GetRequiredService<HybridCache>().GetOrCreateAsync("one", _ => ValueTask.FromResult(new WithField()));

        Encoding.UTF8.GetString(store.Entries["key"]).Should().Contain("""[{"Id":1}]""");
        Encoding.UTF8.GetString(store.Entries["one"]).Should().Contain("""{"Id":1,"Secret":"x"}""");
    }

    private sealed class WithField
    {
        public string Secret = "x";

        public int Id { get; set; } = 1;
    }

    [Fact]
    public async Task FastEndpoints_postAndAnswer_answersAsBefore()
    {
        // Its configuration is one for the process: one after the other.
        var answers = new List<(int, string)[]>();
        foreach (bool isOurs in new[] { false, true })
        {
            await using RunningHost host = await RunningHost.StartAsync(
                builder => builder.Services.AddFastEndpoints(discovery => discovery.Assemblies = [typeof(HostEndpoint).Assembly]),
                application => application.UseFastEndpoints(configuration =>
                {
                    if (isOurs) configuration.Serializer.Options.AddRowJson();
                }));
            string text = JsonSerializer.Serialize(HostPage.Make(), JsonSerializerOptions.Web);
            answers.Add([await host.PostAsync("fast", text), await host.PostAsync("fast", "{}")]);
            answers[^1][0].Item1.Should().Be(200);
            var page = JsonSerializer.Deserialize<HostPage>(answers[^1][0].Item2, JsonSerializerOptions.Web);
            JsonSerializer.Serialize(page, JsonSerializerOptions.Web).Should().Be(text);
        }
        answers[1].Should().Equal(answers[0]);
    }

    [Fact]
    public async Task GraphQLSerializer_writeAndRead_writesTheSameBytes()
    {
        var plain = new GraphQLSerializer();
        var ours = new GraphQLSerializer(it => it.AddRowJson());
        string expected = await WrittenAsync(plain);
        (await WrittenAsync(ours)).Should().Be(expected);
        ours.Serialize(HostPage.Make()).Should().Be(plain.Serialize(HostPage.Make()));
        plain.Serialize(ours.Deserialize<HostPage>(expected)).Should().Be(expected);
        using var stream = new MemoryStream(Encoding.UTF8.GetBytes(expected));
        plain.Serialize(await ours.ReadAsync<HostPage>(stream)).Should().Be(expected);

        static async Task<string> WrittenAsync(GraphQLSerializer serializer)
        {
            using var stream = new MemoryStream();
            await serializer.WriteAsync(stream, HostPage.Make());
            return Encoding.UTF8.GetString(stream.ToArray());
        }
    }

    [Fact]
    public void Orleans_serializeAndDeserialize_writesTheSameBytes()
    {
        byte[] plain = Written(HostOptions.Plain, []), ours = Written(HostOptions.Both, plain);
        ours.Should().Equal(plain);

        static byte[] Written(JsonSerializerOptions options, byte[] others)
        {
            using ServiceProvider provider = new ServiceCollection()
                .AddSerializer(builder => builder.AddJsonSerializer(type => type.Assembly == typeof(HostPage).Assembly, options))
                .BuildServiceProvider();
            Serializer serializer = provider.GetRequiredService<Serializer>();
            if (others.Length > 0) HostOptions.ShouldBePage(serializer.Deserialize<HostPage>(others));
            return serializer.SerializeToArray(HostPage.Make());
        }
    }

    /// <summary>A distributed cache whose entries can be looked at.</summary>
    private sealed class RecordingCache : IDistributedCache
    {
        public ConcurrentDictionary<string, byte[]> Entries { get; } = [];

        public byte[]? Get(string key) => Entries.GetValueOrDefault(key);

        public Task<byte[]?> GetAsync(string key, CancellationToken token = default) => Task.FromResult(Get(key));

        public void Refresh(string key)
        {
        }

        public Task RefreshAsync(string key, CancellationToken token = default) => Task.CompletedTask;

        public void Remove(string key) => Entries.TryRemove(key, out _);

        public Task RemoveAsync(string key, CancellationToken token = default)
        {
            Remove(key);
            return Task.CompletedTask;
        }

        public void Set(string key, byte[] value, DistributedCacheEntryOptions options) => Entries[key] = value;

        public Task SetAsync(string key, byte[] value, DistributedCacheEntryOptions options, CancellationToken token = default)
        {
            Set(key, value, options);
            return Task.CompletedTask;
        }
    }
}

/// <summary>Answers with what it gets.</summary>
public sealed class HostEndpoint : Endpoint<HostPage, HostPage>
{
    public override void Configure()
    {
        Post("/fast");
        AllowAnonymous();
    }

    public override Task HandleAsync(HostPage req, CancellationToken ct) => Send.OkAsync(req, ct);
}
