// Describes a sending domain for people: the records to publish, and their state in DNS. The same
// text for command and interface.
import { formatCalendarTime } from '../kernel/clock.ts';
import { type Sentence, say, textOf } from '../kernel/sentences/sentence.ts';
import type { DkimKey, DomainRecord, SendingDomain } from '../storage/tables/delivery.ts';
import { type Status, worstOf } from './dns/verdict.ts';
import { asStrings, type DnsRecord, recordsOf } from './records.ts';

/** A domain with its keys, records and last check. */
export type DomainView = {
  domain: SendingDomain;
  keys: readonly DkimKey[];
  records: readonly DnsRecord[];
  /** The worst status of its records. */
  status: Status | 'unchecked';
};

/** Messages already sent may be verified for this long after their key was retired. */
const RECORD_KEPT_MS = 7 * 24 * 3600_000;

/** Combines the domain, its keys and its last check. */
export function viewOf(
  domain: SendingDomain,
  {
    keys,
    standings,
    relayHosts,
  }: { keys: readonly DkimKey[]; standings: readonly DomainRecord[]; relayHosts: readonly string[] },
): DomainView {
  const records = recordsOf(domain, { keys, standings, relayHosts });
  return { domain, keys, records, status: worstOf(records.map(({ status }) => status)) };
}

/** What DNS lacks: of each record which it is, and what was found. */
export function faultsOf({ records }: DomainView): Sentence[] {
  const wrong = records.filter(({ status }) => status !== 'good' && status !== 'unchecked');
  return wrong.flatMap(({ purpose, sentences }) => [say('record-is', { record: purpose.toUpperCase() }), ...sentences]);
}

/** The view as text of several lines; times in UTC. */
export function describeDomain({ domain, keys, records, status }: DomainView): string {
  const checked = domain.checked_at === null ? '' : ` (checked ${formatCalendarTime(domain.checked_at)} UTC)`;
  const blocks = [
    [`${domain.name}: ${status === 'unchecked' ? 'not checked yet' : status}${checked}`, ...keys.map(keyLine)],
    ...records.map(recordLines),
    ['Name servers of some panels want the value in one piece and without quotation marks.'],
  ];
  return blocks.map((lines) => lines.join('\n')).join('\n\n');
}

function keyLine({ selector, algorithm, status, retired_at: retiredAt }: DkimKey): string {
  const key = `Key ${selector} (${algorithm})`;
  if (status === 'active') return `${key} signs.`;
  if (status === 'next') return `${key} signs as soon as a check has found the records of all new keys.`;
  const at = retiredAt ?? 0;
  const until = formatCalendarTime(at + RECORD_KEPT_MS).slice(0, 10);
  return `${key} is retired since ${formatCalendarTime(at)} UTC; leave its record in DNS until ${until}.`;
}

function recordLines({ purpose, name, value, status, sentences }: DnsRecord): string[] {
  const title = `${purpose.toUpperCase()}, ${status}: ${textOf(sentences)}`;
  if (purpose !== 'dkim' && (status === 'good' || status === 'unknown')) return [title];
  const advice = purpose === 'dkim' ? [] : [adviceOf(purpose, status)];
  return [title, ...advice, `  Name:  ${name}`, '  Type:  TXT', `  Value: ${asStrings(value)}`];
}

function adviceOf(purpose: 'spf' | 'dmarc', status: DnsRecord['status']): string {
  if (purpose === 'dmarc') return '  A record to begin with; put in an address that somebody reads:';
  if (status === 'missing') return '  A record that lets your relays send:';
  return '  A record that lets your relays send; join it with the one you have, there must be one only:';
}
