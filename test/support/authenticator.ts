// An authenticator as WebAuthn (Level 3) has it, with a key of its own: what a phone or a security
// key answers through the browser.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

export type Authenticator = {
  /** `navigator.credentials.create`: the members of a request that adds the passkey. */
  create(options: { challenge: string; user?: { id: string } }, changes?: Changes): Record<string, string>;
  /** `navigator.credentials.get`: the members of a request that signs in. */
  get(challenge: string, changes?: Changes): Record<string, string>;
};

/** What an authenticator, or who stands between, may do otherwise. */
type Changes = {
  origin?: string;
  site?: string;
  type?: string;
  /** Whether the owner was looked at: finger, face or PIN. */
  isVerified?: boolean;
  signCount?: number;
  /** Whether the page is in a frame of another site. */
  isFramed?: boolean;
  /** Whose the passkey is. */
  handle?: string;
  attestation?: { format: string; statement: Buffer };
};

const [PRESENT, VERIFIED, HAS_KEY] = [0x01, 0x04, 0x40];

/**
 * @param site the name that its passkey is bound to @param origin where the browser is
 * @param idBytes how long the passkey's id is
 */
export function newAuthenticator(site: string, origin: string, idBytes = 16): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(idBytes);
  let count = 0;
  let handle = base64url('nobody');
  const dataOf = ({ site: other = site, isVerified = true, signCount = ++count }: Changes, more?: Buffer) => {
    const start = Buffer.alloc(5);
    start[0] = PRESENT | (isVerified ? VERIFIED : 0) | (more ? HAS_KEY : 0);
    start.writeUInt32BE(signCount, 1);
    return Buffer.concat([sha256(other), start, more ?? Buffer.alloc(0)]);
  };
  const clientData = (type: string, challenge: string, changes: Changes) =>
    Buffer.from(
      JSON.stringify({
        type: changes.type ?? type,
        challenge,
        origin: changes.origin ?? origin,
        crossOrigin: changes.isFramed ?? false,
      }),
    );
  const ids = { credential: id.toString('base64url') };
  return {
    create({ challenge, user }, changes = {}) {
      handle = user?.id ?? handle;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const data = dataOf(changes, Buffer.concat([Buffer.alloc(16), length, id, coseOf(publicKey)]));
      const { format, statement } = changes.attestation ?? { format: 'none', statement: cborMap([]) };
      const attestation = cborMap([
        [cborText('fmt'), cborText(format)],
        [cborText('attStmt'), statement],
        [cborText('authData'), cborBytes(data)],
      ]);
      const client = clientData('webauthn.create', challenge, changes);
      return { ...ids, client_data: client.toString('base64url'), attestation: attestation.toString('base64url') };
    },
    get(challenge, changes = {}) {
      const data = dataOf(changes);
      const client = clientData('webauthn.get', challenge, changes);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        ...ids,
        client_data: client.toString('base64url'),
        authenticator_data: data.toString('base64url'),
        signature: signature.toString('base64url'),
        user_handle: changes.handle ?? handle,
      };
    },
  };
}

const base64url = (text: string) => Buffer.from(text).toString('base64url');
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest();

/** A public key of ES256 as COSE has it (RFC 9053, section 7.1.1). */
function coseOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const [kty, alg, crv] = [Buffer.from([0x01, 0x02]), Buffer.from([0x03, 0x26]), Buffer.from([0x20, 0x01])];
  const point = (label: number, value: string) =>
    Buffer.concat([Buffer.from([label]), cborBytes(Buffer.from(value, 'base64url'))]);
  return Buffer.concat([Buffer.from([0xa5]), kty, alg, crv, point(0x21, x), point(0x22, y)]);
}

// CBOR (RFC 8949), as much of it as an attestation needs.

export const cborMap = (pairs: readonly [Buffer, Buffer][]) =>
  Buffer.concat([Buffer.from([0xa0 + pairs.length]), ...pairs.flat()]);
export const cborArray = (items: readonly Buffer[]) => Buffer.concat([Buffer.from([0x80 + items.length]), ...items]);
export const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);

export function cborBytes(bytes: Buffer): Buffer {
  const { length } = bytes;
  const head = length < 24 ? [0x40 + length] : length < 256 ? [0x58, length] : [0x59, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), bytes]);
}
