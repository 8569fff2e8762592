// Looks for damage in a file that others use, in a thread of its own: every page of it is read.
import { Worker } from 'node:worker_threads';

/** What the thread sends: lines about damage. */
export type Damage = string[];

/** @throws what the file system or SQLite throws */
export function lookForDamage(path: string): Promise<Damage> {
  const { promise, resolve, reject } = Promise.withResolvers<Damage>();
  const worker = new Worker(new URL('./damage-thread.ts', import.meta.url), { workerData: path, name: 'damage' });
  worker.once('message', resolve);
  worker.once('error', reject);
  worker.once('exit', () => reject(new Error('The thread that looks for damage has ended.')));
  return promise;
}
