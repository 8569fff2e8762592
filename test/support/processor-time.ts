// What work costs, for tests that hold a bound on it: on a busy machine only the time of the processor means anything.

/** Processor time that this thread has used until now, ms. */
export function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
