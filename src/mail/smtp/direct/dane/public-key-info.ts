// The public key of a certificate byte for byte as it is there (RFC 5280, section 4.1: the
// SubjectPublicKeyInfo). Reading a key and writing it again may give other bytes.

/** @param certificate in DER; @returns undefined when it cannot be read */
export function subjectPublicKeyInfo(certificate: Buffer): Buffer | undefined {
  const outer = elementAt(certificate, 0);
  const body = outer && elementAt(certificate, outer.from);
  if (!body) return undefined;
  let at = body.from;
  // version (only when tagged), serialNumber, signature, issuer, validity, subject
  const before = certificate[at] === VERSION_TAG ? 6 : 5;
  for (let n = 0; n < before; n += 1) {
    const one = elementAt(certificate, at);
    if (!one) return undefined;
    at = one.to;
  }
  const found = elementAt(certificate, at);
  return found && found.to <= body.to ? certificate.subarray(at, found.to) : undefined;
}

const VERSION_TAG = 0xa0;

/** Where the content of the DER element at a place begins and ends. */
function elementAt(bytes: Buffer, at: number): { from: number; to: number } | undefined {
  const first = bytes[at + 1];
  if (first === undefined) return undefined;
  const more = first < 0x80 ? 0 : first & 0x7f;
  if (more > 4 || at + 2 + more > bytes.length) return undefined;
  const length = more === 0 ? first : bytes.readUIntBE(at + 2, more);
  const from = at + 2 + more;
  return from + length <= bytes.length ? { from, to: from + length } : undefined;
}
