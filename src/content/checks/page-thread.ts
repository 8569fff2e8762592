// Looks at pages in a separate thread; started by page-apart.ts, which reports the error that ends
// it.
import { parentPort } from 'node:worker_threads';
import { lookAtPage, type PageJob } from './page.ts';

parentPort?.on('message', (job: PageJob) => parentPort?.postMessage(lookAtPage(job)));
