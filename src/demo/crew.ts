// The processes that the demo starts: whatever happens to it, none of them stays behind.
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';

export type Crew = {
  /** Starts this program with arguments. @throws Error when the crew was dismissed */
  start(args: readonly string[], options: Pick<SpawnOptions, 'env' | 'stdio'>): ChildProcess;
  /** Ends all that run, without warning, and waits until they are gone; none is started after. */
  dismiss(): Promise<void>;
};

/** A crew without anybody in it. */
export function openCrew(): Crew {
  const running = new Map<ChildProcess, Promise<unknown>>();
  let isDismissed = false;
  return {
    start(args, options) {
      if (isDismissed) throw new Error('nothing is started any more');
      const child = spawn(process.execPath, args, options);
      running.set(
        child,
        once(child, 'exit').finally(() => running.delete(child)),
      );
      return child;
    },
    async dismiss() {
      isDismissed = true;
      for (const child of running.keys()) child.kill('SIGKILL');
      await Promise.allSettled(running.values());
    },
  };
}
