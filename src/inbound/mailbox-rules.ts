// Validates the settings of a mailbox from which returned mail is fetched. Pure.
import { isIP } from 'node:net';
import { type Faults, throwFaults } from '../kernel/errors.ts';
import { say } from '../kernel/sentences/sentence.ts';

/** Settings of a mailbox; absent ones stay unchanged, or take their defaults in a new one. */
export type MailboxInput = {
  name?: string | undefined;
  protocol?: string | undefined;
  host?: string | undefined;
  port?: string | undefined;
  tls?: string | undefined;
  verifyTls?: string | undefined;
  username?: string | undefined;
  password?: string | undefined;
  tokenUrl?: string | undefined;
  clientId?: string | undefined;
  clientSecret?: string | undefined;
  refreshToken?: string | undefined;
  scope?: string | undefined;
  folder?: string | undefined;
  doneFolder?: string | undefined;
};

/**
 * A password, or the data for getting an access token (RFC 6749, section 6). Stored encrypted, as
 * JSON.
 */
export type Credentials = { password: string } | OAuth;
export type OAuth = { tokenUrl: string; clientId: string; clientSecret: string; refreshToken: string; scope: string };

const PROTOCOLS = ['imap', 'pop3'] as const;
export type Protocol = (typeof PROTOCOLS)[number];
export type Tls = 'none' | 'starttls' | 'implicit';

/** A mailbox with its decrypted secrets. */
export type MailboxAccess = {
  name: string;
  protocol: Protocol;
  host: string;
  port: number;
  tls: Tls;
  verifyTls: boolean;
  username: string;
  credentials: Credentials;
  folder: string;
  /** The folder for processed mails; null: they are deleted. */
  doneFolder: string | null;
};

const TLS_MODES = ['none', 'starttls', 'implicit'];
const PORTS = {
  imap: { none: 143, starttls: 143, implicit: 993 },
  pop3: { none: 110, starttls: 110, implicit: 995 },
} as const;
const HOST_NAME = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/i;

/**
 * The mailbox that results from applying `input` to `current` (undefined: a new one).
 * @throws AppError `invalid` with a fault for each wrong member
 */
export function mailboxFrom(
  input: MailboxInput,
  current: (Omit<MailboxAccess, 'credentials'> & { credentials?: Credentials }) | undefined,
): MailboxAccess {
  const faults: Faults = {};
  const tls = (input.tls ?? current?.tls ?? 'implicit') as Tls;
  if (!TLS_MODES.includes(tls)) faults['tls'] = `TLS "${tls}" is not known; give implicit, starttls or none.`;
  const protocol = (input.protocol ?? current?.protocol ?? 'imap') as Protocol;
  if (!PROTOCOLS.includes(protocol)) faults['protocol'] = `Protocol "${protocol}" is not known; give imap or pop3.`;
  // A port of one's own stays; the default follows TLS and protocol.
  const ownPort = current && current.port !== PORTS[current.protocol][current.tls] ? current.port : undefined;
  const mailbox: MailboxAccess = {
    name: nameOf(input, current?.name, faults),
    protocol,
    host: line(input.host ?? current?.host ?? '', 'host', 'Host', faults),
    port: Number(input.port ?? ownPort ?? PORTS[protocol]?.[tls]),
    tls,
    verifyTls: yesOrNo(input.verifyTls, current?.verifyTls ?? true, faults),
    username: line(input.username ?? current?.username ?? '', 'username', 'User', faults),
    credentials: credentialsFrom(input, current?.credentials, faults),
    folder: line(input.folder ?? current?.folder ?? 'INBOX', 'folder', 'Folder', faults),
    doneFolder: (input.doneFolder ?? current?.doneFolder ?? '') || null,
  };
  const { host, port, folder, doneFolder } = mailbox;
  if (protocol === 'pop3' && (doneFolder !== null || folder !== 'INBOX')) {
    faults['folder'] ??= 'POP3 has no folders: processed messages are deleted.';
  }
  if (!faults['host'] && isIP(host) === 0 && !HOST_NAME.test(host)) {
    faults['host'] = `Host "${host}" is not a host name like imap.example.com.`;
  }
  // A port that was not given follows from TLS and protocol, which have faults of their own.
  const isPortAsked = input.port !== undefined || !(faults['tls'] || faults['protocol']);
  if (isPortAsked && (!Number.isInteger(port) || port < 1 || port > 65_535)) {
    faults['port'] = `Port "${input.port}" is not a number from 1 to 65535.`;
  }
  if (doneFolder !== null && line(doneFolder, 'doneFolder', 'Folder for processed messages', faults) === folder) {
    faults['doneFolder'] = 'The folder for processed messages must not be the one they are fetched from.';
  }
  throwFaults(faults);
  return mailbox;
}

/** What the mailbox is called; without a name, as its user, which has a fault of its own. */
function nameOf({ name, username }: MailboxInput, current: string | undefined, faults: Faults): string {
  const called = name ?? current ?? username;
  return called === undefined ? '' : line(called, 'name', 'Name', faults);
}

function line(text: string, member: string, label: string, faults: Faults): string {
  const plain = text.trim();
  if (plain === '') faults[member] = say('member-blank', { label });
  else if (plain.length > 255 || /\p{Cc}/u.test(plain)) {
    faults[member] = `${label} must be one line of at most 255 characters.`;
  }
  return plain;
}

function yesOrNo(text: string | undefined, otherwise: boolean, faults: Faults): boolean {
  if (text === undefined) return otherwise;
  if (text !== 'yes' && text !== 'no') faults['verifyTls'] = say('member-yes-no', { label: 'Verify TLS' });
  return text === 'yes';
}

/** Whether the input needs none of the stored credentials. */
export function replacesCredentials({ password, tokenUrl, clientId, refreshToken }: MailboxInput): boolean {
  return password !== undefined || ![tokenUrl, clientId, refreshToken].includes(undefined);
}

const OAUTH_MEMBERS = { tokenUrl: 'Token URL', clientId: 'Client id', refreshToken: 'Refresh token' } as const;

function credentialsFrom(input: MailboxInput, current: Credentials | undefined, faults: Faults): Credentials {
  const given = [...Object.keys(OAUTH_MEMBERS), 'clientSecret', 'scope'] as (keyof OAuth)[];
  const asksForOAuth = given.some((member) => input[member] !== undefined);
  if (input.password !== undefined) {
    if (asksForOAuth) faults['password'] = 'Give a password or the members of OAuth, not both.';
    if (input.password === '') faults['password'] = say('member-blank', { label: 'Password' });
    return { password: input.password };
  }
  if (!asksForOAuth) {
    if (!current) faults['password'] = 'Give a password, or token URL, client id and refresh token.';
    return current ?? { password: '' };
  }
  const before = current && 'tokenUrl' in current ? current : undefined;
  const oauth = Object.fromEntries(given.map((member) => [member, input[member] ?? before?.[member] ?? ''])) as OAuth;
  for (const [member, label] of Object.entries(OAUTH_MEMBERS)) {
    if (oauth[member as keyof OAuth] === '') faults[member] = say('member-blank', { label });
  }
  if (!faults['tokenUrl'] && !isTokenUrl(oauth.tokenUrl)) {
    faults['tokenUrl'] = 'Token URL must start with https:// (http:// only on this machine).';
  }
  return oauth;
}

function isTokenUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname));
}
