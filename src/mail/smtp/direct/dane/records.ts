// Which TLSA records say what certificate a mail server must have (RFC 7672, section 2.2).
import { X509Certificate } from 'node:crypto';
import type { TlsaData } from 'dns-packet';
import type { DirectDns } from '../routes.ts';

export const TRUST_ANCHOR = 2;
export const END_ENTITY = 3;

/**
 * `records`: those that can be used; when there are none, TLS is mandatory and its certificate not
 * looked at. `name`: where they are, without the port.
 */
export type Dane = { name: string; records: TlsaData[] };

/**
 * What DNS proves about the certificate of a server; undefined: nothing, as when its zone is not
 * signed. Only for servers that DNS has proved to be those of the domain.
 * @throws DnsError when it is not known, and the server must not be used
 */
export async function daneOf(dns: DirectDns, host: string, port: number): Promise<Dane | undefined> {
  for (const name of await namesOf(dns, host)) {
    // TLSA is asked for in signed zones only: some servers of others do not answer (section 2.2.2).
    const { records, isSecure } = await dns.tlsaOf(`_${port}._tcp.${name}`);
    if (isSecure && records.length > 0) return { name, records: records.filter(isUsable) };
  }
  return undefined;
}

/** The names that records may be at: what the server is an alias of comes first. */
async function namesOf(dns: DirectDns, host: string): Promise<string[]> {
  const { alias, isSecure } = await dns.placeOf(host);
  if (isSecure) return alias === undefined ? [host] : [alias, host];
  return alias !== undefined && (await dns.isSecureAlias(host)) ? [host] : [];
}

const DIGEST_BYTES: Readonly<Record<number, number>> = { 1: 32, 2: 64 };

/** Usages 0 and 1 stand on public authorities, which mail servers do not (section 3.1.3). */
export function isUsable({ usage, selector, matchingType, certificate }: TlsaData): boolean {
  if (usage !== TRUST_ANCHOR && usage !== END_ENTITY) return false;
  if (selector !== 0 && selector !== 1) return false;
  if (matchingType === 0) return selector === 1 ? certificate.length > 0 : certificateOf(certificate) !== undefined;
  return certificate.length === DIGEST_BYTES[matchingType];
}

/** A certificate in DER, or undefined. */
export function certificateOf(bytes: Buffer): X509Certificate | undefined {
  try {
    return new X509Certificate(bytes);
  } catch {
    return undefined;
  }
}
