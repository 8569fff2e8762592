// Certificates for TLS servers in tests, generated on demand: any name, any validity, self-signed
// or signed by an authority.
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

export type Certificate = { key: string; cert: string; issuer: Issuer };
type Issuer = { name: string; key: KeyObject };

/**
 * A certificate (X.509 v3, RFC 5280) for host names, self-signed unless `issuer` is given.
 * @param options.until when it expires; the default is a day from now
 */
export function makeCertificate(
  names: readonly string[],
  options: { from?: Date; until?: Date; issuer?: Issuer; authority?: boolean } = {},
): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const subject = names[0] ?? 'test';
  const issuer = options.issuer ?? { name: subject, key: privateKey };
  const from = options.from ?? new Date(Date.now() - 30 * 86_400_000);
  const until = options.until ?? new Date(Date.now() + 86_400_000);
  const ECDSA_SHA256 = sequence(oid('2a8648ce3d040302'));
  const body = sequence(
    tagged(0xa0, integer(Buffer.from([2]))), // v3
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_SHA256,
    distinguishedName(issuer.name),
    sequence(time(from), time(until)),
    distinguishedName(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(...extensions(names, options.authority === true))),
  );
  const signature = sign('sha256', body, issuer.key);
  const whole = sequence(body, ECDSA_SHA256, tagged(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    issuer: { name: subject, key: privateKey },
  };
}

function extensions(names: readonly string[], isAuthority: boolean): Buffer[] {
  const alternatives = sequence(...names.map((name) => tagged(0x82, Buffer.from(name))));
  const basic = sequence(...(isAuthority ? [tagged(0x01, Buffer.from([0xff]))] : []));
  return [
    sequence(oid('551d11'), tagged(0x04, alternatives)),
    sequence(oid('551d13'), tagged(0x01, Buffer.from([0xff])), tagged(0x04, basic)),
  ];
}

function distinguishedName(name: string): Buffer {
  return sequence(tagged(0x31, sequence(oid('550403'), tagged(0x0c, Buffer.from(name)))));
}

function time(at: Date): Buffer {
  return tagged(0x18, Buffer.from(`${at.toISOString().replace(/[-:T]|\.\d+/g, '')}`)); // GeneralizedTime, …Z
}

function oid(hex: string): Buffer {
  return tagged(0x06, Buffer.from(hex, 'hex'));
}

/** An integer whose first byte is 1 to 127, so that it is positive and in its shortest form. */
function integer(bytes: Buffer): Buffer {
  return tagged(0x02, bytes);
}

function sequence(...parts: Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts));
}

/** DER: tag, length, content. */
function tagged(tag: number, content: Buffer): Buffer {
  const length = content.length;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  const size = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
