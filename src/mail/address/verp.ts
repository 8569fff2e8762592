// Return addresses: each message has its own, so that whatever comes back names the message by itself (VERP). A token
// names message and purpose and is signed: an address with a changed character is no address of ours.
//
//   bounce+b<token>@example.com   envelope sender: bounces come here
//   bounce+u<token>@example.com   List-Unsubscribe mailto (RFC 2369)
//
// token = base32 (RFC 4648, lower case, because mail servers may fold the case of a local part) of the message, 6 bytes,
// and the first 72 bits of the signature of (message, purpose), one block (kernel/mac.ts). 15 bytes are whole base32
// groups, so that every token has exactly one spelling besides its case.
import { equalInConstantTime } from '../../kernel/ids.ts';
import { formerMac, MAC_BLOCK, macOf } from '../../kernel/mac.ts';

/** `address` is the mailbox (`bounce@example.com`, at most 32 characters before the @), `secret` the installation's. */
export type ReturnPath = { address: string; secret: string };

export type ReturnPurpose = 'bounce' | 'unsubscribe';

/** What a return address names. */
export type ReturnToken = { purpose: ReturnPurpose; messageId: number };

const LETTERS = { bounce: 'b', unsubscribe: 'u' } as const;

const MESSAGE_BYTES = 6;
const TOKEN_BYTES = 15; // 6 of the message, 9 of the signature
const block = Buffer.alloc(MAC_BLOCK); // both overwritten by each call
const token = Buffer.alloc(TOKEN_BYTES);
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const PAIRS = Array.from({ length: 1024 }, (_, i) => `${ALPHABET[i >> 5]}${ALPHABET[i & 31]}`);

function sign(secret: string, purpose: ReturnPurpose, messageId: number): string {
  block.writeUIntBE(messageId, 0, MESSAGE_BYTES);
  block.write(LETTERS[purpose], MESSAGE_BYTES, 'latin1');
  block.copy(token, 0, 0, MESSAGE_BYTES);
  macOf(secret, 'mailwright return addresses')(block).copy(token, MESSAGE_BYTES);
  return LETTERS[purpose] + base32(token);
}

/** As in mails that went out before. */
function formerSign(secret: string, purpose: ReturnPurpose, messageId: number): string {
  const content = Buffer.alloc(1 + MESSAGE_BYTES);
  content.write(LETTERS[purpose], 0, 'latin1');
  content.writeUIntBE(messageId, 1, MESSAGE_BYTES);
  content.copy(token, 0, 1);
  formerMac(secret, 'mailwright return addresses 1', content).copy(token, MESSAGE_BYTES);
  return LETTERS[purpose] + base32(token);
}

/**
 * The return address of a message for a purpose: lower case, the local part at most 64 characters (RFC 5321, 4.5.3.1.1).
 * @param messageId row id, below 2^48
 */
export function returnAddress(path: ReturnPath, purpose: ReturnPurpose, messageId: number): string {
  const at = path.address.lastIndexOf('@');
  return `${path.address.slice(0, at)}+${sign(path.secret, purpose, messageId)}${path.address.slice(at)}`;
}

const TOKEN = /^([bu])([a-z2-7]{24})$/;

/** What a return address names, in any case; undefined when it is not exactly an address that this path made. */
export function readReturnAddress(path: ReturnPath, address: string): ReturnToken | undefined {
  const at = path.address.lastIndexOf('@');
  const start = `${path.address.slice(0, at)}+`.toLowerCase();
  const end = path.address.slice(at).toLowerCase();
  // Only ASCII letters fold: toLowerCase would make a k of the Kelvin sign.
  const given = address.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  if (!given.startsWith(start) || !given.endsWith(end) || given.length < start.length + end.length) return undefined;
  const token = given.slice(start.length, given.length - end.length);
  const [, letter, named = ''] = TOKEN.exec(token) ?? [];
  if (letter === undefined) return undefined;
  const purpose = letter === LETTERS.bounce ? 'bounce' : 'unsubscribe';
  const messageId = firstNumber(named);
  const isOurs = [sign, formerSign].some((made) => equalInConstantTime(made(path.secret, purpose, messageId), token));
  return isOurs ? { purpose, messageId } : undefined;
}

function base32(bytes: Buffer): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 5) {
    const high = bytes.readUIntBE(i, 2) * 16 + (bytes.readUInt8(i + 2) >> 4); // 20 bits
    const low = bytes.readUIntBE(i + 2, 3) & 0xfffff; // 20 bits
    text += `${PAIRS[high >> 10]}${PAIRS[high & 1023]}${PAIRS[low >> 10]}${PAIRS[low & 1023]}`;
  }
  return text;
}

/** The number in the first 48 bits of a base32 text. */
function firstNumber(text: string): number {
  let number = 0;
  for (const character of text.slice(0, 9)) number = number * 32 + ALPHABET.indexOf(character); // 45 bits
  return number * 8 + (ALPHABET.indexOf(text.charAt(9)) >> 2);
}
