// One stream of events, opened again and again: after a cut, a restart of the server, a sleep.
import { type Connection, onOpenAgain } from './connection.ts';
import { newReader, type Told } from './messages.ts';

/** The server says something at least every 15 s: a stream that is silent for longer is dead. */
const SILENT_MS = 35_000;
const CHECK_MS = 5_000;
/** Waiting before the next try, ms: longer each time, and never the same for all. */
const WAITS = [300, 700, 1_500, 3_000, 5_000, 8_000];
const TOO_MANY_MS = 30_000;

type StreamOptions = { onTold: (told: Told) => void; onConnection: (state: Connection) => void; onBeat: () => void };

/** Opens the stream, and keeps it open. @returns what closes it */
export function openStream({ onTold, onConnection, onBeat }: StreamOptions): () => void {
  let [isClosed, failures, heardAt] = [false, 0, performance.now()];
  let current: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const again = (status: number | undefined) => {
    if (isClosed) return;
    if (status === 401 || status === 403) {
      failures = Math.max(failures, 1); // whoever comes back may have signed in again elsewhere
      return onConnection('ended');
    }
    onConnection('lost');
    const wait = status === 429 ? TOO_MANY_MS : (WAITS[Math.min(failures, WAITS.length - 1)] ?? 0);
    failures += 1;
    timer = setTimeout(() => void open(), wait * (0.75 + Math.random() / 2));
  };

  const open = async () => {
    clearTimeout(timer);
    current?.abort();
    const abort = new AbortController();
    current = abort;
    heardAt = performance.now();
    let status: number | undefined;
    try {
      const response = await fetch('/api/events', { signal: abort.signal, headers: { accept: 'text/event-stream' } });
      status = response.status;
      if (response.ok && response.body) {
        await read(response.body.pipeThrough(new TextDecoderStream()).getReader());
        status = undefined; // it ended: the server stops, or the session did
      }
    } catch {
      status = undefined; // no connection, or one that was cut
    }
    if (current === abort) again(status);
  };

  const read = async (reader: ReadableStreamDefaultReader<string>) => {
    const take = newReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      heardAt = performance.now();
      onBeat();
      for (const told of take(value)) {
        failures = 0;
        onTold(told);
        onConnection('open');
      }
    }
  };

  const check = () => {
    if (performance.now() - heardAt > SILENT_MS) void open();
  };
  // Who comes back (from another tab, from sleep, to the net) does not wait for the next try.
  const hurry = () => {
    if (document.visibilityState !== 'visible') return;
    if (failures > 0) void open();
    else check();
  };
  const watch = setInterval(check, CHECK_MS);
  const stopWaiting = onOpenAgain(() => {
    if (failures > 0) void open();
  });
  document.addEventListener('visibilitychange', hurry);
  window.addEventListener('online', hurry);
  void open();
  return () => {
    isClosed = true;
    clearInterval(watch);
    stopWaiting();
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', hurry);
    window.removeEventListener('online', hurry);
    const last = current;
    current = undefined;
    last?.abort();
  };
}
