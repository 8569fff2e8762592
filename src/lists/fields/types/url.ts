// Field type URL: absolute web addresses, stored as written.
import { domainToASCII } from 'node:url';
import { type Declaration, lower, oneOf, text, trimmedText } from '../../../http/members/declare.ts';
import { say } from '../../../kernel/sentences/sentence.ts';
import { lineFault } from '../line.ts';
import { fieldType } from '../type.ts';
import { shown } from './shown.ts';

const MAX_URL = 2000;
const MAX_DOMAINS = 2000;
const SCHEMES = ['http', 'https', 'both'] as const;

/** Some clients send names for "both" instead of both schemes. */
function schemeOf(sent: string): string {
  const names = new Set(lower(sent).split(/[\s,]+/));
  return names.size === 2 && names.has('http') && names.has('https') ? 'both' : lower(sent);
}

/**
 * A rule with host names in ASCII form, lower case, each of which covers its subdomains; sent with
 * commas or spaces between them.
 */
function domains(about: string): Declaration<string[]> {
  const sentText = text(about, { max: MAX_DOMAINS });
  return {
    about,
    json: sentText.json,
    read(value) {
      const sent = trimmedText(value);
      if (Array.isArray(sent)) return null; // the member must be a text
      if (typeof sent !== 'string' || sentText.fault(sent, '') !== undefined) return sent;
      const names = sent.split(/[\s,;]+/).filter((name) => name !== '');
      return [...new Set(names.map((name) => domainOf(name) ?? name))];
    },
    fault(value, label) {
      if (!Array.isArray(value)) return sentText.fault(value, label);
      const unknown = value.find((name) => domainOf(String(name)) === undefined);
      return unknown === undefined ? undefined : say('field-domain', { label, domain: shown(String(unknown)) });
    },
  };
}

/**
 * A host name as it is compared: ASCII, lower case, without a leading `*.`; undefined when it is
 * not one.
 */
export function domainOf(written: string): string | undefined {
  const name = written
    .trim()
    .replace(/^\*?\./, '')
    .replace(/\.$/, '');
  // A bare number would be read as an IPv4 address: 5 as 0.0.0.5.
  const ascii = /[\s/@:%?#\\]|^\d+$/.test(name) ? '' : domainToASCII(name);
  return /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/.test(
    ascii,
  )
    ? ascii
    : undefined;
}

export const url = fieldType({
  identifier: 'url',
  name: 'Url',
  example: 'https://example.com/',
  rules: {
    allowed_scheme: oneOf('what addresses may begin with.', SCHEMES, { fold: schemeOf, default: 'both' }),
    whitelist_domains: domains('only these domains and their subdomains, separated by commas.'),
    blacklist_domains: domains('not these domains and their subdomains, separated by commas.'),
  },
  check: {
    /** When a field has both lists of domains, the whitelist decides. */
    one(given, { label, rules }) {
      const { allowed_scheme = 'both', whitelist_domains = [], blacklist_domains = [] } = rules;
      if (given.length > MAX_URL) return { fault: say('member-long', { label, max: MAX_URL }) };
      const scheme = /^(https?):\/\/[^\s\\]+$/i.exec(given)?.[1]?.toLowerCase();
      const parsed = scheme === undefined || lineFault(given, label) !== undefined ? null : URL.parse(given);
      if (!parsed || parsed.hostname === '') return { fault: say('value-url', { label }) };
      if (allowed_scheme !== 'both' && scheme !== allowed_scheme) {
        return { fault: say('value-url-scheme', { label, scheme: allowed_scheme }) };
      }
      const host = parsed.hostname.replace(/\.$/, '');
      const isIn = (names: readonly string[]) => names.some((name) => host === name || host.endsWith(`.${name}`));
      const isAllowed = whitelist_domains.length > 0 ? isIn(whitelist_domains) : !isIn(blacklist_domains);
      return isAllowed ? { value: given } : { fault: say('value-url-domain', { label }) };
    },
  },
  control: { kind: 'input', type: 'url', autocomplete: 'url', limits: () => ({ maxlength: MAX_URL }) },
  expects: 'url',
});
