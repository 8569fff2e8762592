// How processes on one PostgreSQL server tell each other that something has changed: NOTIFY, and a
// connection of the pool that LISTENs. What is between us and the server may swallow it, so who
// listens has itself told something, over another connection, before it trusts what it hears.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { asError } from '../../kernel/errors.ts';
import type { PreparingClient } from '../postgres/client.ts';
import type { Listener, ListenHandlers } from './listener.ts';

const CHANNEL = 'mailwright_changed';
/** How long a word may be on its way. */
const ARRIVES_MS = 2_000;
/** A connection may be cut without anybody hearing of it. */
const CHECK_EVERY_MS = 120_000;
const AGAIN_MS = { first: 1_000, longest: MINUTE_MS };

/** Tells those that listen. */
export async function tellOn(pool: pg.Pool, word = ''): Promise<void> {
  await pool.query('select pg_notify($1, $2)', [CHANNEL, word]);
}

/**
 * Listens until it is stopped, over another connection when one is lost.
 * @param setApart called with a connection that will be silent for long
 */
export function listenOn(pool: pg.Pool, handlers: ListenHandlers, setApart: (client: pg.PoolClient) => void): Listener {
  const stopping = new AbortController();
  const { signal } = stopping;
  let failure: string | undefined | null = null; // null: nothing was said yet
  const say = (now: string | undefined) => {
    if (signal.aborted || now === failure) return;
    failure = now;
    handlers.state(now);
  };

  async function run(): Promise<void> {
    for (let againMs = AGAIN_MS.first; !signal.aborted; againMs = Math.min(againMs * 2, AGAIN_MS.longest)) {
      try {
        await listenOnce(pool, { signal, setApart, heard: handlers.heard, works: () => say(undefined) });
        againMs = AGAIN_MS.first;
      } catch (error) {
        say(asError(error).message);
      }
      await sleep(againMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

type Listening = { signal: AbortSignal; setApart(client: pg.PoolClient): void; heard(): void; works(): void };

/** Resolves when it is stopped. @throws when nothing is heard, or nothing any more */
async function listenOnce(pool: pg.Pool, { signal, setApart, heard, works }: Listening): Promise<void> {
  const client = await pool.connect();
  // A pooler lends the session that listens to others, and is told there what nobody expects.
  if ((client as unknown as PreparingClient).isPooled) {
    client.release();
    throw new Error(POOLED);
  }
  const gone = Promise.withResolvers<never>();
  gone.promise.catch(() => undefined);
  client.once('end', () => gone.reject(new Error('the connection that listens was closed')));
  const words = new Set<string>();
  let onWord: (() => void) | undefined;
  client.on('notification', ({ payload = '' }) => {
    words.add(payload);
    onWord?.();
    if (payload === '') heard();
  });
  try {
    await client.query(`listen ${CHANNEL}`);
    setApart(client);
    while (!signal.aborted) {
      const word = randomUUID();
      words.clear();
      const arrived = new Promise<boolean>((resolve) => {
        onWord = () => words.has(word) && resolve(true);
        setTimeout(resolve, ARRIVES_MS, false).unref();
      });
      await Promise.race([tellOn(pool, word), gone.promise]);
      if (!(await Promise.race([arrived, gone.promise]))) throw new Error(SWALLOWED);
      works();
      await Promise.race([
        sleep(CHECK_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined),
        gone.promise,
      ]);
    }
  } finally {
    client.release(true); // closed: nobody else is to hear what this one does
  }
}

const POOLED = 'a pooler is between, which passes on nothing that others tell: loops look more often instead';
const SWALLOWED = 'what others tell does not arrive: loops look more often instead';
