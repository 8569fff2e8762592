// A DKIM verifier written from RFC 6376 (sections 3.4, 3.5, 5.4.2 and 6.1) and RFC 8463,
// independently of the code that signs: supports all four canonicalizations, works on bytes, and is
// not optimized.
import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';

/** The TXT record of `<selector>._domainkey.<domain>`, or undefined. */
export type KeyRecords = (name: string) => string | undefined;

export type SignatureVerdict = { result: 'pass' | 'fail'; reason: string; tags: Map<string, string> };

type Field = { name: string; raw: string };

/** Verifies every DKIM-Signature of a message, from the top. */
export function verifyDkim(message: Uint8Array, records: KeyRecords): SignatureVerdict[] {
  const text = Buffer.from(message).toString('latin1'); // one character a byte
  const end = text.indexOf('\r\n\r\n');
  const head = end === -1 ? text : text.slice(0, end + 2);
  const body = end === -1 ? '' : text.slice(end + 4);
  const fields = fieldsOf(head);
  return fields
    .filter(({ name }) => name.toLowerCase() === 'dkim-signature')
    .map((signature) => {
      const tags = tagList(signature.raw.slice(signature.raw.indexOf(':') + 1));
      if (tags === undefined) return { result: 'fail', reason: 'tag syntax', tags: new Map() };
      const reason = fault(signature, tags, fields, body, records);
      return { result: reason === undefined ? 'pass' : 'fail', reason: reason ?? '', tags };
    });
}

function fault(
  signature: Field,
  tags: Map<string, string>,
  fields: Field[],
  body: string,
  records: KeyRecords,
): string | undefined {
  for (const tag of ['v', 'a', 'b', 'bh', 'd', 'h', 's']) if (!tags.get(tag)) return `tag ${tag} is missing`;
  if (tags.get('v') !== '1') return 'version';
  const algorithm = tags.get('a');
  if (algorithm !== 'rsa-sha256' && algorithm !== 'ed25519-sha256') return 'algorithm';
  const [headerForm = 'simple', bodyForm = 'simple'] = (tags.get('c') ?? 'simple/simple').split('/');
  const names = (tags.get('h') ?? '').split(':').map((name) => name.replace(/[ \t\r\n]/g, '').toLowerCase());
  if (!names.includes('from')) return 'From is not signed';

  const hashed = createHash('sha256').update(canonicalBody(body, bodyForm), 'latin1').digest('base64');
  if (hashed !== withoutSpace(tags.get('bh'))) return 'body hash';

  const taken = new Map<string, number>();
  let signed = '';
  for (const name of names) {
    const same = fields.filter((field) => field.name.toLowerCase() === name).reverse();
    const at = taken.get(name) ?? 0;
    taken.set(name, at + 1);
    const field = same[at];
    if (field) signed += `${canonicalField(field, headerForm)}\r\n`;
  }
  signed += canonicalField({ name: signature.name, raw: withEmptyB(signature.raw) }, headerForm);

  const record = records(`${tags.get('s')}._domainkey.${tags.get('d')}`);
  if (record === undefined) return 'no key';
  const key = publicKey(record, algorithm);
  if (typeof key === 'string') return key;
  const bytes = Buffer.from(signed, 'latin1');
  const value = Buffer.from(withoutSpace(tags.get('b')), 'base64');
  const holds =
    algorithm === 'rsa-sha256'
      ? verify('sha256', bytes, key, value)
      : verify(null, createHash('sha256').update(bytes).digest(), key, value);
  return holds ? undefined : 'signature';
}

/** Parses the key record (section 3.6.1; RFC 8463, section 4). */
function publicKey(record: string, algorithm: string): KeyObject | string {
  const tags = tagList(record);
  if (tags === undefined) return 'key syntax';
  if ((tags.get('v') ?? 'DKIM1') !== 'DKIM1') return 'key version';
  if (`${tags.get('k') ?? 'rsa'}-sha256` !== algorithm) return 'key type';
  const bytes = Buffer.from(withoutSpace(tags.get('p')), 'base64');
  if (bytes.length === 0) return 'key revoked';
  if (algorithm === 'rsa-sha256') return createPublicKey({ key: bytes, format: 'der', type: 'spki' });
  if (bytes.length !== 32) return 'key length';
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') }, format: 'jwk' });
}

/** Header fields with their folding, without their final CRLF. */
function fieldsOf(head: string): Field[] {
  const fields: Field[] = [];
  for (const line of head.slice(0, -2).split('\r\n')) {
    const last = fields.at(-1);
    if (/^[ \t]/.test(line) && last) last.raw += `\r\n${line}`;
    else fields.push({ name: line.slice(0, line.indexOf(':')).replace(/[ \t]+$/, ''), raw: line });
  }
  return fields;
}

/** Canonicalizes a header field (sections 3.4.1 and 3.4.2). */
export function canonicalField({ name, raw }: Field, form: string): string {
  if (form === 'simple') return raw;
  const value = raw.slice(raw.indexOf(':') + 1);
  const unfolded = value.replace(/\r\n(?=[ \t])/g, '');
  return `${name.toLowerCase()}:${unfolded.replace(/[ \t]+/g, ' ').replace(/^[ \t]+|[ \t]+$/g, '')}`;
}

/** Canonicalizes a body (sections 3.4.3 and 3.4.4). */
export function canonicalBody(body: string, form: string): string {
  let lines = body.split('\r\n');
  if (lines.at(-1) === '') lines.pop(); // the text after the last CRLF
  if (form === 'relaxed') lines = lines.map((line) => line.replace(/[ \t]+/g, ' ').replace(/ $/, ''));
  while (lines.at(-1) === '') lines.pop();
  if (lines.length === 0) return form === 'relaxed' ? '' : '\r\n';
  return `${lines.join('\r\n')}\r\n`;
}

/** Parses a tag list (section 3.2); undefined when it is invalid or a tag occurs twice. */
function tagList(text: string): Map<string, string> | undefined {
  const tags = new Map<string, string>();
  const parts = text.replace(/\r\n(?=[ \t])/g, '').split(';');
  if (parts.at(-1)?.trim() === '') parts.pop();
  for (const part of parts) {
    const found = /^[ \t]*([A-Za-z][A-Za-z0-9_]*)[ \t]*=[ \t]*([\s\S]*?)[ \t]*$/.exec(part);
    if (!found || tags.has(found[1] ?? '')) return undefined;
    tags.set(found[1] ?? '', found[2] ?? '');
  }
  return tags;
}

/** Replaces the value of b= with the empty text; nothing else changes (section 3.5). */
function withEmptyB(raw: string): string {
  return raw.replace(/((?:^DKIM-Signature[ \t]*:|;)[ \t\r\n]*b[ \t\r\n]*=)[^;]*/i, '$1');
}

function withoutSpace(text: string | undefined): string {
  return (text ?? '').replace(/[ \t\r\n]/g, '');
}
