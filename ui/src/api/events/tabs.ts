// One stream for all tabs of a browser, which opens few connections to a host: the tab that holds a
// lock reads it and passes on what it hears; when that tab closes, the next one takes over.
import type { Connection } from './connection.ts';
import type { CampaignNow, DomainNow, InboxNow, JobNow, ListNow, Told } from './messages.ts';
import { openStream } from './stream.ts';

type Listener = { onTold: (told: Told) => void; onConnection: (state: Connection) => void; onBeat: () => void };
type Passed = { told: Told } | { state: Connection } | { beat: true } | { hello: true };

/** A tab that reads says at least this often that it does: one that does not has been put to sleep. */
const SILENT_MS = 45_000;
const CHECK_MS = 5_000;
/** A page that is being left is refused the lock at once: asked again at once, it would never end. */
const AGAIN_MS = 200;

/** Hears the events of a customer, by a stream of its own or another tab's. @returns what ends it */
export function hearEvents(customerUid: string, { onTold, onConnection, onBeat }: Listener): () => void {
  const name = `mailwright events ${customerUid}`;
  const end = new AbortController();
  // Absent where the page did not come over TLS or from this machine: then each tab has a stream.
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return openStream({ onTold, onConnection, onBeat });

  const channel = new BroadcastChannel(name);
  const pass = (message: Passed) => channel.postMessage(message);
  let [heardAt, isReading] = [performance.now(), false];
  let stop = (): void => undefined;

  /** Reads the stream until this tab closes, or another one takes the lock away. */
  const read = (): Promise<void> => {
    isReading = true;
    const known = newKnown();
    let state: Connection = 'opening';
    const close = openStream({
      onBeat() {
        pass({ beat: true });
        onBeat();
      },
      onTold(told) {
        known.add(told);
        pass({ told });
        onTold(told);
      },
      onConnection(next) {
        state = next;
        pass({ state });
        onConnection(next);
      },
    });
    channel.onmessage = ({ data }: MessageEvent<Passed>) => {
      if (!('hello' in data)) return;
      const told = known.snapshot();
      if (told) pass({ told });
      pass({ state });
    };
    return new Promise((resolve) => {
      stop = () => {
        isReading = false;
        close();
        resolve();
      };
      if (end.signal.aborted) stop();
    });
  };

  const listen = () => {
    channel.onmessage = ({ data }: MessageEvent<Passed>) => {
      heardAt = performance.now();
      if ('told' in data) onTold(data.told);
      if ('state' in data) onConnection(data.state);
      if ('beat' in data) onBeat();
    };
    pass({ hello: true });
  };
  let again: ReturnType<typeof setTimeout> | undefined;
  const ask = (options: LockOptions) => {
    locks.request(name, options, read).catch(() => {
      stop(); // taken away by another tab, or this one has ended
      if (!end.signal.aborted) begin(AGAIN_MS);
    });
  };
  const begin = (wait: number) => {
    heardAt = performance.now();
    listen();
    again = setTimeout(() => ask({ signal: end.signal }), wait);
  };

  const watch = setInterval(() => {
    if (isReading || document.visibilityState !== 'visible' || performance.now() - heardAt < SILENT_MS) return;
    heardAt = performance.now();
    ask({ steal: true });
  }, CHECK_MS);
  begin(0);
  return () => {
    clearInterval(watch);
    clearTimeout(again);
    end.abort();
    stop();
    channel.close();
  };
}

/** All that was told, for tabs that come later. */
function newKnown() {
  let begun = false;
  const [campaigns, lists, jobs, domains, inbox] = [
    new Map<string, CampaignNow>(),
    new Map<string, ListNow>(),
    new Map<string, JobNow>(),
    new Map<string, DomainNow>(),
    new Map<string, InboxNow>(),
  ];
  return {
    add(told: Told): void {
      if (told.event === 'snapshot') for (const all of [campaigns, lists, jobs, domains, inbox]) all.clear();
      begun = true;
      for (const one of told.campaigns) campaigns.set(one.campaign_uid, one);
      for (const one of told.lists) lists.set(one.list_uid, one);
      for (const one of told.jobs) jobs.set(one.job_uid, one);
      for (const one of told.domains) domains.set(one.domain_uid, one);
      for (const one of told.inbox) inbox.set('', one);
    },
    snapshot: (): Told | undefined =>
      begun
        ? {
            event: 'snapshot',
            campaigns: [...campaigns.values()],
            lists: [...lists.values()],
            jobs: [...jobs.values()],
            domains: [...domains.values()],
            inbox: [...inbox.values()],
          }
        : undefined,
  };
}
