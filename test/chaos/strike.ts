// Carries out the blows of a plan on a running round, and records what they may explain.
import { setTimeout as sleep } from 'node:timers/promises';
import { closeWindow } from './close-window.ts';
import { failOver } from './failover.ts';
import type { Installation } from './installation.ts';
import { LATE, type LateTurn } from './late-turn.ts';
import type { ChaosNode, Machinery } from './machinery.ts';
import { type Blow, LEASE_IS_SURE_MS } from './plan.ts';
import type { Standby } from './postgres.ts';
import type { Random } from './random.ts';
import { isTaken, readSinkLog } from './sink-log.ts';
import { lockStore, loseLease, type Place, readProgress } from './store.ts';
import { importPeople } from './writer.ts';

export type Account = {
  /**
   * SIGKILLs of sending processes, and the equivalent: one that could not renew its lease for too
   * long.
   */
  kills: number;
  /** Failures of a network between a node and the mail server. */
  cuts: number;
  /** How many messages these may have left uncertain. */
  allowed: number;
  /** Turns that were held back, to arrive late. */
  heldTurns: number;
  faults: string[];
  unsubscribed: Set<string>;
  /** From the order to promote a standby to the first message begun after it, ms. */
  resumedMs: number | undefined;
};

/** A lease expires after 10 s, and a hanging transaction is aborted in that time too. */
const PATIENCE_MS = 40_000;

type Struck = ChaosNode | 'database' | 'vanishing';

export type Scene = {
  machinery: Machinery;
  installation: Installation;
  place: Place;
  campaignUid: string;
  account: Account;
  /**
   * Current failures, and their number so far: a node stopped during one cannot keep its promises.
   */
  troubles: { now: number; ever: number };
  /** Calls to pause or resume so far. */
  toggles: number;
  random: Random;
  /** One blow of these kinds at a time; two that vanish would wait for each other. */
  turns: Map<Struck, Promise<void>>;
  standby: Standby | undefined;
};

/** Carries out one blow, from its beginning to its end. */
export async function strike(blow: Blow, scene: Scene): Promise<void> {
  const { nodes } = scene.machinery;
  switch (blow.kind) {
    case 'kill':
      return killNodes(blow, scene);
    case 'stop':
      return inTurn(scene, [nodeOf(nodes, blow.node)], () => stop(nodeOf(nodes, blow.node), blow.ms, scene));
    case 'freeze':
      return inTurn(scene, [nodeOf(nodes, blow.node)], () => freeze(nodeOf(nodes, blow.node), blow.ms, scene));
    case 'vanish':
      return inTurn(scene, [nodeOf(nodes, blow.node), 'vanishing'], () => vanish(nodeOf(nodes, blow.node), scene));
    case 'database-restart':
      return inTurn(scene, ['database'], () => troubled(scene, () => restartDatabase(scene, blow.mode, blow.ms)));
    case 'break':
      return breakNetwork(blow, nodeOf(nodes, blow.node), scene);
    case 'pause':
      return pause(blow.ms, scene);
    case 'storm':
      return storm(blow.toggles, scene);
    case 'window':
      return closeWindow(blow, scene);
    case 'clock': {
      const node = nodeOf(nodes, blow.node);
      return node.moveClock(node.clockMs() + blow.ms);
    }
    case 'lock':
      // A restarted database forgets its locks.
      return troubled(scene, () => lockStore(scene.place, blow.ms, sleep).catch(() => undefined));
    case 'unsubscribe':
      return unsubscribe(blow.people, scene);
    case 'late':
      return beLate(blow.what, scene);
    case 'lose-lease':
      return loseOne(scene);
    case 'promote':
      return inTurn(scene, ['database'], () => troubled(scene, () => promote(blow.ms, scene)));
    case 'failover':
      return inTurn(scene, ['database'], () => troubled(scene, () => failOver(blow.ms, scene)));
    case 'writer':
      return importBeside(blow.people, scene);
  }
}

export async function killNodes(blow: Omit<Extract<Blow, { kind: 'kill' }>, 'kind'>, scene: Scene): Promise<void> {
  const nodes = blow.nodes.map((index) => nodeOf(scene.machinery.nodes, index));
  await inTurn(scene, [...nodes, ...(blow.withDatabase ? (['database'] as const) : [])], async () => {
    const database = blow.withDatabase
      ? troubled(scene, () => restartDatabase(scene, 'immediate', blow.ms))
      : undefined;
    await Promise.all(nodes.map((node) => node.kill()));
    for (const node of nodes) explain(scene, node, 'kills');
    await sleep(blow.ms);
    for (const node of nodes) node.start();
    await database;
  });
}

async function stop(node: ChaosNode, ms: number, scene: Scene): Promise<void> {
  const { troubles, account } = scene;
  const before = troubles.ever - troubles.now;
  const ended = await node.stop();
  // When the store cannot be written, or the mail server is unreachable, stopping amounts to a
  // kill.
  const wasTroubled = troubles.ever !== before;
  if (wasTroubled) explain(scene, node, 'kills');
  else if (ended.code !== 0 && ended.code !== null) account.faults.push(`${node.name} stopped with code ${ended.code}`);
  if (ended.ms > 11_000) account.faults.push(`${node.name} took ${ended.ms} ms to stop`);
  await sleep(ms);
  node.start();
}

async function freeze(node: ChaosNode, ms: number, scene: Scene): Promise<void> {
  node.freeze();
  await troubled(scene, () => sleep(ms));
  node.thaw();
  if (ms > LEASE_IS_SURE_MS) explain(scene, node, 'kills');
}

/** A machine that disappears in the middle of its work: the others must not wait for it. */
async function vanish(node: ChaosNode, scene: Scene): Promise<void> {
  const { place, account, troubles } = scene;
  node.freeze();
  explain(scene, node, 'kills');
  await troubled(scene, async () => {
    for (let deadline = performance.now() + PATIENCE_MS; ; await sleep(100)) {
      // The database gives no answer while it restarts.
      const progress = await readProgress(place).catch(() => undefined);
      const { pending = 0, claimed = 0, in_flight = 0 } = progress?.states ?? {};
      if (progress && pending + claimed + in_flight === 0) return;
      if (progress?.status === 'paused') await toggle(scene);
      if (!progress || progress.status === 'paused' || troubles.now > 1) deadline = performance.now() + PATIENCE_MS;
      if (performance.now() < deadline) continue;
      account.faults.push(`${node.name} is gone, and the others do not go on: ${JSON.stringify(progress)}`);
      return;
    }
  });
  node.thaw();
}

async function restartDatabase({ place }: Scene, mode: 'immediate' | 'fast', ms: number): Promise<void> {
  if (place.kind !== 'postgres') return;
  await place.server.stop(mode);
  await sleep(ms);
  await place.server.start();
}

async function breakNetwork(blow: Extract<Blow, { kind: 'break' }>, node: ChaosNode, scene: Scene): Promise<void> {
  const network = blow.to === 'sink' ? node.toSink : node.toDatabase;
  if (!network) return;
  if (blow.to === 'sink') explain(scene, node, 'cuts');
  else if (blow.ms > LEASE_IS_SURE_MS || blow.how === 'forget') explain(scene, node, 'kills');
  await troubled(scene, async () => {
    network.breakDown(blow.how);
    await sleep(blow.ms);
    network.mend();
  });
}

/** A confirmed pause takes effect within one message a lane. */
async function pause(ms: number, scene: Scene): Promise<void> {
  const { machinery, account, troubles } = scene;
  const before = troubles.ever - troubles.now;
  const status = await toggle(scene);
  if (status !== 'paused') return;
  const came = () => readSinkLog(machinery.logFile).filter(isTaken).length;
  const [atPause, toggles] = [came(), scene.toggles];
  await sleep(ms);
  const more = came() - atPause;
  const lanes = machinery.nodes.reduce((sum, node) => sum + node.lanes, 0);
  // Another blow may have resumed it meanwhile.
  const isCalm = troubles.ever === before && scene.toggles === toggles;
  if (more > lanes && isCalm)
    account.faults.push(`${more} messages came after the pause was answered; lanes: ${lanes}`);
  await toggle(scene);
}

async function storm(toggles: number, scene: Scene): Promise<void> {
  await Promise.all(
    Array.from({ length: toggles }, async (_, n) => {
      await sleep(n * 15);
      await toggle(scene);
    }),
  );
}

/** Pauses or resumes through any node; returns the status in the response. */
export async function toggle(scene: Scene): Promise<string | undefined> {
  scene.toggles += 1;
  const answer = await webOf(scene).call('PUT', `/campaigns/${scene.campaignUid}/pause-unpause`);
  return (answer?.body['campaign'] as { status?: string } | undefined)?.status;
}

async function unsubscribe(count: number, scene: Scene): Promise<void> {
  const { installation, account, random } = scene;
  const people = [...installation.people];
  for (let n = 0; n < count; n += 1) {
    const [email, uid] = random.pick(people);
    account.unsubscribed.add(email);
    await webOf(scene).call('PUT', `/lists/${installation.listUid}/subscribers/${uid}/unsubscribe`);
  }
}

const CAUGHT_WITHIN_MS = 8_000;
const GIVEN_UP_WITHIN_MS = 12_000;

/** Holds such a turn back, of whichever node sends one first. */
async function beLate(what: LateTurn, scene: Scene): Promise<void> {
  const armed = scene.machinery.nodes.flatMap(({ toDatabase }) => (toDatabase ? [toDatabase.holdOne(LATE[what])] : []));
  const waitFor = async (done: () => boolean, ms: number) => {
    for (const deadline = performance.now() + ms; !done() && performance.now() < deadline; ) await sleep(20);
  };
  await waitFor(() => armed.some((held) => held.isCaught()), CAUGHT_WITHIN_MS);
  for (const held of armed) held.disarm();
  const caught = armed.filter((held) => held.isCaught());
  scene.account.heldTurns += caught.length;
  await troubled(scene, () => waitFor(() => caught.every((held) => held.isGivenUp()), GIVEN_UP_WITHIN_MS));
}

/**
 * Deletes a worker's lease: the worker stops, and its messages in flight count as uncertain; with
 * two workers it is unknown which it was.
 */
async function loseOne(scene: Scene): Promise<void> {
  const [most] = scene.machinery.nodes.toSorted((a, b) => b.lanes - a.lanes);
  if (most) explain(scene, most, 'kills');
  await troubled(scene, () => loseLease(scene.place).catch(() => undefined)); // a database that restarts
}

async function promote(ms: number, scene: Scene): Promise<void> {
  for (const node of scene.machinery.nodes) explain(scene, node, 'kills');
  scene.standby?.cutOff();
  await sleep(ms);
  await scene.standby?.takeOver();
}

async function importBeside(people: number, { place, installation, account }: Scene): Promise<void> {
  const { code, output } = await importPeople(place, installation.otherListUid, people);
  if (code !== 0) account.faults.push(`an import beside the server ended with code ${code}: ${output.slice(-300)}`);
}

export function webOf({ machinery, random }: Scene): ChaosNode {
  return random.pick(machinery.nodes.filter((node) => node.hasWeb));
}

function nodeOf(nodes: readonly ChaosNode[], index: number): ChaosNode {
  return nodes[index] as ChaosNode;
}

/** Records that every message the node has in flight may now be uncertain. */
export function explain({ account }: Scene, node: ChaosNode, what: 'kills' | 'cuts'): void {
  if (node.lanes === 0) return;
  account[what] += 1;
  account.allowed += node.lanes;
}

async function troubled(scene: Scene, work: () => Promise<unknown>): Promise<void> {
  scene.troubles.now += 1;
  scene.troubles.ever += 1;
  try {
    await work();
  } finally {
    scene.troubles.now -= 1;
  }
}

async function inTurn({ turns }: Scene, whose: readonly Struck[], work: () => Promise<void>) {
  const before = whose.map((who) => turns.get(who));
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const who of whose) turns.set(who, promise);
  await Promise.all(before);
  try {
    await work();
  } finally {
    resolve();
  }
}
