// Checks the domain's DMARC policy, and what it requires of our signatures (RFC 7489).
import type { Answer, Dns } from './lookup.ts';
import { parseTagList, type Tags } from './tag-list.ts';
import { type Finding, quoted, type Status, seenIn } from './verdict.ts';

const POLICIES = ['none', 'quarantine', 'reject'];

/** Finds the policy at the domain, then at its parents down to two labels. */
export async function checkDmarc(dns: Dns, domain: string): Promise<Finding> {
  const name = `_dmarc.${domain}`;
  const result = (status: Status, text: string): Finding => ({ purpose: 'dmarc', name, status, text, seen });
  let seen = '';
  for (let at = domain; ; at = at.slice(at.indexOf('.') + 1)) {
    const answer = await dns.txt(`_dmarc.${at}`);
    if (answer.kind === 'failed') return result('unknown', `Could not be looked up: ${answer.reason}.`);
    const records = dmarcRecords(answer);
    seen ||= seenIn(records);
    if (records.length > 1) {
      return result('wrong', `There are ${records.length} DMARC records at _dmarc.${at}: receivers ignore them all.`);
    }
    const [record] = records;
    if (record !== undefined) {
      const { status, text } = judgePolicy(record, { domain, at });
      return result(status, text);
    }
    if (at === domain && answer.kind === 'found') {
      return result('wrong', `The record does not begin with v=DMARC1: ${quoted(answer.values[0] ?? '')}.`);
    }
    if (at.split('.').length <= 2) break;
  }
  return result('missing', 'There is no DMARC record; the large receivers expect one, p=none at least.');
}

function dmarcRecords(answer: Answer): string[] {
  return answer.kind === 'found'
    ? answer.values.filter((record) => /^v[ \t]*=[ \t]*DMARC1[ \t]*(;|$)/.test(record))
    : [];
}

/** Judges a policy. @param place.at the record's domain: the domain itself or a parent */
export function judgePolicy(
  record: string,
  { domain, at }: { domain: string; at: string },
): { status: Status; text: string } {
  const tags = parseTagList(record);
  if (typeof tags === 'string') return { status: 'wrong', text: `The DMARC record cannot be read: ${tags}.` };
  const faults = policyFaults(tags);
  if (faults.length > 0) return { status: 'wrong', text: `The DMARC record is wrong: ${faults.join('; ')}.` };
  const inherited = at !== domain;
  const policy = (inherited ? tags.get('sp') : undefined) ?? tags.get('p') ?? '';
  const sentences = [
    inherited ? `The policy of ${at} stands for it: ${policy}.` : `Found, policy ${policy}.`,
    policy.toLowerCase() === 'none' ? 'It watches only; quarantine or reject protect the domain from forgers.' : '',
    tags.get('pct') !== undefined && tags.get('pct') !== '100'
      ? `It counts for ${tags.get('pct')} % of the mails.`
      : '',
    tags.has('rua') ? `Reports go to ${quoted(tags.get('rua') ?? '')}.` : 'Nobody gets reports: add rua=mailto:….',
    tags.get('adkim') === 's' ? `Strict alignment: only mails from exactly ${domain} count as signed by it.` : '',
  ];
  return { status: 'good', text: sentences.filter((sentence) => sentence !== '').join(' ') };
}

function policyFaults(tags: Tags): string[] {
  const faults: string[] = [];
  const isPolicy = (text: string | undefined) => text !== undefined && POLICIES.includes(text.toLowerCase());
  if (!isPolicy(tags.get('p'))) faults.push('p= must be none, quarantine or reject');
  if (tags.has('sp') && !isPolicy(tags.get('sp'))) faults.push('sp= must be none, quarantine or reject');
  for (const name of ['adkim', 'aspf']) {
    if (tags.has(name) && !/^[rs]$/i.test(tags.get(name) ?? '')) faults.push(`${name}= must be r or s`);
  }
  const percent = tags.get('pct');
  if (percent !== undefined && !(/^\d{1,3}$/.test(percent) && Number(percent) <= 100)) {
    faults.push('pct= must be a number from 0 to 100');
  }
  for (const name of ['rua', 'ruf']) {
    const addresses = tags.get(name)?.split(',') ?? [];
    if (!addresses.every((address) => /^[a-z][a-z0-9+.-]*:\S+$/i.test(address.trim()))) {
      faults.push(`${name}= must hold addresses such as mailto:reports@example.com`);
    }
  }
  return faults;
}
