// The server as an operator runs it, in a process of its own: the demo kills and restarts it.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Processes } from './processes.ts';

export type DemoServer = {
  kill(): Promise<void>;
  stop(): Promise<void>;
  /** The link that it showed for its first user; undefined when there is one. */
  firstLink(): string | undefined;
};

export type ServerSettings = {
  processes: Processes;
  mainFile: string;
  port: number;
  environment: Record<string, string | undefined>;
};

const START_LIMIT_MS = 30_000;
/** Characters of a server's output that are kept from its start. */
const FIRST_WORDS = 4000;

/** Starts the server and waits until it responds. @throws Error with its last output on failure */
export async function startServer({ processes, mainFile, port, environment }: ServerSettings): Promise<DemoServer> {
  const child = processes.start([mainFile, 'serve'], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  let [firstWords, lastWords] = ['', ''];
  const listen = (part: Buffer) => {
    if (firstWords.length < FIRST_WORDS) firstWords += part.toString();
    lastWords = (lastWords + part.toString()).slice(-2000);
  };
  child.stdout?.on('data', listen);
  child.stderr?.on('data', listen);
  for (const deadline = Date.now() + START_LIMIT_MS; ; await sleep(25)) {
    // Its own words first: on a port that is taken somebody else answers.
    const listens = firstWords.includes(' listens on ');
    const ready = listens ? await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined) : undefined;
    if (ready?.ok) break;
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`The server did not start:\n${lastWords}`);
    }
  }
  return {
    kill: () => end(child, 'SIGKILL'),
    stop: () => end(child, 'SIGTERM'),
    firstLink: () => /https?:\/\/\S+\/app\/welcome\?token=\S+/.exec(firstWords)?.[0],
  };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}
