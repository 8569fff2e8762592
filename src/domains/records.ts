// The DNS records to publish, as texts to paste.
import { isIP, isIPv4, isIPv6 } from 'node:net';
import { type Sentence, say } from '../kernel/sentences/sentence.ts';
import { isPublicAddress } from '../network/public-address.ts';
import type { DkimKey, DomainRecord, SendingDomain } from '../storage/tables/delivery.ts';
import { type Finding, parseVerdict, type Status } from './dns/verdict.ts';
import { keyRecordName } from './rules.ts';
import type { RecordState } from './watch/rules.ts';

/** A TXT record with the last check's result for its name. SPF and DMARC values are suggestions. */
export type DnsRecord = {
  purpose: Finding['purpose'];
  name: string;
  value: string;
  status: Status | 'unchecked';
  sentences: readonly Sentence[];
  /** When that was found, ms; null: never. */
  at: number | null;
  /** What the clock's last look found, when that does not count yet. */
  lately: Finding['lately'] | null;
  /** How it stands over time, and what it was when it was right; null: nobody has looked. */
  standing: { state: RecordState; since: number; was: string } | null;
};

type Around = { keys: readonly DkimKey[]; standings: readonly DomainRecord[]; relayHosts: readonly string[] };

/** A TXT record holds strings of at most this many bytes each (RFC 1035, section 3.3). */
const STRING_MAX = 255;

/** The records of a domain: its active and waiting keys, SPF, DMARC. */
export function recordsOf(domain: SendingDomain, { keys, standings, relayHosts }: Around): DnsRecord[] {
  const standing = (name: string) => {
    const row = standings.find((one) => one.name === name);
    return { standing: row ? { state: row.state as RecordState, since: row.since, was: row.seen } : null };
  };
  const dmarc = `_dmarc.${domain.name}`;
  const findings = parseVerdict(domain.verdict)?.findings ?? [];
  const used = keys.filter(({ status }) => status !== 'retired');
  return [
    ...used.map((key): DnsRecord => {
      const name = keyRecordName(key.selector, domain.name);
      const finding = findings.find((one) => one.name === name && one.publicKey === key.public_key);
      return { purpose: 'dkim', name, value: keyRecord(key), ...found(finding), ...standing(name) };
    }),
    {
      purpose: 'spf',
      name: domain.name,
      value: suggestedSpf(relayHosts),
      ...found(of('spf', findings)),
      ...standing(domain.name),
    },
    {
      purpose: 'dmarc',
      name: dmarc,
      value: suggestedDmarc(domain.name),
      ...found(of('dmarc', findings)),
      ...standing(dmarc),
    },
  ];
}

function of(purpose: Finding['purpose'], findings: readonly Finding[]): Finding | undefined {
  return findings.find((finding) => finding.purpose === purpose);
}

function found(finding: Finding | undefined): Pick<DnsRecord, 'status' | 'sentences' | 'at' | 'lately'> {
  if (!finding) return { status: 'unchecked', sentences: [say('dns-unchecked')], at: null, lately: null };
  const { status, sentences, at = null, lately = null } = finding;
  return { status, sentences, at, lately };
}

/** The DKIM record of a key (RFC 6376, section 3.6.1). */
export function keyRecord({ algorithm, public_key }: Pick<DkimKey, 'algorithm' | 'public_key'>): string {
  return `v=DKIM1; k=${algorithm.replace('-sha256', '')}; p=${public_key}`;
}

/** A record that lets the relays' hosts send, except internal relays, which receivers never see. */
export function suggestedSpf(relayHosts: readonly string[]): string {
  const terms = relayHosts
    .filter((host) => (isIP(host) ? isPublicAddress(host) : host.includes('.')))
    .map((host) => (isIPv4(host) ? `ip4:${host}` : isIPv6(host) ? `ip6:${host}` : `a:${host}`));
  return ['v=spf1', ...(terms.length > 0 ? terms : ['mx']), '~all'].join(' ');
}

/** A policy to begin with: refuses nothing and reports what happens. */
function suggestedDmarc(domain: string): string {
  return `v=DMARC1; p=none; rua=mailto:dmarc@${domain}`;
}

/** The value in zone file form: quoted strings of at most 255 bytes. */
export function asStrings(value: string): string {
  const strings: string[] = [];
  for (let from = 0; from < value.length; from += STRING_MAX) strings.push(`"${value.slice(from, from + STRING_MAX)}"`);
  return strings.join(' ');
}
