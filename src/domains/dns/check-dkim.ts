// Checks whether DNS has the public half of a key (RFC 6376, section 3.6.1; RFC 8463, section 4).
import { say } from '../../kernel/sentences/sentence.ts';
import type { KeyAlgorithm } from '../../mail/dkim/dkim.ts';
import { parsePublicText } from '../keys.ts';
import { keyRecordName } from '../rules.ts';
import type { Answer, Dns } from './lookup.ts';
import { parseTagList, type Tags } from './tag-list.ts';
import { type Finding, type Judgement, judged, seenIn, shown } from './verdict.ts';

export type PublishedKey = { selector: string; algorithm: KeyAlgorithm; publicKey: string };

/** Checks the record of one key. */
export async function checkKey(dns: Dns, domain: string, key: PublishedKey): Promise<Finding> {
  const name = keyRecordName(key.selector, domain);
  const answer = await dns.txt(name);
  const seen = seenIn(answer.kind === 'found' ? answer.values : []);
  return { purpose: 'dkim', name, ...judgeAnswer(answer, key), publicKey: key.publicKey, seen };
}

function judgeAnswer(answer: Answer, key: PublishedKey): Judgement {
  if (answer.kind === 'failed') return judged('unknown', answer.why);
  if (answer.kind === 'absent') return judged('missing', say('dkim-missing'));
  const [record = '', ...more] = answer.values;
  return more.length > 0 ? judged('wrong', say('dkim-many', { count: more.length + 1 })) : judge(record, key);
}

/** Compares one record with a key. */
function judge(record: string, { algorithm, publicKey }: PublishedKey): Judgement {
  // What DNS panels make of a value that was pasted with its quotation marks.
  if (record.includes('"')) return judged('wrong', say('dkim-quotation-marks'));
  if (record.includes('\\')) return judged('wrong', say('dkim-backslashes'));
  const parsed = parseTagList(record);
  if ('fault' in parsed) return judged('wrong', say('dkim-unreadable'), parsed.fault);
  const { tags } = parsed;
  const version = tags.get('v');
  if (version !== undefined && (version !== 'DKIM1' || [...tags.keys()][0] !== 'v')) {
    return judged('wrong', say('dkim-version'));
  }
  const published = tags.get('p')?.replace(/\s/g, '');
  if (published === undefined) return judged('wrong', say('dkim-no-key', { record: shown(record) }));
  if (published === '') return judged('wrong', say('dkim-revoked'));
  return useFault(tags, algorithm) ?? compare(published, algorithm, publicKey) ?? soundness(tags, algorithm, publicKey);
}

function useFault(tags: Tags, algorithm: KeyAlgorithm): Judgement | undefined {
  const kind = tags.get('k') ?? 'rsa';
  const wanted = algorithm.replace('-sha256', '');
  if (kind !== wanted) return judged('wrong', say('dkim-other-kind', { wanted, found: shown(kind) }));
  const hashes = tags
    .get('h')
    ?.split(':')
    .map((hash) => hash.trim());
  if (hashes && !hashes.includes('sha256')) return judged('wrong', say('dkim-no-sha256'));
  const services = tags
    .get('s')
    ?.split(':')
    .map((service) => service.trim());
  if (services && !services.includes('*') && !services.includes('email')) {
    return judged('wrong', say('dkim-not-for-email'));
  }
  return undefined;
}

function compare(published: string, algorithm: KeyAlgorithm, publicKey: string): Judgement | undefined {
  if (published === publicKey) return undefined;
  const found = parsePublicText(algorithm, published);
  if (!found) return judged('wrong', say('dkim-garbled'));
  const own = parsePublicText(algorithm, publicKey);
  if (own?.equals(found)) return undefined;
  return judged('wrong', say('dkim-other-key'));
}

function soundness(tags: Tags, algorithm: KeyAlgorithm, publicKey: string): Judgement {
  const flags = tags
    .get('t')
    ?.split(':')
    .map((flag) => flag.trim());
  if (flags?.includes('y')) return judged('weak', say('dkim-testing'));
  const bits = algorithm === 'rsa-sha256' ? bitsOf(publicKey) : undefined;
  if (bits !== undefined && bits < 2048) return judged('weak', say('dkim-short', { bits }));
  return judged('good', say('dkim-good'));
}

/** The size of an RSA key in bits. */
export function bitsOf(publicKey: string): number | undefined {
  return parsePublicText('rsa-sha256', publicKey)?.asymmetricKeyDetails?.modulusLength;
}
