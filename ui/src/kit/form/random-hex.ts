// Names of tabs and parts, which nobody else may have by chance.

/** Random hexadecimal digits, two a byte. Without TLS browsers have no `crypto.randomUUID`. */
export const randomHex = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('');
