// The sending window of the campaign closes in the middle, and opens again after a while, while
// processes that send are killed.
import { setTimeout as sleep } from 'node:timers/promises';
import { isTaken, readSinkLog } from './sink-log.ts';
import { killNodes, type Scene, webOf } from './strike.ts';

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
const DAY_MS = 86_400_000;
/** A look of a worker, and a few messages in flight. */
const HEARD_MS = 1_500;
/** How often it is tried to open it: longer than a network between node and database is cut. */
const OPENINGS = 80;

/**
 * @param blow.ms how long it is closed
 * @param blow.nodes killed meanwhile, and started again before it opens
 */
export async function closeWindow(blow: { ms: number; nodes: readonly number[] }, scene: Scene): Promise<void> {
  const { machinery, account, troubles } = scene;
  const before = troubles.ever - troubles.now;
  const clock = Math.max(...machinery.nodes.map((node) => node.clockMs()));
  // Three days from now: closed on every clock, also on one that is moved meanwhile.
  const day = DAYS[new Date(Date.now() + clock + 3 * DAY_MS).getUTCDay()];
  const window = { days: [day], from: '11:00', to: '12:00', time_zone: 'UTC' };
  if (!(await put(window, scene))) return;
  await sleep(HEARD_MS);
  const came = () => readSinkLog(machinery.logFile).filter(isTaken).length;
  const atClosing = came();
  await killNodes({ nodes: blow.nodes, withDatabase: false, ms: blow.ms / 2 }, scene);
  await sleep(blow.ms / 2);
  const more = came() - atClosing;
  const lanes = machinery.nodes.reduce((sum, node) => sum + node.lanes, 0);
  if (more > lanes && troubles.ever === before)
    account.faults.push(`${more} messages came while the window was closed; lanes: ${lanes}`);
  for (let tries = 0; tries < OPENINGS && !(await put(null, scene)); tries += 1) await sleep(500);
}

async function put(sending_window: object | null, scene: Scene): Promise<boolean> {
  const answer = await webOf(scene).call('PUT', `/campaigns/${scene.campaignUid}/delivery`, { sending_window });
  return answer?.status === 200;
}
