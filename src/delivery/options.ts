// What a worker is told when it starts.
import type { Rest } from '../coordination/rest.ts';
import type { openFeeds } from '../feeds/fetch-due.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Logger } from '../kernel/log.ts';
import type { FetchAllow } from '../network/fetch-allow.ts';
import type { UsableRelay } from '../relays/usable.ts';
import type { Db } from '../storage/db.ts';
import type { RetryPolicy } from './relay-pool/backoff.ts';
import type { ThrottlingOptions } from './throttling/throttling.ts';

export type DeliveryOptions = {
  db: Db;
  /** The same store over connections that turns alone use (storage/db.ts); default: db. */
  dedicated?: Db;
  clock: Clock;
  log: Logger;
  baseUrl: string;
  isBaseUrlDefault?: boolean; // nobody said what it is: with a relay no campaign goes out
  secret: string;
  /** Where the high-water mark of the store is kept beside its data; absent: in memory only. */
  dataDir?: string | undefined;
  /** The relay of the configuration, or the test inbox; others come from the store. */
  relay?: UsableRelay | undefined;
  /** This worker's part of a relay's lanes; default: all of them. */
  lanesShare?: number;
  /** How many lanes of all relays it may have open at a time; default: any number. */
  mostLanes?: number;
  /** Where returned mail goes to; absent: to the From address. */
  returnAddress?: string | undefined;
  /** Hours after the first 4xx after which a message is given up. */
  expireHours?: number;
  /** How long stopping may take, ms; default 10 s. */
  stopMs?: number;
  /** Looks up the mail servers of a domain; absent: each domain is throttled by itself. */
  resolveMx?: ThrottlingOptions['resolveMx'];
  /** Hosts and networks that contents may be fetched from although they are not public. */
  fetchAllow?: FetchAllow | undefined;
  /** Whether a campaign with unknown merge tags is sent or paused; default: sent. */
  unknownTags?: 'send' | 'stop' | undefined;
  /** Looks up the addresses of hosts that content is fetched from. */
  resolveHost?: Parameters<typeof openFeeds>[0]['resolve'];
  retry?: RetryPolicy;
  relayDelayMs?: (failures: number, isLoginRefused?: boolean) => number;
  /** How old a connection to a relay may become, ms; default: five minutes. */
  connectionMs?: number | undefined;
  /** How long to rest when there is nothing to do; absent: never, as nothing would wake it. */
  rest?: Rest | undefined;
  /** Wakes the loops that act when a campaign began or ended. */
  changed?(): void;
  /** Called when a worker was registered. */
  registered?(): void;
  /** How long it rests before `rested` is called; default: a minute. */
  sleepMs?: number | undefined;
  /** Called at each look when there was nothing to do for long, and there is nothing soon. */
  rested?(): void;
};
