// Whether the server is heard: what the shell says about it, and what screens wait for.
import { useSyncExternalStore } from 'react';

/** `ended`: nobody is signed in any more, so there is no stream to come back to. */
export type Connection = 'opening' | 'open' | 'lost' | 'ended';

let current: Connection = 'opening';
const listeners = new Set<() => void>();

export function setConnection(next: Connection): void {
  if (next === current) return;
  current = next;
  for (const tell of listeners) tell();
}

const openers = new Set<() => void>();

/** Has the stream opened again where it is not: the person has signed in again, in another tab. */
export function openAgain(): void {
  for (const open of openers) open();
}

/** @param open opens the stream, if it is not. @returns takes it out again */
export function onOpenAgain(open: () => void): () => void {
  openers.add(open);
  return () => void openers.delete(open);
}

/** Calls back with each change, until the function that it gives is called. */
function onConnection(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

export function useConnection(): Connection {
  return useSyncExternalStore(onConnection, () => current);
}
