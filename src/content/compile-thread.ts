// Compiles messages in a thread of its own; started by compile-apart.ts. What compiling throws ends it and is told there.
import { parentPort } from 'node:worker_threads';
import { type CompileJob, compileJob } from './compile-job.ts';

// As JSON: a page may hold a hundred thousand slots, and cloning them takes ten times as long.
parentPort?.on('message', (job: CompileJob) => parentPort?.postMessage(JSON.stringify(compileJob(job))));
