// Rules of relays: the meaning of TLS modes, and the relays for a customer's message.
import type { Relay } from '../mail/smtp/relay-url.ts';

/**
 * - none: never TLS
 * - opportunistic: STARTTLS when the server offers it (a man in the middle can remove the offer)
 * - starttls: STARTTLS, or no message
 * - implicit: TLS from the first byte (RFC 8314)
 */
export const TLS_MODES = ['none', 'opportunistic', 'starttls', 'implicit'] as const;
export type TlsMode = (typeof TLS_MODES)[number];

/** Whether a text is a TLS mode. */
export function isTlsMode(text: string): text is TlsMode {
  return (TLS_MODES as readonly string[]).includes(text);
}

/** The default port of a mode. */
export function defaultPort(tls: TlsMode): number {
  return tls === 'none' ? 25 : tls === 'implicit' ? 465 : 587;
}

type TlsOptions = Pick<Relay, 'secure' | 'requireTls' | 'ignoreTls'>;

/** The connection options of a mode. */
export function tlsOptions(tls: TlsMode): TlsOptions {
  return { secure: tls === 'implicit', requireTls: tls === 'starttls', ignoreTls: tls === 'none' };
}

/** The mode of a relay given by URL. */
export function tlsModeOf({ secure, requireTls, ignoreTls }: TlsOptions): TlsMode {
  if (secure) return 'implicit';
  if (requireTls) return 'starttls';
  return ignoreTls ? 'none' : 'opportunistic';
}

type Candidate = { customerId: number | null; priority: number; isInbox: boolean };

/**
 * The relays for a customer's messages, in tiers: a tier is used only when no relay of the earlier
 * ones can take a message. First the customer's own relays by priority (lowest first), then the
 * shared ones; the test inbox only when there is nothing else. Relays of other customers are left
 * out.
 */
export function relaysFor<R extends Candidate>(customerId: number, relays: readonly R[]): R[][] {
  const real = relays.filter((relay) => !relay.isInbox);
  const tiers = [
    ...tiersOf(real.filter((relay) => relay.customerId === customerId)),
    ...tiersOf(real.filter((relay) => relay.customerId === null)),
  ];
  return tiers.length > 0 ? tiers : tiersOf(relays.filter((relay) => relay.isInbox));
}

function tiersOf<R extends Candidate>(relays: readonly R[]): R[][] {
  const byPriority = Map.groupBy(relays, (relay) => relay.priority);
  return [...byPriority.entries()].sort(([a], [b]) => a - b).map(([, tier]) => tier);
}

export const STATUSES = ['active', 'inactive'] as const;

/** Most relays of one customer, since every worker reads all of them every few seconds. */
export const MAX_RELAYS = 100;

/** Relays that customers created must not use up the machine's connections. */
const GUARDED_LANES = 50;

/** How many lanes a relay may have. */
export const lanesAllowed = ({ lanes, guarded }: { lanes: number; guarded?: boolean | number | undefined }): number =>
  guarded ? Math.min(lanes, GUARDED_LANES) : lanes;

/** The largest values of a relay's numbers. */
export const MOST = {
  lanes: 1000,
  messages: 1_000_000_000,
  perSecond: 100_000,
  priority: 1000,
  weight: 1000,
  growthPercent: 1000,
} as const;

/**
 * Whether a text has the form of a host name: labels of letters, digits, hyphens and underscores
 * (IDNA names as A-labels).
 */
export function isHostName(text: string): boolean {
  return (
    text.length <= 253 &&
    /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*\.?$/i.test(text)
  );
}
