// Parses documents in a separate thread: untrusted input may take any time and memory. Started by
// reader.ts.
import { isMainThread, parentPort } from 'node:worker_threads';
import { readDocument } from './items.ts';
import type { Reading, ReadResult } from './reader.ts';
import { UnreadableError } from './unreadable.ts';

function answer({ kind, text, url }: Reading): ReadResult {
  try {
    return { content: readDocument(kind, text, url) };
  } catch (error) {
    return { fault: error instanceof UnreadableError ? error.message : 'it cannot be read' };
  }
}

if (!isMainThread) {
  parentPort?.on('message', (reading: Reading) => parentPort?.postMessage(answer(reading)));
}
