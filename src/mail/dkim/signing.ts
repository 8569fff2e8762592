// Makes signatures outside the sending thread: each takes a core a quarter of a millisecond (RSA,
// 2048 bits). Requests of one phase of the event loop go to a thread together: waking a thread for
// each signature takes a third of its time.
import type { KeyObject } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { AppError, asError } from '../../kernel/errors.ts';

/** A text to sign with a key that the thread already has. */
export type SigningJob = { id: number; keyId: number; text: string };
/** New keys, and the texts to sign. */
export type SigningOrder = { keys: { id: number; key: KeyObject }[]; jobs: SigningJob[] };
/** The signature in base64, or the fault. */
export type SignatureResult = { id: number; signature: string } | { id: number; fault: string };

type SigningRequest = { resolve(signature: string): void; reject(error: AppError): void };
type Thread = {
  worker: Worker;
  known: Map<KeyObject, number>;
  asked: Map<number, SigningRequest>;
  order: SigningOrder;
  idle?: NodeJS.Timeout;
};

/** One core stays for the sending thread. */
const MOST = Math.max(1, availableParallelism() - 1);
/** Another thread starts when each has this many texts waiting. */
const BUSY = 32;
/** A thread that has received this many keys is replaced by one that has only those still used. */
const KEYS_MOST = 1_000;
const IDLE_MS = 10_000;

const threads = new Set<Thread>();
let jobs = 0;
let isSending = false;

/**
 * Signs a text: RSA with SHA-256, Ed25519 as in RFC 8463.
 * @returns base64
 * @throws AppError `unavailable` when signing failed; trying again is safe
 */
export function signatureOf(key: KeyObject, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const thread = leastAsked();
    const { known, asked, order } = thread;
    clearTimeout(thread.idle);
    let keyId = known.get(key);
    if (keyId === undefined) {
      keyId = known.size + 1;
      known.set(key, keyId);
      order.keys.push({ id: keyId, key });
    }
    jobs += 1;
    const job: SigningJob = { id: jobs, keyId, text };
    order.jobs.push(job);
    asked.set(job.id, { resolve, reject });
    if (!isSending) setImmediate(send);
    isSending = true;
  });
}

function send(): void {
  isSending = false;
  for (const thread of threads) {
    if (thread.order.jobs.length === 0) continue;
    thread.worker.ref();
    thread.worker.postMessage(thread.order);
    thread.order = { keys: [], jobs: [] };
  }
}

function leastAsked(): Thread {
  let least: Thread | undefined;
  for (const thread of threads) {
    if (thread.known.size >= KEYS_MOST && thread.order.jobs.length === 0) retire(thread);
    else if (!least || thread.asked.size < least.asked.size) least = thread;
  }
  return least && (least.asked.size < BUSY || threads.size >= MOST) ? least : start();
}

/** Ends a thread after its pending signatures. */
function retire(thread: Thread): void {
  threads.delete(thread);
  if (thread.asked.size === 0) void thread.worker.terminate();
}

function start(): Thread {
  const worker = new Worker(new URL('./signing-thread.ts', import.meta.url), {
    name: 'signer',
    resourceLimits: { maxYoungGenerationSizeMb: 2 },
  });
  const thread: Thread = { worker, known: new Map(), asked: new Map(), order: { keys: [], jobs: [] } };
  threads.add(thread);
  const end = (reason: string) => {
    threads.delete(thread);
    for (const { reject } of thread.asked.values()) reject(new AppError('unavailable', reason));
  };
  worker.on('error', (error) => end(`The thread that signs has failed: ${asError(error).message}`));
  worker.on('exit', () => end('The thread that signs has ended.'));
  worker.on('message', (all: SignatureResult[]) => {
    for (const one of all) {
      const asked = thread.asked.get(one.id);
      thread.asked.delete(one.id);
      if ('signature' in one) asked?.resolve(one.signature);
      else asked?.reject(new AppError('unavailable', `The key cannot sign: ${one.fault}`));
    }
    if (thread.asked.size > 0) return;
    if (!threads.has(thread)) return retire(thread);
    worker.unref();
    thread.idle = setTimeout(() => retire(thread), IDLE_MS).unref();
  });
  return thread;
}
