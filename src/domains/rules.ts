// Rules for the names of sending domains and selectors.
import { domainToASCII } from 'node:url';
import { say, type Told } from '../kernel/sentences/sentence.ts';
import type { KeyAlgorithm } from '../mail/dkim/dkim.ts';

/**
 * Long enough for any real name; with a selector and `_domainkey` it stays below the 253 characters
 * of DNS.
 */
const MAX_NAME = 180;
const MAX_SELECTOR = 63;

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const DOMAIN = new RegExp(`^(?:${LABEL}\\.)+(?:[a-z]|xn--)(?:[a-z0-9-]{0,58}[a-z0-9])$`);
const SELECTOR = new RegExp(`^${LABEL}(?:\\.${LABEL})*$`);

/** The keys of a new domain: RSA for every receiver, Ed25519 for those that support it. */
export const ALGORITHMS: readonly KeyAlgorithm[] = ['rsa-sha256', 'ed25519-sha256'];

/**
 * Sizes of RSA keys that are made here, bits. 1,024 is for DNS panels that take no longer record.
 */
export const RSA_BITS = [1024, 2048, 3072, 4096] as const;
export const DEFAULT_RSA_BITS = 2048;

/** Most sending domains of one customer: generating keys takes time. */
export const MAX_DOMAINS = 500;

/**
 * Parses a domain name: lower case, letters beyond ASCII as IDNA A-labels, no final dot.
 * @returns the name, or what is wrong with the text
 */
export function parseDomainName(text: string): { name: string } | { fault: Told } {
  const given = text.trim();
  if (/[@/:]/.test(given)) {
    return { fault: say('domain-name-signs') };
  }
  const bare = given.endsWith('.') ? given.slice(0, -1) : given;
  // domainToASCII parses like a browser's address bar: it would cut or decode these.
  const name = /[\s%?#\\[\]]/.test(bare) ? '' : domainToASCII(bare.toLowerCase());
  if (!DOMAIN.test(name)) {
    return { fault: say('domain-name-parts') };
  }
  return name.length > MAX_NAME ? { fault: say('member-long', { label: 'Name', max: MAX_NAME }) } : { name };
}

/** Parses a selector into lower case (RFC 6376, section 3.1). */
export function parseSelector(text: string): { selector: string } | { fault: Told } {
  const selector = text.trim().toLowerCase();
  if (selector.length <= MAX_SELECTOR && SELECTOR.test(selector)) return { selector };
  return { fault: say('domain-selector-signs', { selector: text.slice(0, 80) }) };
}

/**
 * Selectors of one set of keys. `mark` is random: other customers and installations publish below
 * the same domain.
 */
export function selectorOf(algorithm: KeyAlgorithm, mark: string): string {
  return `mw-${mark}-${algorithm === 'rsa-sha256' ? 'rsa' : 'ed'}`;
}

/** The name of a key's record (RFC 6376, section 3.6.2.1). */
export function keyRecordName(selector: string, domain: string): string {
  return `${selector}._domainkey.${domain}`;
}
