// Delivers straight to the mail servers of the recipients' domains. A lane of such a relay is no
// connection: with each message it takes one to a server of the domain, which stays open for the
// next message to that server, of whatever lane. What cannot be reached is the answer about that
// message, never a fault of the relay.
import { setTimeout as sleep } from 'node:timers/promises';
import { asError } from '../../../kernel/errors.ts';
import { publicLookup } from '../../../network/public-address.ts';
import { wireAddress } from '../../address/addresses.ts';
import { type Lane, type Outgoing, openLane } from '../lane.ts';
import type { Relay } from '../relay-url.ts';
import type { Reply } from '../replies.ts';
import { policyFetcher } from './fetch-policy.ts';
import { isNamed, type MtaSts, openMtaSts, type Policy } from './mta-sts.ts';
import { type Address, type DirectDns, type Exchange, openDirectDns } from './routes.ts';
import { type DirectSettings, familyOf, NO_DIRECT } from './settings.ts';

/** The connections of one relay. */
export type DirectHub = {
  /** Never has to wait, and works as long as the hub. */
  openLane(): Lane;
};

export type DirectTools = { dns: DirectDns; sts: MtaSts };
type Relaying = Relay & { direct: DirectSettings };
/** The connections to a server, under one policy. `failedUntil`: it could not be reached. */
type Place = { open: number; idle: Connection[]; waiting: Set<() => void>; failedUntil: number; why: string };
type Connection = { lane: Lane; sent: number; timer?: NodeJS.Timeout };
type Security = 'opportunistic' | 'verified';
type Taken = { connection: Connection; place: Place; isFresh: boolean };

const IDLE_MS = 10_000;
const MESSAGES_A_CONNECTION = 100;
/** A server that did not answer is not asked again by each message. */
const FAILED_MS = 60_000;
/** How long a message waits for one of the connections to a server before it is put off. */
const PATIENCE_MS = 30_000;
const CONNECT_MS = 15_000;

/** @param signal aborts what is being opened, and closes what is idle */
export function openDirectHub(relay: Relay, signal: AbortSignal, tools?: DirectTools): DirectHub {
  const settings = relay.direct ?? NO_DIRECT;
  const { dns, sts } = tools ?? directTools(settings);
  const hub: Hub = { relay: { ...relay, direct: settings }, dns, sts, signal, places: new Map(), plain: new Set() };
  signal.addEventListener('abort', () => {
    for (const place of hub.places.values()) {
      for (const { lane, timer } of place.idle.splice(0)) {
        clearTimeout(timer);
        void lane.quit();
      }
      for (const wakeUp of place.waiting) wakeUp();
    }
  });
  return { openLane: () => laneOf(hub) };
}

/** What asks DNS and fetches policies. */
export function directTools(settings: DirectSettings): DirectTools {
  const dns = openDirectDns(settings);
  const fetchPolicy = policyFetcher(settings.allowsPrivate ? undefined : publicLookup());
  return { dns, sts: openMtaSts({ textsOf: dns.textsOf, fetchPolicy }) };
}

type Hub = DirectTools & {
  relay: Relaying;
  signal: AbortSignal;
  places: Map<string, Place>;
  /** Servers whose TLS does not work: without a policy mail goes unencrypted then (RFC 7435). */
  plain: Set<string>;
};

function laneOf(hub: Hub): Lane {
  let isOpen = true;
  let current: Lane | undefined;
  const close = () => {
    isOpen = false;
    current?.close();
  };
  return {
    get alive() {
      return isOpen;
    },
    close,
    async quit() {
      isOpen = false;
    },
    async send(message) {
      try {
        return await sendTo(hub, message, (lane) => {
          current = lane;
          if (!isOpen) lane?.close();
        });
      } finally {
        current = undefined;
      }
    },
  };
}

/** @param using called with the connection that the message goes over */
async function sendTo(hub: Hub, message: Outgoing, using: (lane: Lane | undefined) => void): Promise<Reply> {
  const address = wireAddress(message.to);
  if (address === undefined) return NO_ADDRESS;
  const domain = address.slice(address.lastIndexOf('@') + 1);
  const route = await hub.dns.routeOf(domain);
  if ('refused' in route) return route.refused;
  const policy = await hub.sts.policyOf(domain.toLowerCase());
  const faults: string[] = [];
  for (const exchange of route.exchanges) {
    if (policy?.mode === 'enforce' && !isNamed(policy, exchange.host)) {
      faults.push(`${exchange.host} is not named by the policy of ${domain} (MTA-STS)`);
      continue;
    }
    const reply = await sendOver(hub, exchange, policy, message, using);
    if (typeof reply !== 'string') return reply;
    faults.push(`${exchange.host}: ${reply}`);
  }
  const text = `No mail server of ${domain} could be used: ${faults.join('; ') || 'there is none'}`;
  return { kind: 'reply', code: 451, enhanced: '4.4.1', text };
}

/** @returns the server's reply, or as a text why it has not got the message */
async function sendOver(
  hub: Hub,
  exchange: Exchange,
  policy: Policy | undefined,
  message: Outgoing,
  using: (lane: Lane | undefined) => void,
): Promise<Reply | string> {
  for (;;) {
    let taken: Taken;
    try {
      taken = await take(hub, exchange.host, policy?.mode === 'enforce' ? 'verified' : 'opportunistic');
    } catch (error) {
      return asError(error).message;
    }
    const { connection, place, isFresh } = taken;
    using(connection.lane);
    const reply = await connection.lane.send(message);
    using(undefined);
    connection.sent += 1;
    giveBack(hub, place, connection);
    const isGone = reply.kind === 'lost' && reply.phase === 'before_data' && !connection.lane.alive;
    // The server had closed a connection that was idle: it cannot have the message.
    if (isGone && !isFresh && !hub.signal.aborted) continue;
    return reply;
  }
}

async function take(hub: Hub, host: string, security: Security): Promise<Taken> {
  const place = placeOf(hub, `${security} ${host}`);
  for (const until = Date.now() + PATIENCE_MS; ; ) {
    for (let idle = place.idle.pop(); idle; idle = place.idle.pop()) {
      clearTimeout(idle.timer);
      if (idle.lane.alive) return { connection: idle, place, isFresh: false };
      place.open -= 1;
    }
    if (hub.signal.aborted) throw new Error('given up');
    if (Date.now() < place.failedUntil) throw new Error(place.why);
    if (place.open < hub.relay.direct.perHost) break;
    if (Date.now() >= until) throw new Error('all connections to it were busy for too long');
    await freed(place, until - Date.now());
  }
  place.open += 1;
  try {
    const lane = await connect(hub, host, security);
    place.failedUntil = 0;
    return { connection: { lane, sent: 0 }, place, isFresh: true };
  } catch (error) {
    place.open -= 1;
    place.why = asError(error).message.replace(/^smtp:\/\/\S+ cannot be used: /, '');
    if (place.open === 0) place.failedUntil = Date.now() + FAILED_MS;
    wakeOne(place);
    throw new Error(place.why, { cause: error });
  }
}

function placeOf(hub: Hub, name: string): Place {
  const found = hub.places.get(name) ?? { open: 0, idle: [], waiting: new Set(), failedUntil: 0, why: '' };
  hub.places.set(name, found);
  return found;
}

function freed({ waiting }: Place, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      waiting.delete(done);
      resolve();
    };
    const timer = setTimeout(done, Math.max(ms, 0));
    waiting.add(done);
  });
}

function wakeOne({ waiting }: Place): void {
  const [first] = waiting;
  first?.();
}

function giveBack({ signal, places }: Hub, place: Place, connection: Connection): void {
  const { lane, sent } = connection;
  const isUsable = lane.alive && sent < MESSAGES_A_CONNECTION && !signal.aborted;
  if (isUsable) {
    const leave = () => {
      place.idle.splice(place.idle.indexOf(connection), 1);
      place.open -= 1;
      for (const [name, one] of places)
        if (one === place && one.open === 0 && one.failedUntil === 0) places.delete(name);
      void lane.quit();
    };
    connection.timer = setTimeout(leave, IDLE_MS);
    connection.timer.unref();
    place.idle.push(connection);
  } else {
    place.open -= 1;
    void lane.quit();
  }
  wakeOne(place);
}

/** A connection to one of the host's addresses, those that DNS names first, one after the other. */
async function connect(hub: Hub, host: string, security: Security): Promise<Lane> {
  const { relay, dns, signal, plain } = hub;
  let addresses: Address[];
  try {
    addresses = await dns.addressesOf(host);
  } catch (error) {
    throw new Error(`DNS gives no answer (${(error as NodeJS.ErrnoException).code})`, { cause: error });
  }
  const { sources } = relay.direct;
  const withSource = addresses.map((one) => ({
    ...one,
    source: sources.find((source) => familyOf(source) === one.family),
  }));
  const usable = sources.length === 0 ? withSource : withSource.filter(({ source }) => source !== undefined);
  if (usable.length === 0) throw new Error('it has no address that may be connected to');
  let failure: unknown;
  for (const { address, source } of usable.slice(0, MOST_ADDRESSES)) {
    const name = { ...relay, host, guarded: false, secure: false, user: undefined, password: undefined };
    const options = { signal, connectTimeoutMs: CONNECT_MS, address, ...(source && { localAddress: source }) };
    const open = (tls: Pick<Relay, 'requireTls' | 'ignoreTls' | 'verifyTls'>) =>
      openLane(withoutLogin({ ...name, ...tls }), options);
    try {
      if (security === 'verified') return await open({ requireTls: true, ignoreTls: false, verifyTls: true });
      const wantsTls = relay.requireTls || !(relay.ignoreTls || plain.has(host));
      return await open({ requireTls: relay.requireTls, ignoreTls: !wantsTls, verifyTls: relay.verifyTls });
    } catch (error) {
      failure = error;
      if (signal.aborted) break;
      if (security === 'verified' || relay.requireTls || plain.has(host) || !isAboutTls(error)) continue;
      plain.add(host);
      await sleep(100);
      try {
        return await open({ requireTls: false, ignoreTls: true, verifyTls: false });
      } catch (again) {
        failure = again;
      }
    }
  }
  throw asError(failure);
}

const MOST_ADDRESSES = 4;
const isAboutTls = (error: unknown) => /cannot be used: TLS:/.test(asError(error).message);

function withoutLogin({ user: _, password: __, ...relay }: Relay & { user?: unknown; password?: unknown }): Relay {
  return relay;
}

const NO_ADDRESS: Reply = { kind: 'reply', code: 553, enhanced: '5.1.3', text: 'Not a valid email address' };
