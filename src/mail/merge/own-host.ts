// Addresses with merge tags that the server itself connects to: the author must determine the host,
// never a recipient's value.

/** Scheme, host and the character that ends the host with its port. */
const HOST = /^\s*https?:\/\/[^\s/?#\\]+[/?#]/i;

/**
 * Whether an address names its host before its first merge tag. @param before the address up to
 * that tag
 */
export function hasOwnHost(before: string): boolean {
  return HOST.test(before) && URL.canParse(before.trim());
}
