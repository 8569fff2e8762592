// Compiles mails of blocks in a separate thread; started by apart.ts, which reports the error that
// ends it.
import { parentPort } from 'node:worker_threads';
import { type MailJob, mailHtml } from './mail.ts';

parentPort?.on('message', async (job: MailJob) => parentPort?.postMessage(await mailHtml(job)));
