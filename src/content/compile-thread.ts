// Compiles messages in a separate thread; started by compile-apart.ts, which reports the error that
// ends it.
import { parentPort } from 'node:worker_threads';
import { packed } from '../mail/mime/packed.ts';
import { type CompileJob, compileJob } from './compile-job.ts';

parentPort?.on('message', (job: CompileJob) => parentPort?.postMessage(packed(compileJob(job))));
