// Inlines styles in a separate thread; started by inline-apart.ts.
import { parentPort } from 'node:worker_threads';
import { inlineStyles } from './inline-css.ts';

parentPort?.on('message', (html: string) => parentPort?.postMessage(inlineStyles(html)));
