// The recipients that the server for returned mail accepts. Pure.
import { domainToASCII } from 'node:url';
import { parseReturnAddress, type ReturnPath } from '../mail/address/verp.ts';

/**
 * Whether mail for an address is accepted: a signed return address; the bare one, to which feedback
 * reports are addressed and servers that ignore the envelope reply; and postmaster of its domain
 * (RFC 5321, section 4.5.1).
 */
export function isReturnRecipient(path: ReturnPath, address: string): boolean {
  if (parseReturnAddress(path, address)) return true;
  const own = path.address.toLowerCase();
  const folded = address.toLowerCase();
  return folded === own || folded === `postmaster${own.slice(own.lastIndexOf('@'))}`;
}

/** The address with its domain in A-labels (RFC 5890), as the return address is configured. */
export function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  return address.slice(0, at) + domainToASCII(address.slice(at));
}
