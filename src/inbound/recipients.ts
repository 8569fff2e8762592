// Whom the server for returned mail takes mail for. Pure.
import { domainToASCII } from 'node:url';
import { type ReturnPath, readReturnAddress } from '../mail/address/verp.ts';

/**
 * Whether mail for an address is taken: a signed return address; the bare one, where feedback reports are addressed to
 * and where mail servers that don't keep to envelopes answer; and postmaster of its domain (RFC 5321, section 4.5.1).
 */
export function isReturnRecipient(path: ReturnPath, address: string): boolean {
  if (readReturnAddress(path, address)) return true;
  const own = path.address.toLowerCase();
  const folded = address.toLowerCase();
  return folded === own || folded === `postmaster${own.slice(own.lastIndexOf('@'))}`;
}

/** The address with its domain in A-labels (RFC 5890), in which the return address is configured. */
export function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  return address.slice(0, at) + domainToASCII(address.slice(at));
}
