// Makes the files of pictures in a separate thread; started by apart.ts. A damaged picture is told
// and ends the thread: the decoder cannot be relied on after it.
import { parentPort } from 'node:worker_threads';
import { type MakeJob, makeFiles } from './make.ts';

parentPort?.on('message', (job: MakeJob) => parentPort?.postMessage(makeFiles(job)));
