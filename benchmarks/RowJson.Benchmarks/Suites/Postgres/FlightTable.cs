namespace RowJson.Benchmarks;

/// <summary>A made-up table in the 19 columns of the flights of nycflights13, which the server generates.</summary>
internal static class FlightTable
{
    public const string Query = "select * from pg_temp.benchmark_flights";

    public const string JsonQuery = $"select json_agg(t)::text from ({Query}) t";

    /// <summary>Temporary: on a server that is not ours nothing is left behind.</summary>
    public static string Create(int rows) =>
        $"""
        create temporary table benchmark_flights as
        select
          2013 as year, 1 + n / 8500 % 12 as month, 1 + n / 280 % 28 as day,
          case when n % 40 > 0 then n * 7 % 2400 end as dep_time, n * 5 % 2400 as sched_dep_time,
          case when n % 40 > 0 then (n % 90 - 20)::float8 end as dep_delay,
          case when n % 40 > 0 then n * 11 % 2400 end as arr_time, n * 13 % 2400 as sched_arr_time,
          case when n % 40 > 0 then (n % 110 - 40)::float8 end as arr_delay,
          (array['UA', 'AA', 'B6', 'DL', 'EV'])[1 + n % 5] as carrier, n % 8500 as flight,
          case when n % 140 > 0 then 'N' || 10000 + n % 4000 || 'AA' end as tailnum,
          (array['EWR', 'JFK', 'LGA'])[1 + n % 3] as origin, (array['IAH', 'MIA', 'BQN', 'ATL', 'ORD', 'LAX', 'SFO'])[1 + n % 7] as dest,
          case when n % 40 > 0 then (30 + n % 600)::float8 end as air_time, (80 + n * 17 % 4900)::float8 as distance,
          (5 + n % 18)::float8 as hour, (n % 60)::float8 as minute, timestamp '2013-01-01 05:00' + n / 20 * interval '1 hour' as time_hour
        from generate_series(1, {rows}) n;
        analyze benchmark_flights
        """;
}
