// Return addresses: each message has its own, so that a returned mail identifies the message by
// itself (VERP). A token names message and purpose and is signed: an address with a changed
// character is invalid.
//
//   bounce+b<token>@example.com   envelope sender: bounces come here
//   bounce+u<token>@example.com   List-Unsubscribe mailto (RFC 2369)
//
// token = base32 (RFC 4648, lower case, because mail servers may fold the case of a local part) of
// one sealed block (kernel/mac.ts): campaign, 6 bytes; recipient, 5 bytes with a sign (negative for
// transactional emails); purpose, 1 byte; zeros, 4 bytes. Purpose and zeros sign it, 40 bits, and
// nobody reads the numbers. 26 characters have two bits to spare: only the spelling that we make
// counts.
import { isMarked, MAC_BLOCK, sealerOf, sealersOf } from '../../kernel/mac.ts';

/**
 * `address`: the mailbox (`bounce@example.com`, at most 32 characters before the @). `secret`: the
 * installation's.
 */
export type ReturnPath = { address: string; secret: string };

export type ReturnPurpose = 'bounce' | 'unsubscribe';

/** A message: one campaign (below 2^48) to one recipient (within 2^39). */
export type ReturnName = { readonly campaignId: number; readonly subscriberId: number };

/** What a return address names. */
export type ReturnToken = ReturnName & { purpose: ReturnPurpose };

const LETTERS = { bounce: 'b', unsubscribe: 'u' } as const;

const CAMPAIGN_BYTES = 6;
const RECIPIENT_BYTES = 5;
const NAME_BYTES = CAMPAIGN_BYTES + RECIPIENT_BYTES;
const block = Buffer.alloc(MAC_BLOCK); // overwritten by each call; zeros fill it
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const PAIRS = Array.from({ length: 1024 }, (_, i) => `${ALPHABET[i >> 5]}${ALPHABET[i & 31]}`);

const CONTEXT = 'mailwright return addresses';
const sealer = (secret: string) => sealerOf(secret, CONTEXT);

function tokenOf(secret: string, purpose: ReturnPurpose, { campaignId, subscriberId }: ReturnName): string {
  block.writeUIntBE(campaignId, 0, CAMPAIGN_BYTES);
  block.writeIntBE(subscriberId, CAMPAIGN_BYTES, RECIPIENT_BYTES);
  block.write(LETTERS[purpose], NAME_BYTES, 'latin1');
  return LETTERS[purpose] + base32(sealer(secret).seal(block));
}

/**
 * The return address of a message for a purpose: lower case, the local part at most 64 characters
 * (RFC 5321, 4.5.3.1.1).
 */
export function returnAddress(path: ReturnPath, purpose: ReturnPurpose, message: ReturnName): string {
  const at = path.address.lastIndexOf('@');
  return `${path.address.slice(0, at)}+${tokenOf(path.secret, purpose, message)}${path.address.slice(at)}`;
}

const TOKEN = /^([bu])([a-z2-7]{25}[aeimquy4])$/; // the last character has three bits of the block

/**
 * Parses a return address in any case; undefined when this path did not make exactly that address.
 */
export function parseReturnAddress(path: ReturnPath, address: string): ReturnToken | undefined {
  const at = path.address.lastIndexOf('@');
  const start = `${path.address.slice(0, at)}+`.toLowerCase();
  const end = path.address.slice(at).toLowerCase();
  // Only ASCII letters are folded: toLowerCase would turn the Kelvin sign into a k.
  const given = address.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  if (!given.startsWith(start) || !given.endsWith(end) || given.length < start.length + end.length) return undefined;
  const [, letter, named = ''] = TOKEN.exec(given.slice(start.length, given.length - end.length)) ?? [];
  if (letter === undefined) return undefined;
  const purpose = letter === LETTERS.bounce ? 'bounce' : 'unsubscribe';
  for (const { open } of sealersOf(path.secret, CONTEXT)) {
    const content = open(unbase32(named));
    if (!isMarked(content, NAME_BYTES, letter.charCodeAt(0))) continue;
    const subscriberId = content.readIntBE(CAMPAIGN_BYTES, RECIPIENT_BYTES);
    return { purpose, campaignId: content.readUIntBE(0, CAMPAIGN_BYTES), subscriberId };
  }
  return undefined;
}

/** Base32 of a block: three groups of five bytes, and one byte. */
function base32(bytes: Buffer): string {
  let text = '';
  for (let i = 0; i + 5 <= bytes.length; i += 5) {
    const high = bytes.readUIntBE(i, 2) * 16 + (bytes.readUInt8(i + 2) >> 4); // 20 bits
    const low = bytes.readUIntBE(i + 2, 3) & 0xfffff; // 20 bits
    text += `${PAIRS[high >> 10]}${PAIRS[high & 1023]}${PAIRS[low >> 10]}${PAIRS[low & 1023]}`;
  }
  return text + PAIRS[(bytes[MAC_BLOCK - 1] ?? 0) << 2];
}

function unbase32(text: string): Buffer {
  const bytes = Buffer.alloc(MAC_BLOCK);
  let bits = 0;
  let at = 0;
  for (const [i, character] of [...text].entries()) {
    bits = ((bits << 5) | ALPHABET.indexOf(character)) & 0xfff;
    if ((i * 5) % 8 < 3) continue; // fewer than eight characters are present
    bytes[at] = bits >> ((i * 5 + 5) % 8);
    at += 1;
  }
  return bytes;
}
