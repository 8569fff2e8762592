// Whether a server's certificate is the one that TLSA records name (RFC 6698, 7671, 7672).
import { createHash, type X509Certificate } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import type { TlsaData } from 'dns-packet';
import { subjectPublicKeyInfo } from './public-key-info.ts';
import { certificateOf, END_ENTITY, TRUST_ANCHOR } from './records.ts';

/**
 * Why a server could not be used securely, in the words of RFC 8460 (section 4.3). `anchors`:
 * certificates that records name, by which its own may be proved in another session.
 */
export class TlsFault extends Error {
  readonly result: TlsResult;
  readonly anchors: readonly string[];
  constructor(result: TlsResult, text: string, anchors: readonly string[] = []) {
    super(`${result}: ${text}`);
    this.result = result;
    this.anchors = anchors;
  }
}

export type TlsResult =
  | 'starttls-not-supported'
  | 'certificate-host-mismatch'
  | 'certificate-expired'
  | 'certificate-not-trusted'
  | 'validation-failure'
  | 'tlsa-invalid'
  | 'dnssec-invalid';

type Expected = {
  records: readonly TlsaData[];
  /** Of these names a certificate under a trust anchor must have one. */
  names: readonly string[];
  /** Certificates in PEM that the session was opened with as its only authorities. */
  anchors: readonly string[];
};

/** @throws TlsFault unless the certificate of the server is right */
export function verifyDane(socket: TLSSocket, { records, names, anchors }: Expected): void {
  const own = socket.getPeerX509Certificate();
  if (own === undefined) throw new TlsFault('validation-failure', 'the server has shown no certificate');
  const isNamed = (usage: number, certificate: X509Certificate) =>
    records.some((record) => record.usage === usage && matches(record, certificate));
  // The record says it all: neither the certificate's name nor its dates count (section 3.1.1).
  if (isNamed(END_ENTITY, own)) return;
  if (anchors.length === 0 || !socket.authorized) {
    const found = issuersOf(own).filter((one) => isNamed(TRUST_ANCHOR, one));
    const others = found.map((one) => one.toString()).filter((pem) => !anchors.includes(pem));
    const why = `${socket.authorizationError ?? ''}`;
    if (others.length > 0)
      throw new TlsFault('certificate-not-trusted', `not proved yet (${why})`, [...others, ...anchors]);
    if (/EXPIRED|NOT_YET_VALID/i.test(why) && anchors.length > 0) {
      throw new TlsFault('certificate-expired', 'a certificate that the server has shown is out of date');
    }
    if (found.length > 0)
      throw new TlsFault(
        'certificate-not-trusted',
        `the TLSA record names an authority, and it does not prove the certificate (${why})`,
      );
    throw new TlsFault('tlsa-invalid', 'no TLSA record matches a certificate that the server has shown');
  }
  if (!names.some((name) => own.checkHost(name, { partialWildcards: false }) !== undefined)) {
    throw new TlsFault('certificate-host-mismatch', `the certificate is for another name than ${names.join(', ')}`);
  }
}

/** Authorities that records hold whole, in PEM: servers need not show them. */
export function wholeAnchors(records: readonly TlsaData[]): string[] {
  return records.flatMap(({ usage, selector, matchingType, certificate }) => {
    const isWhole = usage === TRUST_ANCHOR && selector === 0 && matchingType === 0;
    const found = isWhole ? certificateOf(certificate) : undefined;
    return found ? [found.toString()] : [];
  });
}

/** Whether a record is about a certificate (RFC 6698, sections 2.1.2 and 2.1.3). */
function matches({ selector, matchingType, certificate }: TlsaData, shown: X509Certificate): boolean {
  const selected = selector === 0 ? shown.raw : subjectPublicKeyInfo(shown.raw);
  if (selected === undefined) return false;
  if (matchingType === 0) return certificate.equals(selected);
  const digest = createHash(matchingType === 1 ? 'sha256' : 'sha512')
    .update(selected)
    .digest();
  return certificate.equals(digest);
}

const MOST_ISSUERS = 10;

/** The certificates above one that the server has shown with it. */
function issuersOf(own: X509Certificate): X509Certificate[] {
  const issuers: X509Certificate[] = [];
  let above = own.issuerCertificate;
  while (above && issuers.length < MOST_ISSUERS && !issuers.some(({ raw }) => raw.equals(above?.raw ?? raw))) {
    issuers.push(above);
    above = above.issuerCertificate;
  }
  return issuers;
}
