// The processes that the demo starts: whatever happens to it, none of them stays behind.
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';

export type Processes = {
  /** Starts this program with arguments. @throws Error when they were ended */
  start(args: readonly string[], options: Pick<SpawnOptions, 'env' | 'stdio'>): ChildProcess;
  /** Ends all that run, without warning, and waits until they are gone; none is started after. */
  endAll(): Promise<void>;
};

/** None at first. */
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
