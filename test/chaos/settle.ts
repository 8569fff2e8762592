// After the blows: everything is repaired, and the campaign must finish by itself. Only the clocks
// are set forward, so that deferred messages are due.
import { setTimeout as sleep } from 'node:timers/promises';
import { readProgress } from './store.ts';
import { type Scene, toggle } from './strike.ts';

const STALL_MS = 45_000;
const STILL_MS = 700;
/** Longer than the longest delay before another attempt. */
const FORWARD_MS = 80 * 60_000;

/** @throws Error when nothing has changed for 45 s although everything works */
export async function settle(scene: Scene): Promise<void> {
  const { machinery, place } = scene;
  await Promise.all(machinery.nodes.map((node) => node.ready()));
  let before = '';
  let changedAt = performance.now();
  let movedAt = performance.now();
  for (; ; await sleep(60)) {
    const progress = await readProgress(place);
    if (progress.status === 'sent') return;
    if (progress.status === 'paused') await toggle(scene);
    const now = performance.now();
    const text = JSON.stringify(progress);
    if (text !== before) changedAt = now;
    before = text;
    if (now - changedAt > STALL_MS) throw new Error(`nothing happens any more: ${text}`);
    if (now - Math.max(changedAt, movedAt) > STILL_MS) {
      movedAt = now;
      const latest = Math.max(...machinery.nodes.map((node) => node.clockMs()));
      for (const node of machinery.nodes) node.moveClock(latest + FORWARD_MS);
    }
  }
}
