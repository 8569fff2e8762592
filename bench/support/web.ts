// Response times of the web while something else keeps the machine busy: one request after another,
// so far apart and so light that they take nothing from what is measured beside them.
import { setTimeout as sleep } from 'node:timers/promises';

const EVERY_MS = 25;

/** Asks for the lists until stopped. `stop` gives the 99th percentile of the times, in ms. */
export function watchWeb(baseUrl: string, apiKey: string): { stop(): Promise<number> } {
  const headers = { 'X-Api-Key': apiKey };
  const times: number[] = [];
  let stopped = false;
  async function run(): Promise<void> {
    while (!stopped) {
      const startedAt = performance.now();
      const answer = await fetch(`${baseUrl}/api/lists`, { headers });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`The web answers ${answer.status}.`);
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
