// Checks whether DNS has the public half of a key (RFC 6376, section 3.6.1; RFC 8463, section 4).
import type { KeyAlgorithm } from '../../mail/dkim/dkim.ts';
import { parsePublicText } from '../keys.ts';
import { keyRecordName } from '../rules.ts';
import type { Dns } from './lookup.ts';
import { parseTagList, type Tags } from './tag-list.ts';
import { type Finding, quoted, type Status, seenIn } from './verdict.ts';

export type PublishedKey = { selector: string; algorithm: KeyAlgorithm; publicKey: string };

/** Checks the record of one key. */
export async function checkKey(dns: Dns, domain: string, key: PublishedKey): Promise<Finding> {
  const name = keyRecordName(key.selector, domain);
  const result = (status: Status, text: string): Finding => {
    return { purpose: 'dkim', name, status, text, publicKey: key.publicKey, seen };
  };
  const answer = await dns.txt(name);
  const seen = seenIn(answer.kind === 'found' ? answer.values : []);
  if (answer.kind === 'failed') return result('unknown', `Could not be looked up: ${answer.reason}.`);
  if (answer.kind === 'absent') return result('missing', 'There is no TXT record at this name yet.');
  const [record = '', ...more] = answer.values;
  if (more.length > 0) {
    return result(
      'wrong',
      `There are ${more.length + 1} TXT records at this name; leave the one shown and remove the others.`,
    );
  }
  const { status, text } = judge(record, key);
  return result(status, text);
}

type Judgement = { status: Status; text: string };

/** Compares one record with a key. */
export function judge(record: string, { algorithm, publicKey }: PublishedKey): Judgement {
  const wrong = (text: string): Judgement => ({ status: 'wrong', text });
  const pasted = pastingFault(record);
  if (pasted) return wrong(pasted);
  const tags = parseTagList(record);
  if (typeof tags === 'string') return wrong(`The record is no DKIM key: ${tags}.`);
  const version = tags.get('v');
  if (version !== undefined && (version !== 'DKIM1' || [...tags.keys()][0] !== 'v')) {
    return wrong('The record is no DKIM key: v=DKIM1 must stand first in it.');
  }
  const published = tags.get('p')?.replace(/\s/g, '');
  if (published === undefined) return wrong(`The record is no DKIM key: it has no p= (${quoted(record)}).`);
  if (published === '') return wrong('The record revokes the key: its p= is empty.');
  return useFault(tags, algorithm) ?? compare(published, algorithm, publicKey) ?? soundness(tags, algorithm, publicKey);
}

/** Detects what DNS panels make of a value pasted with its quotation marks. */
function pastingFault(record: string): string | undefined {
  if (record.includes('"')) return 'The record holds quotation marks: paste the value without them.';
  return record.includes('\\') ? 'The record holds backslashes: paste the value without them.' : undefined;
}

function useFault(tags: Tags, algorithm: KeyAlgorithm): Judgement | undefined {
  const wrong = (text: string): Judgement => ({ status: 'wrong', text });
  const kind = tags.get('k') ?? 'rsa';
  const wanted = algorithm.replace('-sha256', '');
  if (kind !== wanted)
    return wrong(`The record is for a key of another kind: k=${wanted} is meant, it says ${quoted(kind)}.`);
  const hashes = tags
    .get('h')
    ?.split(':')
    .map((hash) => hash.trim());
  if (hashes && !hashes.includes('sha256')) return wrong('The record does not allow SHA-256: leave its h= out.');
  const services = tags
    .get('s')
    ?.split(':')
    .map((service) => service.trim());
  if (services && !services.includes('*') && !services.includes('email')) {
    return wrong('The record is not for email: leave its s= out.');
  }
  return undefined;
}

function compare(published: string, algorithm: KeyAlgorithm, publicKey: string): Judgement | undefined {
  if (published === publicKey) return undefined;
  const found = parsePublicText(algorithm, published);
  if (!found) return { status: 'wrong', text: 'What stands in p= is no public key: a part of it may be missing.' };
  const own = parsePublicText(algorithm, publicKey);
  if (own?.equals(found)) return undefined;
  return { status: 'wrong', text: 'The record holds another key than the one that signs here.' };
}

function soundness(tags: Tags, algorithm: KeyAlgorithm, publicKey: string): Judgement {
  const flags = tags
    .get('t')
    ?.split(':')
    .map((flag) => flag.trim());
  if (flags?.includes('y')) {
    return { status: 'weak', text: 'Found, and equal; but t=y says it is a test: receivers may ignore it.' };
  }
  const bits = algorithm === 'rsa-sha256' ? bitsOf(publicKey) : undefined;
  if (bits !== undefined && bits < 2048) {
    return { status: 'weak', text: `Found, and equal; but ${bits} bits are few: use a key of 2048 (RFC 8301).` };
  }
  return { status: 'good', text: 'Found, and it is the right key.' };
}

/** The size of an RSA key in bits. */
export function bitsOf(publicKey: string): number | undefined {
  return parsePublicText('rsa-sha256', publicKey)?.asymmetricKeyDetails?.modulusLength;
}
