// The database's machine dies, and a synchronous standby takes over: how long until messages go out
// again?
import { setTimeout as sleep } from 'node:timers/promises';
import { LEASE_IS_SURE_MS } from './plan.ts';
import { isTaken, readSinkLog } from './sink-log.ts';
import { explain, type Scene } from './strike.ts';

const RESUMES_WITHIN_MS = 20_000;

/**
 * Measures from the order to promote to the first message that was surely begun after it: as many
 * as there are lanes may have been under way when the database died. Nothing is lost, so nothing
 * explains uncertain messages, unless leases ran out meanwhile.
 */
export async function failOver(ms: number, scene: Scene): Promise<void> {
  const { machinery, account, standby } = scene;
  const lanes = machinery.nodes.reduce((sum, node) => sum + node.lanes, 0);
  const diedAt = Date.now();
  const toldAt = (await standby?.takeOver(ms)) ?? diedAt;
  if (Date.now() - diedAt > LEASE_IS_SURE_MS) for (const node of machinery.nodes) explain(scene, node, 'kills');
  for (const deadline = performance.now() + RESUMES_WITHIN_MS; performance.now() < deadline; await sleep(20)) {
    const since = readSinkLog(machinery.logFile).filter((line) => line.at > diedAt && isTaken(line));
    const first = since[lanes];
    if (!first) continue;
    account.resumedMs = Math.max(0, first.at - toldAt);
    return;
  }
}
