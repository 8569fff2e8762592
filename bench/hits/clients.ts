// Clients that open pixels and follow links at a steady rate, over connections that stay. They
// share the processors with the server that they measure, so they do little: a socket reads into a
// buffer of all, each request is one text made before, and one timer says what is due.
import { connect, type Socket } from 'node:net';

/** A hit to ask for; `status` is what it must be answered with. */
export type Asking = { readonly request: string; readonly status: number };

export type Course = {
  port: number;
  /** Hits a second. */
  rate: number;
  /** When a hit was due and when its whole answer was there, by performance.now(). */
  onAnswer(at: number, dueAt: number, now: number): void;
  /** Before a hit is asked for. */
  onAsk?(at: number): void;
  stop?: AbortSignal;
  /** This many at a time (512). */
  clients?: number;
};

const CLIENTS = 512;
const TICK_MS = 1;
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const HEAD_END = '\r\n\r\n';
const LAST_PART = '\r\n0\r\n\r\n';

/** The text of a request as a mail program sends it. */
export function requestOf(path: string, headers: Readonly<Record<string, string>> = {}): string {
  const all = Object.entries({ Host: 'mail.bench.test', 'User-Agent': AGENT, ...headers });
  return `GET ${path} HTTP/1.1\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}

/**
 * Asks for hits when they are due, none before. @returns when all are answered, or the server went
 * away, or it was stopped
 * @throws when one is answered otherwise
 */
export function askAll(hits: readonly Asking[], course: Course): Promise<void> {
  const { port, rate, onAnswer, onAsk, stop, clients = CLIENTS } = course;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const startedAt = performance.now();
  const dueAt = (at: number) => startedAt + (at / rate) * 1_000;
  const idle: Client[] = [];
  const all: Client[] = [];
  let next = 0;
  let answered = 0;
  let isOver = false;
  const end = (error?: Error) => {
    if (isOver) return;
    isOver = true;
    clearInterval(timer);
    for (const client of all) client.socket.destroy();
    if (error) reject(error);
    else resolve();
  };
  const askNext = (client: Client, now: number): boolean => {
    const hit = hits[next];
    if (!hit || stop?.aborted || dueAt(next) > now) return false;
    onAsk?.(next);
    client.ask(next, hit);
    next += 1;
    return true;
  };
  const onDone = (client: Client, at: number, status: number) => {
    const now = performance.now();
    if (isOver) return;
    if (status !== hits[at]?.status) return end(new Error(`${hits[at]?.request} was answered ${status}`));
    answered += 1;
    onAnswer(at, dueAt(at), now);
    if (answered === hits.length || (stop?.aborted && idle.length === clients - 1)) return end();
    if (!askNext(client, now)) idle.push(client);
  };
  const timer = setInterval(() => {
    const now = performance.now();
    if (stop?.aborted && idle.length === clients) return end();
    for (let client = idle.pop(); client; client = idle.pop()) {
      if (askNext(client, now)) continue;
      idle.push(client);
      return;
    }
  }, TICK_MS);
  for (let i = 0; i < clients; i += 1) all.push(new Client(port, onDone, () => end()));
  idle.push(...all);
  if (hits.length === 0) end();
  return promise;
}

const incoming = Buffer.alloc(16 * 1_024);

/** One connection: a request at a time. */
class Client {
  readonly socket: Socket;
  #at = -1;
  #text = '';
  readonly #onDone: (client: Client, at: number, status: number) => void;

  constructor(port: number, onDone: (client: Client, at: number, status: number) => void, onGone: () => void) {
    this.#onDone = onDone;
    const callback = (bytes: number) => this.#read(bytes);
    this.socket = connect({ port, host: '127.0.0.1', noDelay: true, onread: { buffer: incoming, callback } });
    this.socket.on('error', () => undefined).once('close', onGone);
  }

  ask(at: number, { request }: Asking): void {
    this.#at = at;
    this.socket.write(request, 'latin1');
  }

  /** Notes bytes that came; the answer is whole when its length, which its head tells, is there. */
  #read(bytes: number): boolean {
    this.#text += incoming.toString('latin1', 0, bytes);
    const end = this.#text.indexOf(HEAD_END);
    if (end === -1) return true;
    const length = /\r\ncontent-length: (\d+)/i.exec(this.#text)?.[1];
    const isInParts = length === undefined && /\r\ntransfer-encoding: chunked/i.test(this.#text);
    if (isInParts && !this.#text.endsWith(LAST_PART)) return true;
    if (this.#text.length < end + HEAD_END.length + Number(length ?? 0)) return true;
    const status = Number(this.#text.slice(9, 12));
    this.#text = '';
    this.#onDone(this, this.#at, status);
    return true;
  }
}
