// Delivers straight to the mail servers of the recipients' domains. A lane of such a relay is no
// connection: with each message it takes one to a server of the domain, which stays open for the
// next message to that server, of whatever lane. What cannot be reached is the answer about that
// message, never a fault of the relay.
import { asError } from '../../../kernel/errors.ts';
import { wireAddress } from '../../address/addresses.ts';
import type { Lane, Outgoing } from '../lane.ts';
import type { Relay } from '../relay-url.ts';
import type { Reply } from '../replies.ts';
import type { Questions } from '../transaction.ts';
import { type Connections, openConnections, type Taken } from './connections.ts';
import type { SilenceEvents } from './dns/silence.ts';
import { policyFetcher } from './fetch-policy.ts';
import { type MtaSts, openMtaSts } from './mta-sts.ts';
import { type DirectDns, openDirectDns } from './routes.ts';
import { type Security, securityOf } from './security.ts';
import { type DirectSettings, NO_DIRECT } from './settings.ts';

/** The connections of one relay. */
export type DirectHub = {
  /** Never has to wait, and works as long as the hub. */
  openLane(): Lane;
};

/**
 * `openingMs`: what finding a connection for one message may take, over all servers. `lanes`: how
 * many may be open at a time.
 */
export type DirectTools = { dns: DirectDns; sts: MtaSts; openingMs?: number; lanes?: number };

/**
 * A domain may name five servers of four addresses each, and each may take seven minutes to open
 * nothing: more than two hours of a lane.
 */
const OPENING_MS = 600_000;

type Hub = Required<Omit<DirectTools, 'lanes'>> & { port: number; signal: AbortSignal; connections: Connections };

/** @param signal aborts what is being opened, and closes what is idle */
export function openDirectHub(relay: Relay, signal: AbortSignal, tools?: DirectTools): DirectHub {
  const settings = relay.direct ?? NO_DIRECT;
  const { dns, sts, openingMs = OPENING_MS, lanes } = tools ?? directTools(settings);
  const connections = openConnections({ ...relay, direct: settings }, { dns, lanes }, signal);
  const hub: Hub = { dns, sts, openingMs, signal, connections, port: relay.port };
  return { openLane: () => laneOf(hub) };
}

/**
 * What asks DNS and fetches policies.
 * @param silence told when resolvers fall silent, and when one answers again
 */
export function directTools(settings: DirectSettings, silence?: SilenceEvents): DirectTools {
  const dns = openDirectDns(settings, silence);
  return { dns, sts: openMtaSts({ textsOf: dns.textsOf, fetchPolicy: policyFetcher(dns) }) };
}

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
    isBegun: false,
    takesGroups: false, // the next message may be for another server
    close,
    async quit() {
      isOpen = false;
    },
    async send(message, { mayHandOver } = {}) {
      try {
        return await sendTo(hub, { message, mayHandOver }, (lane) => {
          current = lane;
          if (!isOpen) lane?.close();
        });
      } finally {
        current = undefined;
      }
    },
  };
}

type Sending = Pick<Questions<unknown>, 'mayHandOver'> & { message: Outgoing };

/** @param using called with the connection that the message goes over */
async function sendTo(hub: Hub, sending: Sending, using: (lane: Lane | undefined) => void): Promise<Reply> {
  const address = wireAddress(sending.message.to);
  if (address === undefined) return NO_ADDRESS;
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  const route = await hub.dns.routeOf(domain);
  if ('refused' in route) return route.refused;
  const policy = await hub.sts.policyOf(domain);
  const faults: string[] = [];
  const lateAt = performance.now() + hub.openingMs;
  for (const [n, exchange] of route.exchanges.entries()) {
    const left = Math.max(lateAt - performance.now(), 0) / (route.exchanges.length - n); // a share for each server
    try {
      const way = { domain, exchange, isRouteSecure: route.isSecure, policy };
      const security = await securityOf(hub.dns, hub.port, way);
      return await sendOver(hub, { host: exchange.host, security, lateAt: performance.now() + left }, sending, using);
    } catch (error) {
      faults.push(`${exchange.host}: ${asError(error).message}`);
    }
  }
  const text = `No mail server of ${domain} could be used: ${faults.join('; ') || 'there is none'}`;
  return { kind: 'reply', code: 451, enhanced: '4.4.1', text };
}

type Wanted = { host: string; security: Security; lateAt: number };

/** @throws an Error that says why there is no connection; the server has not got the message */
async function sendOver(
  hub: Hub,
  { host, security, lateAt }: Wanted,
  { message, mayHandOver }: Sending,
  using: (lane: Lane | undefined) => void,
): Promise<Reply> {
  for (;;) {
    const taken: Taken = await hub.connections.take(host, security, lateAt);
    using(taken.lane);
    const reply = await taken.lane.send(message, { mayHandOver }); // never rejects
    using(undefined);
    taken.giveBack();
    const isGone = reply.kind === 'lost' && reply.phase === 'before_data' && !taken.lane.alive;
    // The server had closed a connection that was idle: it cannot have the message.
    if (isGone && !taken.isFresh && !hub.signal.aborted && performance.now() < lateAt) continue;
    return reply;
  }
}

const NO_ADDRESS: Reply = { kind: 'reply', code: 553, enhanced: '5.1.3', text: 'Not a valid email address' };
