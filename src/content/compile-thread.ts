// Compiles messages in a separate thread; started by compile-apart.ts, which reports the error that
// ends it.
import { parentPort } from 'node:worker_threads';
import { type CompileJob, compileJob } from './compile-job.ts';

// As JSON: a page may hold a hundred thousand slots, and cloning them takes ten times as long.
parentPort?.on('message', (job: CompileJob) => parentPort?.postMessage(JSON.stringify(compileJob(job))));
