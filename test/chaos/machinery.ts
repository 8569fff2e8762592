// The parts of a running round: the sink, the networks, the nodes.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { KEY, SECRET } from './installation.ts';
import { type Network, openNetwork } from './network.ts';
import { makeNode, type ServerNode } from './node.ts';
import type { RoundPlan } from './plan.ts';
import type { PostgresServer, Standby } from './postgres.ts';
import type { SinkOptions } from './sink.ts';
import type { Place } from './store.ts';

export type ChaosNode = ServerNode & {
  hasWeb: boolean;
  /** Connections to the mail server allowed to this node; 0 when it does not send. */
  lanes: number;
  toSink: Network;
  /** Absent on SQLite. */
  toDatabase: Network | undefined;
};

export type Machinery = {
  nodes: readonly ChaosNode[];
  logFile: string;
  /** Messages that the sink has accepted so far. */
  came(): number;
  /** When it accepted the last one (performance.now). */
  lastCameAt(): number;
  /** Ends everything at once. */
  end(): Promise<void>;
};

/**
 * Starts the sink and creates the nodes of a plan, which are not started yet. Files go to `folder`.
 * @param second a standby that the nodes know as their second host; absent: one host, behind which
 * the servers change
 */
export async function assemble(plan: RoundPlan, place: Place, folder: string, second?: Standby): Promise<Machinery> {
  const logFile = join(folder, 'sink.log');
  const sink = await startSink({ seed: plan.seed, log: logFile, latencyMs: plan.latencyMs });
  const networks: Network[] = [];
  const network = async (port: number | (() => number)) => {
    const opened = await openNetwork(port);
    networks.push(opened);
    return opened;
  };
  const nodes: ChaosNode[] = [];
  for (const [index, { roles, clockMs }] of plan.nodes.entries()) {
    const name = `node-${index}`;
    const toSink = await network(sink.port);
    const toDatabase = place.kind === 'postgres' ? await network(portOf(place.server, second)) : undefined;
    const toSecond = second && (await network(second.port));
    const dataDir = place.kind === 'sqlite' ? place.folder : join(folder, name);
    mkdirSync(dataDir, { recursive: true });
    const port = await quietPort();
    const environment = {
      MAILWRIGHT_PORT: String(port),
      MAILWRIGHT_BASE_URL: 'http://mail.chaos.test',
      MAILWRIGHT_DATA_DIR: dataDir,
      MAILWRIGHT_API_KEY: KEY,
      MAILWRIGHT_SECRET: SECRET,
      MAILWRIGHT_ROLES: roles,
      MAILWRIGHT_WORKERS: String(plan.workers),
      MAILWRIGHT_SMTP_URL: `smtp://127.0.0.1:${toSink.port}?ignoreTLS=true&lanes=${plan.lanes}&as=sink`,
      MAILWRIGHT_LOG_LEVEL: 'info',
      ...(place.kind === 'postgres' &&
        toDatabase && {
          MAILWRIGHT_DATABASE_URL: place.server.url(
            place.database,
            ...[toDatabase, toSecond].flatMap((to) => (to ? [to.port] : [])),
          ),
        }),
    };
    const node = makeNode({ name, folder, port, environment, key: KEY });
    node.moveClock(clockMs);
    const lanes = roles.includes('worker') ? plan.lanes * plan.workers : 0;
    nodes.push({ ...node, hasWeb: roles.includes('web'), lanes, toSink, toDatabase });
  }
  return {
    nodes,
    logFile,
    came: sink.came,
    lastCameAt: sink.lastCameAt,
    async end() {
      for (const node of nodes) {
        node.thaw();
        await node.kill();
      }
      for (const opened of networks) opened.close();
      await sink.end();
    },
  };
}

function portOf(server: PostgresServer, second: Standby | undefined): number | (() => number) {
  return second ? server.port : () => server.frontPort;
}

type SinkProcess = { port: number; came(): number; lastCameAt(): number; end(): Promise<void> };

async function startSink(options: SinkOptions): Promise<SinkProcess> {
  const file = join(import.meta.dirname, 'sink.ts');
  const child: ChildProcess = spawn(process.execPath, [file, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  let came = 0;
  let lastCameAt = performance.now();
  child.on('message', (count) => {
    came = Number(count);
    lastCameAt = performance.now();
  });
  const [line] = (await once(child.stdout as NonNullable<ChildProcess['stdout']>, 'data')) as [Buffer];
  return {
    port: Number(line.toString()),
    came: () => came,
    lastCameAt: () => lastCameAt,
    async end() {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** A port below the ephemeral ones: it must still be free when the node restarts. */
async function quietPort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    const probe = createServer().listen(port, '127.0.0.1');
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
}
