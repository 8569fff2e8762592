// How sending grows with nodes: 1, 2, 4, 8 processes on one PostgreSQL, each with the same share of
// the processor, send one campaign; and what a message costs the sender and the database. Prints a
// table; `--before` compares with the tree of an older version, in turns.
//
//   node bench/scale.ts [--nodes 1,2,4,8] [--share 5] [--people 4000] [--lanes 20] [--rounds 1]
//     [--before <tree>]
//
// Share: percent of a processor that each node has, 0: no limit; people: a node. The server is the
// one that MAILWRIGHT_TEST_DATABASE_URL names, on this machine, and used by nobody else meanwhile.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readOptions } from '../test/support/options.ts';
import { type Cluster, startCluster } from './scale/cluster.ts';
import { type WatchedServer, watchServer } from './scale/server.ts';
import { throttle } from './scale/throttle.ts';
import { machine } from './support/machine.ts';
import { type Sink, startSink } from './support/peers.ts';
import { median } from './web/place.ts';

const { values: options } = readOptions(import.meta.filename, {
  nodes: { type: 'string', default: '1,2,4,8' },
  share: { type: 'string', default: '5' },
  people: { type: 'string', default: '4000' },
  lanes: { type: 'string', default: '20' },
  rounds: { type: 'string', default: '1' },
  before: { type: 'string' },
});

/** Sent before, without limits, so that the nodes have compiled what they run. */
const WARM_UP = 3_000;
/** What is measured: the middle, where all nodes are at work. */
const FROM = 0.1;
const TO = 0.9;

type Result = {
  /** Messages a second in the middle; from the beginning to the end. */
  rate: number;
  whole: number;
  senderUs: number;
  databaseUs: number;
  walBytes: number;
  transactions: number;
  waitingMs: number;
};

async function measure(sink: Sink, serverUrl: string, of: { tree: string; nodes: number }): Promise<Result> {
  const lanes = Number(options.lanes);
  const cluster = await startCluster({ serverUrl, ...of, lanes, sinkPort: sink.port });
  const server = await watchServer(serverUrl, cluster.database);
  await send(server, (await cluster.prepare(WARM_UP * of.nodes)).begin);
  const people = Number(options.people) * of.nodes;
  const campaign = await cluster.prepare(people);
  await sleep(1_000);
  const share = Number(options.share);
  const limits = share > 0 ? cluster.pids.map((pid) => throttle(pid, share)) : [];
  const result = await watched(cluster, server, campaign.begin, people);
  for (const limit of limits) limit.end();
  await server.end();
  await cluster.end();
  return result;
}

async function watched(
  cluster: Cluster,
  server: WatchedServer,
  begin: () => Promise<number>,
  people: number,
): Promise<Result> {
  const watching = server.watchWaits();
  const before = { ...(await server.use()), senderMs: cluster.cpuMs() };
  const marks: { at: number; accepted: number }[] = [];
  const beganAt = performance.now();
  await send(server, begin, (accepted) => marks.push({ at: performance.now(), accepted }));
  const endedAt = performance.now();
  const waits = await watching.stop();
  const after = { ...(await server.use()), senderMs: cluster.cpuMs() };
  const last = marks.at(-1)?.accepted ?? 0;
  if (last !== people) throw new Error(`${last} of ${people} accepted`);
  const from = marks.find(({ accepted }) => accepted >= people * FROM);
  const to = marks.find(({ accepted }) => accepted >= people * TO);
  const locks = [...waits.seen].filter(([name]) => name.startsWith('Lock:')).reduce((sum, [, n]) => sum + n, 0);
  return {
    rate: from && to && to !== from ? (to.accepted - from.accepted) / ((to.at - from.at) / 1000) : Number.NaN,
    whole: people / ((endedAt - beganAt) / 1000),
    senderUs: ((after.senderMs - before.senderMs) * 1000) / people,
    databaseUs: ((after.cpuMs - before.cpuMs) * 1000) / people,
    walBytes: (after.walBytes - before.walBytes) / people,
    transactions: (after.commits - before.commits) / people,
    waitingMs: (locks / Math.max(1, waits.looks)) * (endedAt - beganAt),
  };
}

/** Sends a campaign to its end. */
async function send(
  server: WatchedServer,
  begin: () => Promise<number>,
  onLook?: (accepted: number) => void,
): Promise<void> {
  const id = await begin();
  for (;;) {
    const { accepted, isSent } = await server.progress(id);
    onLook?.(accepted);
    if (isSent) return;
    await sleep(100);
  }
}

const serverUrl = process.env['MAILWRIGHT_TEST_DATABASE_URL'];
if (serverUrl === undefined) throw new Error('MAILWRIGHT_TEST_DATABASE_URL names the server');
const here = join(import.meta.dirname, '..');
const trees = options.before === undefined ? { now: here } : { before: options.before, now: here };
const share = Number(options.share);
const sink = await startSink();
console.log(`One campaign on PostgreSQL, ${options.people} recipients and ${options.lanes} lanes a node; ${sink.name} on the same machine
${machine()}
${share > 0 ? `Each node has ${share} % of a processor (control groups).` : 'Nodes have no limits.'}

| tree | nodes | messages/s | of linear | from start to end | sender µs | database µs | WAL B | transactions | waiting for locks, ms a message |
|---|---|---|---|---|---|---|---|---|---|`);
const first = new Map<string, number>();
for (const nodes of options.nodes.split(',').map(Number)) {
  const results = new Map<string, Result[]>();
  for (let round = 0; round < Number(options.rounds); round += 1) {
    const order = Object.entries(trees);
    for (const [name, tree] of round % 2 === 0 ? order : order.reverse()) {
      const result = await measure(sink, serverUrl, { tree, nodes });
      results.set(name, [...(results.get(name) ?? []), result]);
    }
  }
  for (const [name, all] of results) {
    const of = (pick: (result: Result) => number) => median(all.map(pick));
    const rate = of((one) => one.rate);
    if (!first.has(name)) first.set(name, rate / nodes);
    const cells = [
      ...[name, nodes, Math.round(rate), (rate / nodes / (first.get(name) ?? Number.NaN)).toFixed(2)],
      ...[
        of((one) => one.whole),
        of((one) => one.senderUs),
        of((one) => one.databaseUs),
        of((one) => one.walBytes),
      ].map(Math.round),
      ...[of((one) => one.transactions), of((one) => one.waitingMs / (Number(options.people) * nodes))].map((n) =>
        n.toFixed(3),
      ),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}
sink.stop();
