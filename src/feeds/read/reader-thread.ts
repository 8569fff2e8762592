// Parses documents in a separate thread: untrusted input may take any time and memory. Started by
// reader.ts.
import { isMainThread, parentPort } from 'node:worker_threads';
import { say } from '../../kernel/sentences/sentence.ts';
import { parseDocument } from './items.ts';
import type { FetchedDocument, ReadResult } from './reader.ts';
import { UnreadableError } from './unreadable.ts';

function answer({ kind, text, url }: FetchedDocument): ReadResult {
  try {
    return { content: parseDocument(kind, text, url) };
  } catch (error) {
    return { fault: error instanceof UnreadableError ? error.sentence : say('feed-unreadable') };
  }
}

if (!isMainThread) {
  parentPort?.on('message', (reading: FetchedDocument) => parentPort?.postMessage(answer(reading)));
}
