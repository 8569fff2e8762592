// The mailbox for returned mail, as the setting writes it.

/**
 * Reads the address. The local part must be short: a plus sign and a token of 25 characters are
 * added to it (RFC 5321: 64 octets in all).
 */
export function parseReturnMailbox(text: string): string {
  if (!/^[a-z0-9][a-z0-9._-]{0,31}@[a-z0-9-]+(?:\.[a-z0-9-]+)*$/i.test(text)) {
    throw new Error(`"${text}" is not an address like bounce@example.com (at most 32 plain characters before the @).`);
  }
  return text.toLowerCase();
}
