// The processes started by the demo: none outlives it, however it ends.
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';

export type Processes = {
  /** Starts this program with arguments. @throws Error after endAll */
  start(args: readonly string[], options: Pick<SpawnOptions, 'env' | 'stdio'>): ChildProcess;
  /** Kills all running processes and waits until they are gone; none can be started afterwards. */
  endAll(): Promise<void>;
};

/** Empty at first. */
export function openProcesses(): Processes {
  const running = new Map<ChildProcess, Promise<unknown>>();
  let isEnded = false;
  return {
    start(args, options) {
      if (isEnded) throw new Error('nothing is started any more');
      const child = spawn(process.execPath, args, options);
      running.set(
        child,
        once(child, 'exit').finally(() => running.delete(child)),
      );
      return child;
    },
    async endAll() {
      isEnded = true;
      for (const child of running.keys()) child.kill('SIGKILL');
      await Promise.allSettled(running.values());
    },
  };
}
