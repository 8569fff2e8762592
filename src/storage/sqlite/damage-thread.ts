// The thread of damage.ts.
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { Damage } from './damage.ts';

const database = new DatabaseSync(String(workerData), { readOnly: true, timeout: 5_000 });
const lines = database.prepare('pragma quick_check(3)').all();
const damage: Damage = lines.map((line) => String(line['quick_check'])).filter((line) => line !== 'ok');
database.close();
parentPort?.postMessage(damage);
