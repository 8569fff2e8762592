// The processor time of work, for tests with a limit on it: on a busy machine only processor time
// is meaningful.

/** Processor time that this thread has used so far, ms. */
export function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
