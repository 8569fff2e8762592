// Looks at pages in a separate thread; started by page-apart.ts, which reports the error that ends
// it.
import { parentPort } from 'node:worker_threads';
import { doPageWork, type PageWork } from './page-work.ts';

parentPort?.on('message', (work: PageWork) => parentPort?.postMessage(doPageWork(work)));
