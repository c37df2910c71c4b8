using BenchmarkDotNet.Attributes;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Toolchains.InProcess.Emit;

namespace RowJson.Benchmarks;

/// <summary>Runs the cases of a suite in the process that was started, whatever job is chosen, instead of one process each.</summary>
[AttributeUsage(AttributeTargets.Class)]
public sealed class InThisProcessAttribute() : JobMutatorConfigBaseAttribute(Job.Default.WithToolchain(InProcessEmitToolchain.Instance));
