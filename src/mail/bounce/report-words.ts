// What the words of a report say beyond its rules: bytes that Exim writes as octal numbers, and
// whose host it is that cannot be found.
import { domainToASCII } from 'node:url';

/** Bytes beyond ASCII one after the other, as Exim writes them (string_printing). */
const OCTAL_BYTES = /(?:\\[2-3][0-7]{2})+/g;

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** The text with `Empf\303\244nger` as `Empfänger`; what is not UTF-8 stays. */
export function withoutOctal(text: string): string {
  return text.replace(OCTAL_BYTES, (escapes) => {
    const bytes = escapes
      .slice(1)
      .split('\\')
      .map((octal) => Number.parseInt(octal, 8));
    try {
      return UTF8.decode(Uint8Array.from(bytes));
    } catch {
      return escapes;
    }
  });
}

/** Data: where a mail server names the host that it looked for. */
const LOOKED_FOR: readonly RegExp[] = [
  /\bname service error for\s{1,20}name=([^\s:;,<>]{1,255})/i, // Postfix
  /\(name server: ([^\s:;,<>()]{1,255}): [^()]{0,40}not found\)/i, // sendmail
];

/**
 * Whether the host that was not found is another one than the recipient's: that of a relay behind
 * ours, which somebody has written wrongly. Then no address is to blame; otherwise a whole list
 * would be suppressed.
 * @param addresses of the recipient, as the report and the mail name them; absent: unknown
 */
export function isOtherHost(text: string, addresses: readonly (string | undefined)[]): boolean {
  const [found] = LOOKED_FOR.flatMap((pattern) => pattern.exec(text)?.[1] ?? []);
  const domains = addresses.flatMap((address) =>
    address ? [nameOf(address.slice(address.lastIndexOf('@') + 1))] : [],
  );
  if (found === undefined || domains.length === 0) return false;
  const host = nameOf(found);
  return !domains.some((domain) => host === domain || host.endsWith(`.${domain}`));
}

function nameOf(host: string): string {
  const name = host.toLowerCase().replace(/\.$/, '');
  return domainToASCII(name) || name;
}
