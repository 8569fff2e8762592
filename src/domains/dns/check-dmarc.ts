// Checks the domain's DMARC policy, and what it requires of our signatures (RFC 7489).
import { type Sentence, say } from '../../kernel/sentences/sentence.ts';
import type { Answer, Dns } from './lookup.ts';
import { parseTagList, type Tags } from './tag-list.ts';
import { type Finding, type Judgement, judged, seenIn, shown } from './verdict.ts';

const POLICIES = ['none', 'quarantine', 'reject'];

/** Finds the policy at the domain, then at its parents down to two labels. */
export async function checkDmarc(dns: Dns, domain: string): Promise<Finding> {
  const name = `_dmarc.${domain}`;
  const result = (judgement: Judgement): Finding => ({ purpose: 'dmarc', name, ...judgement, seen });
  let seen = '';
  let other: string | undefined; // of the domain: receivers pass it over (RFC 7489, section 6.6.3)
  for (let at = domain; ; at = at.slice(at.indexOf('.') + 1)) {
    const answer = await dns.txt(`_dmarc.${at}`);
    if (answer.kind === 'failed') return result(judged('unknown', answer.why));
    const records = dmarcRecords(answer);
    seen ||= seenIn(records);
    if (records.length > 1) {
      return result(judged('wrong', say('dmarc-many', { count: records.length, name: `_dmarc.${at}` })));
    }
    const [record] = records;
    if (record !== undefined) return result(judgePolicy(record, { domain, at }));
    if (at === domain && answer.kind === 'found') other = answer.values[0];
    if (at.split('.').length <= 2) break;
  }
  if (other !== undefined) return result(judged('wrong', say('dmarc-version', { record: shown(other) })));
  return result(judged('missing', say('dmarc-missing')));
}

function dmarcRecords(answer: Answer): string[] {
  return answer.kind === 'found'
    ? answer.values.filter((record) => /^v[ \t]*=[ \t]*DMARC1[ \t]*(;|$)/.test(record))
    : [];
}

/** Judges a policy. @param place.at the record's domain: the domain itself or a parent */
function judgePolicy(record: string, { domain, at }: { domain: string; at: string }): Judgement {
  const parsed = parseTagList(record);
  if ('fault' in parsed) return judged('wrong', say('dmarc-unreadable'), parsed.fault);
  const { tags } = parsed;
  const faults = policyFaults(tags);
  if (faults.length > 0) return judged('wrong', say('dmarc-wrong'), ...faults);
  const inherited = at !== domain;
  const policy = (inherited ? tags.get('sp') : undefined) ?? tags.get('p') ?? '';
  const percent = tags.get('pct') ?? '100';
  const addresses = tags.get('rua');
  const sentences = [inherited ? say('dmarc-inherited', { domain: at, policy }) : say('dmarc-found', { policy })];
  if (policy.toLowerCase() === 'none') sentences.push(say('dmarc-watches'));
  if (percent !== '100') sentences.push(say('dmarc-share', { percent }));
  sentences.push(
    addresses === undefined ? say('dmarc-no-reports') : say('dmarc-reports', { addresses: shown(addresses) }),
  );
  if (tags.get('adkim') === 's') sentences.push(say('dmarc-strict', { domain }));
  return judged('good', ...sentences);
}

function policyFaults(tags: Tags): Sentence[] {
  const faults: Sentence[] = [];
  const isPolicy = (text: string | undefined) => text !== undefined && POLICIES.includes(text.toLowerCase());
  if (!isPolicy(tags.get('p'))) faults.push(say('dmarc-bad-policy', { tag: 'p' }));
  if (tags.has('sp') && !isPolicy(tags.get('sp'))) faults.push(say('dmarc-bad-policy', { tag: 'sp' }));
  for (const tag of ['adkim', 'aspf']) {
    if (tags.has(tag) && !/^[rs]$/i.test(tags.get(tag) ?? '')) faults.push(say('dmarc-bad-alignment', { tag }));
  }
  const percent = tags.get('pct');
  if (percent !== undefined && !(/^\d{1,3}$/.test(percent) && Number(percent) <= 100)) {
    faults.push(say('dmarc-bad-share'));
  }
  for (const tag of ['rua', 'ruf']) {
    const addresses = tags.get(tag)?.split(',') ?? [];
    if (!addresses.every((address) => /^[a-z][a-z0-9+.-]*:\S+$/i.test(address.trim()))) {
      faults.push(say('dmarc-bad-addresses', { tag }));
    }
  }
  return faults;
}
