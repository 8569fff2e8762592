// Return addresses: each message has its own, so that a returned mail identifies the message by
// itself (VERP). A token names message and purpose and is signed: an address with a changed
// character is invalid.
//
//   bounce+b<token>@example.com   envelope sender: bounces come here
//   bounce+u<token>@example.com   List-Unsubscribe mailto (RFC 2369)
//
// token = base32 (RFC 4648, lower case, because mail servers may fold the case of a local part) of
// one encrypted block (kernel/mac.ts): message, 6 bytes; purpose, 1 byte; zeros, 9 bytes. Purpose
// and zeros authenticate it with 80 bits, and the number stays secret. 26 characters have two bits
// to spare: only the spelling made here is accepted.
import { MAC_BLOCK, sealerOf } from '../../kernel/mac.ts';

/**
 * `address`: the mailbox (`bounce@example.com`, at most 32 characters before the @). `secret`: the
 * installation's.
 */
export type ReturnPath = { address: string; secret: string };

export type ReturnPurpose = 'bounce' | 'unsubscribe';

/** The purpose and message id of a return address. */
export type ReturnToken = { purpose: ReturnPurpose; messageId: number };

const LETTERS = { bounce: 'b', unsubscribe: 'u' } as const;

const MESSAGE_BYTES = 6;
const block = Buffer.alloc(MAC_BLOCK); // overwritten by each call; zeros fill it
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const PAIRS = Array.from({ length: 1024 }, (_, i) => `${ALPHABET[i >> 5]}${ALPHABET[i & 31]}`);

const sealer = (secret: string) => sealerOf(secret, 'mailwright return addresses');

function tokenOf(secret: string, purpose: ReturnPurpose, messageId: number): string {
  block.writeUIntBE(messageId, 0, MESSAGE_BYTES);
  block.write(LETTERS[purpose], MESSAGE_BYTES, 'latin1');
  return LETTERS[purpose] + base32(sealer(secret).seal(block));
}

/**
 * The return address of a message for a purpose: lower case, its local part at most 64 characters
 * (RFC 5321, 4.5.3.1.1).
 * @param messageId row id, below 2^48
 */
export function returnAddress(path: ReturnPath, purpose: ReturnPurpose, messageId: number): string {
  const at = path.address.lastIndexOf('@');
  return `${path.address.slice(0, at)}+${tokenOf(path.secret, purpose, messageId)}${path.address.slice(at)}`;
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
  const content = sealer(path.secret).open(unbase32(named));
  const isOurs =
    content[MESSAGE_BYTES] === letter.charCodeAt(0) && content.subarray(MESSAGE_BYTES + 1).every((byte) => byte === 0);
  return isOurs ? { purpose, messageId: content.readUIntBE(0, MESSAGE_BYTES) } : undefined;
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
