// The plan of a round, drawn from its seed: which processes run, and what fails when. Pure.
import { counted } from '../../src/kernel/text/counted.ts';
import type { LateTurn } from './late-turn.ts';
import type { Break } from './network.ts';
import { type Random, seeded } from './random.ts';

/** `citus`: PostgreSQL spread over machines, of which one fails at a time. */
export type Engine = 'sqlite' | 'postgres' | 'citus';

export type NodePlan = { roles: string /** how far its clock is off at the start, in ms */; clockMs: number };

/**
 * `node`: an index into the plan's nodes. `ms`: how long it lasts, or how long until the node is
 * restarted.
 */
export type Blow =
  | { kind: 'kill'; nodes: readonly number[]; withDatabase: boolean; ms: number }
  | { kind: 'stop'; node: number; ms: number }
  | { kind: 'freeze'; node: number; ms: number }
  /** Frozen until the others have sent everything. */
  | { kind: 'vanish'; node: number }
  | { kind: 'database-restart'; mode: 'immediate' | 'fast'; ms: number }
  | { kind: 'break'; to: 'database' | 'sink'; node: number; how: Break; ms: number }
  | { kind: 'pause'; ms: number }
  | { kind: 'storm'; toggles: number }
  /** The campaign's sending window closes for this long; the nodes are killed meanwhile. */
  | { kind: 'window'; nodes: readonly number[]; ms: number }
  | { kind: 'clock'; node: number; ms: number }
  | { kind: 'lock'; ms: number }
  | { kind: 'unsubscribe'; people: number }
  /** One turn reaches the database long after it was repeated; everything else works. */
  | { kind: 'late'; what: LateTurn }
  /** The row of a worker's lease is deleted by hand. */
  | { kind: 'lose-lease' }
  /** The database dies, and a standby lagging by this much takes over. */
  | { kind: 'promote'; ms: number }
  /**
   * The database dies, and so long after it a synchronous standby is promoted, which nodes know as
   * their second host.
   */
  | { kind: 'failover'; ms: number }
  /** A separate process imports subscribers into another list. */
  | { kind: 'writer'; people: number };

/** The kinds that can be played alone. */
export const KINDS = [
  'kill',
  'stop',
  'freeze',
  'break',
  'clock',
  'pause',
  'storm',
  'window',
  'late',
  'promote',
  'failover',
  'database-restart',
] as const;

/** A blow and its moment: when this share of the audience has reached the sink. */
export type Event = { at: number; blow: Blow };

export type RoundPlan = {
  seed: number;
  engine: Engine;
  people: number;
  /** Connections of one worker to the mail server. */
  lanes: number;
  /** Sending threads in each process that sends. */
  workers: number;
  nodes: readonly NodePlan[];
  /** The mail server's longest usual delay before its reply to a whole message. */
  latencyMs: number;
  events: readonly Event[];
};

/**
 * A node that cannot renew its lease for this long may be declared dead, and its messages in flight
 * uncertain.
 */
export const LEASE_IS_SURE_MS = 6_000;

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

type PlanSource = { random: Random; engine: Engine; nodes: readonly NodePlan[] };
type DrawBlow = (drawing: PlanSource) => Blow;

/**
 * Rounds with consecutive seeds begin with these in order, so that a few rounds cover most of them.
 */
const BLOWS: readonly DrawBlow[] = [
  (d) => ({ kind: 'kill', nodes: [anyWorker(d)], withDatabase: false, ms: d.random.between(0, 1_500) }),
  (d) => (d.engine === 'sqlite' ? lock(d) : databaseRestart(d)),
  (d) => ({ kind: 'storm', toggles: d.random.between(10, 40) }),
  (d) => ({ kind: 'break', to: 'sink', node: anyWorker(d), how: anyBreak(d), ms: d.random.between(50, 2_000) }),
  (d) => ({
    kind: 'kill',
    nodes: d.nodes.map((_, node) => node),
    withDatabase: d.engine !== 'sqlite' && d.random.chance(0.3),
    ms: d.random.between(0, 1_500),
  }),
  (d) => (d.engine === 'sqlite' ? lock(d) : databaseBreak(d)),
  (d) => ({ kind: 'clock', node: anyNode(d), ms: jump(d) }),
  (d) => ({ kind: 'pause', ms: d.random.between(200, 800) }),
  (d) => ({ kind: 'stop', node: anyWorker(d), ms: d.random.between(0, 1_000) }),
  (d) => ({ kind: 'freeze', node: anyWorker(d), ms: d.random.chance(0.3) ? 12_500 : d.random.between(50, 2_000) }),
  (d) => ({ kind: 'unsubscribe', people: d.random.between(1, 20) }),
  (d) => (workersOf(d).length > 1 ? { kind: 'vanish', node: anyWorker(d) } : lock(d)),
  (d) => late(d),
  () => ({ kind: 'lose-lease' }),
  (d) => (d.engine === 'postgres' ? { kind: 'promote', ms: d.random.between(200, 1_500) } : writer(d)),
  (d) => (d.engine === 'sqlite' ? writer(d) : late(d)),
  (d) =>
    d.engine === 'postgres'
      ? { kind: 'failover', ms: d.random.chance(0.15) ? 14_000 : d.random.between(0, 1_500) }
      : writer(d),
  (d) => ({ kind: 'window', nodes: d.random.chance(0.7) ? [anyWorker(d)] : [], ms: d.random.between(500, 3_000) }),
];

/**
 * Blows to the database that can be combined with a standby's takeover: none of them may make a
 * worker forget what it did.
 */
const BESIDE_PROMOTE: ReadonlySet<Blow['kind']> = new Set(['storm', 'pause', 'clock', 'unsubscribe']);
/** A synchronous standby has everything, whoever forgets what. */
const BESIDE_FAILOVER: ReadonlySet<Blow['kind']> = new Set([...BESIDE_PROMOTE, 'kill', 'stop', 'freeze']);

export type PlanOptions = {
  seed: number;
  engine: Engine;
  people: number;
  /** Nothing else happens; absent: several blows. */
  only?: Blow['kind'] | undefined;
};

/** The plan of a round: the same for the same options. */
export function planRound({ seed, engine, people, only }: PlanOptions): RoundPlan {
  const random = seeded(seed);
  const nodes = drawNodes(random, engine);
  const drawing = { random, engine, nodes };
  const first = BLOWS[seed % BLOWS.length] as DrawBlow;
  const others = Array.from({ length: random.between(1, 4) }, () => random.pick(BLOWS));
  const drawn = [first, ...others].map((drawBlow) => drawEvent(drawBlow, drawing)).toSorted((a, b) => a.at - b.at);
  const events = only ? [drawOnly(only, drawing)] : compatible(drawn);
  const lanes = random.pick([5, 10, 20]);
  // Whatever the number of lanes, the campaign takes about a second, always with messages in
  // flight.
  const latencyMs = lanes * random.pick([0.3, 0.6, 1.2]);
  return { seed, engine, people, lanes, workers: random.pick([1, 1, 2]), nodes, latencyMs, events };
}

/** Beside a standby's takeover only what may happen then, and one takeover. */
function compatible(drawn: readonly Event[]): readonly Event[] {
  const takesOver = drawn.find(({ blow }) => blow.kind === 'promote' || blow.kind === 'failover');
  if (!takesOver) return drawn;
  const may = takesOver.blow.kind === 'promote' ? BESIDE_PROMOTE : BESIDE_FAILOVER;
  const isBeside = ({ blow }: Event) => may.has(blow.kind) && !(blow.kind === 'kill' && blow.withDatabase);
  return drawn.filter((event) => event === takesOver || isBeside(event));
}

function drawOnly(only: Blow['kind'], drawing: PlanSource): Event {
  const event = BLOWS.map((drawBlow) => drawEvent(drawBlow, drawing)).find(({ blow }) => blow.kind === only);
  if (!event) throw new Error(`There is no blow ${only} here.`);
  return event;
}

/** Whether a blow can come alone on an engine: SQLite has no server that fails. */
export function comesAlone(kind: Blow['kind'], engine: Engine): boolean {
  const nodes = [1, 2].map(() => ({ roles: 'web,worker,clock', clockMs: 0 }));
  return BLOWS.some((drawBlow) => drawBlow({ random: seeded(0), engine, nodes }).kind === kind);
}

function drawNodes(random: Random, engine: Engine): NodePlan[] {
  const all = 'web,worker,clock';
  const clockMs = () => (random.chance(0.3) ? random.between(-2 * HOUR, 2 * HOUR) : 0);
  const roles = random.chance(0.25)
    ? ['web,clock', 'worker'] // separate processes on one machine
    : engine !== 'sqlite' && random.chance(0.7)
      ? [all, all]
      : [all];
  if (engine !== 'sqlite' && roles.length === 2 && random.chance(0.2)) roles.push('worker');
  return roles.map((of) => ({ roles: of, clockMs: clockMs() }));
}

function anyNode({ random, nodes }: PlanSource): number {
  return random.between(0, nodes.length - 1);
}

function workersOf({ nodes }: PlanSource): number[] {
  return nodes.flatMap((node, index) => (node.roles.includes('worker') ? [index] : []));
}

function anyWorker(drawing: PlanSource): number {
  return drawing.random.pick(workersOf(drawing));
}

function anyBreak({ random }: PlanSource): Break {
  return random.pick(['reset', 'hang', 'hang-and-reset'] as const);
}

function databaseRestart({ random }: PlanSource): Blow {
  return { kind: 'database-restart', mode: random.pick(['immediate', 'fast'] as const), ms: random.between(0, 1_500) };
}

function databaseBreak(d: PlanSource): Blow {
  const ms = d.random.chance(0.2) ? 12_000 : d.random.between(50, 3_000);
  const how = d.random.chance(0.25) ? 'forget' : anyBreak(d);
  return { kind: 'break', to: 'database', node: anyNode(d), how, ms };
}

function lock({ random, engine }: PlanSource): Blow {
  return { kind: 'lock', ms: engine === 'sqlite' && random.chance(0.2) ? 6_500 : random.between(100, 2_000) };
}

/** Blows that wait for a certain moment, or whose end is timed, begin early. */
function drawEvent(drawBlow: DrawBlow, drawing: PlanSource): Event {
  const at = drawing.random.next() * 0.95;
  const blow = drawBlow(drawing);
  return { at: blow.kind === 'late' || blow.kind === 'failover' ? at / 3 : at, blow };
}

function late(d: PlanSource): Blow {
  if (d.engine === 'sqlite') return { kind: 'lose-lease' };
  return { kind: 'late', what: d.random.chance(0.7) ? 'outcome' : 'start' };
}

function writer({ random }: PlanSource): Blow {
  return { kind: 'writer', people: random.between(2_000, 20_000) };
}

function jump({ random }: PlanSource): number {
  return random.pick([-1, 1]) * random.pick([30 * SECOND, 20 * MINUTE, 3 * HOUR, 26 * HOUR]);
}

/** The plan's nodes and blows in one line. */
export function describePlan(plan: RoundPlan): string {
  const roles = plan.nodes.map((node) => node.roles.replaceAll('web,worker,clock', 'all')).join(' + ');
  const blows = plan.events.map(({ at, blow }) => `${describeBlow(blow)} at ${Math.round(at * 100)} %`);
  return `${roles}; ${plan.workers} × ${counted(plan.lanes, 'lane')}; ${blows.join('; ')}`;
}

/** One blow in words. */
export function describeBlow(blow: Blow): string {
  switch (blow.kind) {
    case 'kill':
      return `kill ${blow.nodes.map((node) => `#${node}`).join(' ')}${blow.withDatabase ? ' and the database' : ''}`;
    case 'stop':
      return `stop #${blow.node}`;
    case 'freeze':
      return `freeze #${blow.node} for ${blow.ms} ms`;
    case 'vanish':
      return `#${blow.node} vanishes until the others have sent everything`;
    case 'database-restart':
      return `restart the database (${blow.mode})`;
    case 'break':
      return `network of #${blow.node} to the ${blow.to}: ${blow.how} for ${blow.ms} ms`;
    case 'pause':
      return `pause for ${blow.ms} ms`;
    case 'storm':
      return `pause and resume ${blow.toggles} times`;
    case 'window':
      return `sending window closed for ${blow.ms} ms, and ${blow.nodes.map((node) => `#${node}`).join(' ')} killed`;
    case 'clock':
      return `clock of #${blow.node} by ${Math.round(blow.ms / MINUTE)} min`;
    case 'lock':
      return `the database locked for ${blow.ms} ms`;
    case 'unsubscribe':
      return `${blow.people} unsubscribe`;
    case 'late':
      return `one ${blow.what} is late`;
    case 'lose-lease':
      return 'the row of a lease is lost';
    case 'promote':
      return `a standby takes over that is ${blow.ms} ms behind`;
    case 'failover':
      return `the database dies, a synchronous standby takes over after ${blow.ms} ms`;
    case 'writer':
      return `${blow.people} are imported beside it`;
  }
}
