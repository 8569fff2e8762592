// Response times of the web while something else keeps the machine busy: one request after another,
// at regular intervals.
import { setTimeout as sleep } from 'node:timers/promises';

const EVERY_MS = 10;

/** Requests a page until stopped. @returns `stop` gives the 99th percentile of the times in ms */
export function watchWeb(baseUrl: string): { stop(): Promise<number> } {
  const times: number[] = [];
  let stopped = false;
  async function run(): Promise<void> {
    while (!stopped) {
      const startedAt = performance.now();
      const answer = await fetch(`${baseUrl}/readyz`); // reads the store, as most requests do
      await answer.arrayBuffer();
      times.push(performance.now() - startedAt);
      await sleep(EVERY_MS);
    }
  }
  const running = run();
  return {
    async stop() {
      stopped = true;
      await running;
      times.sort((a, b) => a - b);
      return times[Math.floor(times.length * 0.99)] ?? 0;
    },
  };
}
