// How secure a connection to a mail server has to be, and opening one that is.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { asError } from '../../../kernel/errors.ts';
import { newRecent } from '../../../kernel/recent.ts';
import { say } from '../../../kernel/sentences/sentence.ts';
import { type Lane, openLane } from '../lane.ts';
import { RelayFault } from '../relay-faults.ts';
import type { Relay } from '../relay-url.ts';
import type { SessionOptions } from '../session.ts';
import { type Dane, daneOf, TRUST_ANCHOR } from './dane/records.ts';
import { TlsFault, verifyDane, wholeAnchors } from './dane/verify.ts';
import { DnsError } from './dns/ask.ts';
import { isNamed, type Policy } from './mta-sts.ts';
import type { DirectDns, Exchange } from './routes.ts';
import { Unusable } from './unusable.ts';

/**
 * `opportunistic`: TLS where it works; `encrypted`: TLS with any certificate; `verified`: a
 * certificate that the public authorities prove (MTA-STS); `dane`: one that DNS names. `key`: what
 * may share connections.
 */
export type Security = { kind: 'opportunistic' | 'encrypted' | 'verified'; key: string } | DaneSecurity;
type DaneSecurity = { kind: 'dane'; key: string; dane: Dane; names: readonly string[] };

const OPPORTUNISTIC: Security = { kind: 'opportunistic', key: 'opportunistic' };
const ENCRYPTED: Security = { kind: 'encrypted', key: 'encrypted' };
const VERIFIED: Security = { kind: 'verified', key: 'verified' };

/** A message's way to a server. `isRouteSecure`: DNSSEC proves that it is the domain's. */
export type Way = { domain: string; exchange: Exchange; isRouteSecure: boolean; policy: Policy | undefined };

/**
 * What a server of a domain needs. DANE comes before MTA-STS (RFC 8461, section 2). @throws an
 * Error that says why the server must not be used
 */
export async function securityOf(dns: DirectDns, port: number, way: Way): Promise<Security> {
  const { domain, policy } = way;
  const { host } = way.exchange;
  const dane = way.isRouteSecure ? await lookUp(dns, host, port) : undefined;
  if (dane && dane.records.length > 0) {
    const names = [...new Set([dane.name, domain])];
    const hasAnchors = dane.records.some(({ usage }) => usage === TRUST_ANCHOR);
    return { kind: 'dane', key: keyOf(dane, hasAnchors ? names : []), dane, names };
  }
  if (policy?.mode === 'enforce') {
    if (isNamed(policy, host)) return VERIFIED;
    const text = `validation-failure: it is not named by the policy of ${domain} (MTA-STS)`;
    throw new Unusable(say('smtp-policy', { domain }), text);
  }
  return dane ? ENCRYPTED : OPPORTUNISTIC;
}

/** Without an answer about the certificate the server is not used: that would be a way around. */
async function lookUp(dns: DirectDns, host: string, port: number): Promise<Dane | undefined> {
  try {
    return await daneOf(dns, host, port);
  } catch (error) {
    if (error instanceof DnsError) throw new TlsFault('dnssec-invalid', error.message);
    throw error;
  }
}

function keyOf({ name, records }: Dane, names: readonly string[]): string {
  const parts = records.map(({ usage, selector, matchingType, certificate }) => {
    return `${usage} ${selector} ${matchingType} ${certificate.toString('hex')}`;
  });
  return `dane ${createHash('sha256')
    .update(JSON.stringify([name, parts.sort(), names]))
    .digest('base64')}`;
}

export type Opener = {
  /** @throws an Error whose message says why the server cannot be used */
  open(host: string, security: Security, options: SessionOptions): Promise<Lane>;
};

const MOST_KNOWN = 5_000;
/** How long a server whose TLS does not work gets mail unencrypted (RFC 7435). */
const PLAIN_MS = 600_000;

export function openerOf(relay: Relay): Opener {
  const plainUntil = newRecent<string, number>(MOST_KNOWN);
  const anchorsOf = newRecent<string, readonly string[]>(MOST_KNOWN);
  const session = (
    host: string,
    tls: Pick<Relay, 'requireTls' | 'ignoreTls' | 'verifyTls'>,
    options: SessionOptions,
  ) => {
    const { user: _, password: __, ...plain } = relay;
    return openLane({ ...plain, host, guarded: false, secure: false, ...tls }, options);
  };
  const isPlain = (host: string) => performance.now() < (plainUntil.get(host) ?? 0);

  async function opportunistic(host: string, options: SessionOptions): Promise<Lane> {
    const wantsTls = relay.requireTls || !(relay.ignoreTls || isPlain(host));
    const { requireTls, verifyTls } = relay;
    try {
      return await session(host, { requireTls, ignoreTls: !wantsTls, verifyTls }, options);
    } catch (error) {
      if (options.signal?.aborted || requireTls || !wantsTls || !isAboutTls(error)) throw error;
      plainUntil.set(host, performance.now() + PLAIN_MS);
      await sleep(100);
      return session(host, { requireTls: false, ignoreTls: true, verifyTls: false }, options);
    }
  }

  /**
   * OpenSSL proves a certificate by authorities that it knows before: those that a server shows
   * for the first time need a second session.
   */
  async function daned(host: string, security: DaneSecurity, options: SessionOptions): Promise<Lane> {
    const { dane, names, key } = security;
    const anchors = anchorsOf.get(key) ?? wholeAnchors(dane.records);
    const tls = {
      servername: dane.name,
      ca: [...anchors],
      allowPartialTrustChain: true,
      checkServerIdentity: () => undefined, // names are looked at where they count
    };
    const verifyPeer: SessionOptions['verifyPeer'] = (socket) =>
      verifyDane(socket, { records: dane.records, names, anchors });
    try {
      return await session(host, MANDATORY, { ...options, tls, verifyPeer });
    } catch (error) {
      const fault = faultOf(error);
      if (fault.anchors.length === 0 || options.signal?.aborted) throw fault;
      anchorsOf.set(key, fault.anchors.slice(0, MOST_ANCHORS));
      if (fault.anchors.every((one) => anchors.includes(one))) throw fault;
      return daned(host, security, options);
    }
  }

  return {
    async open(host, security, options) {
      if (security.kind === 'opportunistic') return opportunistic(host, options);
      if (security.kind === 'dane') return daned(host, security, options);
      try {
        return await session(host, { ...MANDATORY, verifyTls: security.kind === 'verified' }, options);
      } catch (error) {
        throw faultOf(error);
      }
    },
  };
}

const MANDATORY = { requireTls: true, ignoreTls: false, verifyTls: false };
const MOST_ANCHORS = 20;

/** What went wrong, with the word of RFC 8460 for it when it is about TLS. */
function faultOf(error: unknown): Error & { anchors: readonly string[] } {
  const { cause, message } = asError(error);
  if (cause instanceof TlsFault) return cause;
  const text = plainReason(message).replace(/^TLS: /, '');
  if (!isAboutTls(error)) return Object.assign(new Error(text, { cause: error }), { anchors: [] });
  return new TlsFault(RESULTS[error.sentence.code] ?? 'validation-failure', text);
}

const RESULTS: Readonly<Record<string, TlsFault['result']>> = {
  'smtp-tls-refused': 'starttls-not-supported',
  'smtp-tls-other-name': 'certificate-host-mismatch',
  'smtp-tls-expired': 'certificate-expired',
  'smtp-tls-early': 'certificate-expired',
  'smtp-tls-self-signed': 'certificate-not-trusted',
  'smtp-tls-unverified': 'certificate-not-trusted',
};

const isAboutTls = (error: unknown): error is RelayFault =>
  error instanceof RelayFault && error.sentence.code.startsWith('smtp-tls-');

/** The reason in a lane's error, without the name of the server, which stands before it anyway. */
export function plainReason(message: string): string {
  return message.replace(/^smtp:\/\/\S+ cannot be used: /, '');
}
