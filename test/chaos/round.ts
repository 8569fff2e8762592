// One round: a copy of the store, a campaign, the blows of the plan, an end, and the check.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startCampaign } from '../end-to-end/sending.ts';
import { booksThatDiffer } from './books.ts';
import { checkRound, type Figures } from './check.ts';
import type { Installation } from './installation.ts';
import { assemble, type Machinery } from './machinery.ts';
import type { ServerNode } from './node.ts';
import type { Event, RoundPlan } from './plan.ts';
import type { Standby } from './postgres.ts';
import { seeded } from './random.ts';
import { settle } from './settle.ts';
import { readSinkLog } from './sink-log.ts';
import { writeStall } from './stall.ts';
import { type Place, readCounters, readMessages, readProgress, readStore, readWorkerLeases } from './store.ts';
import { type Scene, strike } from './strike.ts';

export type RoundResult = {
  figures: Figures | undefined;
  kills: number;
  cuts: number;
  /** The most uncertain messages that can be explained, besides the sink's own cuts. */
  allowed: number;
  /** Turns that were held back, to arrive late. */
  heldTurns: number;
  /** The longest time in ms without a message although nothing was broken. */
  quietMs: number;
  /** From the order to promote a standby to the first message begun after it, ms. */
  resumedMs: number | undefined;
  ms: number;
  faults: string[];
};

/** Runs a round; its files are in `folder`. */
export async function runRound(plan: RoundPlan, installation: Installation, folder: string): Promise<RoundResult> {
  const startedAt = performance.now();
  mkdirSync(folder, { recursive: true });
  const place = await installation.copy(join(folder, 'data'), `chaos_${plan.engine}_${plan.seed}_${Date.now()}`);
  const standby = await standbyFor(plan, place);
  const machinery = await assemble(plan, place, folder, standby?.how === 'synchronous' ? standby : undefined);
  const account: Scene['account'] = {
    kills: 0,
    cuts: 0,
    allowed: 0,
    heldTurns: 0,
    faults: [],
    unsubscribed: new Set(),
    resumedMs: undefined,
  };
  const watch = watchQuiet(machinery);
  let figures: Figures | undefined;
  let scene: Scene | undefined;
  try {
    await startAll(machinery);
    scene = {
      machinery,
      installation,
      place,
      campaignUid: await startCampaign(firstWeb(machinery), installation.listUid),
      account,
      troubles: { now: 0, ever: 0 },
      toggles: 0,
      random: seeded(plan.seed + 1),
      turns: new Map(),
      standby,
    };
    await Promise.all(plan.events.map((event) => strikeInTime(event, plan, scene as Scene)));
    watch.begin();
    await settle(scene);
    watch.end();
    figures = await reckon(scene);
  } catch (error) {
    account.faults.push(error instanceof Error ? error.message : String(error));
    await writeStall(folder, place, machinery).catch((more: unknown) => account.faults.push(String(more)));
  } finally {
    await machinery.end();
    await standby?.end();
  }
  for (const node of machinery.nodes) account.faults.push(...node.faults());
  if (place.kind === 'postgres' && account.faults.length === 0) {
    await place.server.dropDatabase(place.database);
  }
  const ms = Math.round(performance.now() - startedAt);
  return { figures, ...account, quietMs: watch.longest(), ms };
}

/** The standby that a plan needs. */
async function standbyFor(
  { events }: RoundPlan,
  place: Place,
): Promise<(Standby & { how: 'synchronous' | 'asynchronous' }) | undefined> {
  const blow = events.map((event) => event.blow).find(({ kind }) => kind === 'promote' || kind === 'failover');
  if (place.kind !== 'postgres' || !blow) return undefined;
  const how = blow.kind === 'failover' ? 'synchronous' : 'asynchronous';
  return { ...(await place.server.follow(how)), how };
}

async function startAll({ nodes }: Machinery): Promise<void> {
  for (const node of nodes) node.start();
  await Promise.all(nodes.map((node) => node.ready()));
}

function firstWeb({ nodes }: Machinery) {
  const node = nodes.find(({ hasWeb }) => hasWeb);
  if (!node) throw new Error('The plan has no node with an interface.');
  return node;
}

const NOTHING_COMES_MS = 2_000;
/**
 * Sending threads are loaded after a server reports that it serves; on a busy machine that takes a
 * while.
 */
const BEGINS_WITHIN_MS = 20_000;

/** Waits for the event's moment; when no messages come any more, strikes at once. */
async function strikeInTime({ at, blow }: Event, plan: RoundPlan, scene: Scene): Promise<void> {
  const { machinery } = scene;
  const enough = Math.max(1, Math.floor(at * plan.people));
  const patience = () => (machinery.came() === 0 ? BEGINS_WITHIN_MS : NOTHING_COMES_MS);
  while (machinery.came() < enough && performance.now() - machinery.lastCameAt() < patience()) await sleep(2);
  await strike(blow, scene);
}

/** Whether a node, when it stopped, said that the store took nothing: then its lease expires. */
const couldNotEnd = (node: Pick<ServerNode, 'output'>) => node.output().includes('"server.stop-unfinished"');

async function reckon(scene: Scene): Promise<Figures> {
  const { machinery, place, installation, account, campaignUid } = scene;
  const statistics: Record<string, number | string>[] = [];
  for (const node of machinery.nodes.filter(({ hasWeb }) => hasWeb)) {
    const answer = await node.call('GET', `/campaigns/${campaignUid}/stats`);
    statistics.push((answer?.body['data'] ?? {}) as Record<string, number | string>);
  }
  for (const node of machinery.nodes) {
    const { code, ms } = await node.stop();
    if (code !== 0) account.faults.push(`${node.name} ended with code ${code} after ${ms} ms`);
  }
  const leases = await readWorkerLeases(place);
  if (leases.length > 0 && !machinery.nodes.some(couldNotEnd))
    account.faults.push(`leases are left: ${leases.join(', ')}`);
  await lookAtFile(place, account.faults);
  const rows = await readMessages(place);
  const known = new Set(rows.map((row) => row.email));
  // Subscribers who unsubscribed before the audience was frozen are rightly not in it.
  const audience = [...installation.people.keys()].filter(
    (email) => known.has(email) || !account.unsubscribed.has(email),
  );
  const { status } = await readProgress(place);
  const counters = await readCounters(place);
  const log = readSinkLog(machinery.logFile);
  const reading = { campaignUid, status, audience, rows, counters, statistics, log };
  const { figures, faults } = checkRound(reading, account.allowed);
  account.faults.push(...faults, ...(await booksThatDiffer((statement) => readStore(place, statement))));
  return figures;
}

async function lookAtFile(place: Place, faults: string[]): Promise<void> {
  if (place.kind !== 'sqlite') return;
  const [row] = await readStore(place, 'pragma integrity_check');
  if (row?.['integrity_check'] !== 'ok') faults.push(`the database file is broken: ${row?.['integrity_check']}`);
}

/**
 * Measures the longest time without a message, from the end of the blows to the end of the
 * campaign.
 */
function watchQuiet(machinery: Machinery) {
  let longest = 0;
  let since = Number.POSITIVE_INFINITY;
  const look = () => {
    const quiet = performance.now() - Math.max(since, machinery.lastCameAt());
    longest = Math.max(longest, quiet);
  };
  let timer: NodeJS.Timeout | undefined;
  return {
    begin() {
      since = performance.now();
      timer = setInterval(look, 50);
    },
    end() {
      look();
      clearInterval(timer);
    },
    longest: () => Math.max(0, Math.round(longest)),
  };
}
