// The processor time of work, for tests with a limit on it: on a busy machine only processor time
// is meaningful.

/** Processor time that this thread has used so far, ms. */
export function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/**
 * Whether one of fifty runs of `work` takes less than `limitMs` of this thread's processor time: on
 * a busy machine the first runs come before it is compiled.
 */
export function costsLessThan(limitMs: number, work: () => unknown): boolean {
  return Array.from({ length: 50 }).some(() => {
    const startedAt = processorMs();
    work();
    return processorMs() - startedAt < limitMs;
  });
}
