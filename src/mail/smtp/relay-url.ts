// Relay settings from a URL: smtp://user:password@host:port?lanes=20&requireTLS=true.
// Percent-encoding in user and password is decoded. Error messages never show the password.
import { isIP } from 'node:net';
import { type DirectSettings, isDirect, parseDirect, unknownOption } from './direct/settings.ts';

/** A mail server that accepts our messages. */
export type Relay = {
  host: string;
  port: number;
  /** smtps://: TLS from the first byte. */
  secure: boolean;
  user?: string;
  password?: string;
  /** Connections at a time. */
  lanes: number;
  /** Refuse to continue without TLS. */
  requireTls: boolean;
  /** Never use STARTTLS. */
  ignoreTls: boolean;
  /** Check the server's certificate. */
  verifyTls: boolean;
  /** EHLO name; undefined = the machine's. */
  name?: string;
  /** A common name where nodes reach one relay at different addresses; undefined = its address. */
  as?: string;
  /**
   * Connect to public addresses only (public-address.ts): for relays that the operator did not
   * configure.
   */
  guarded?: boolean;
  /** It is no server: messages go straight to the servers of the recipients' domains. */
  direct?: DirectSettings;
};

const UNREADABLE =
  'The SMTP URL cannot be read: check host, port and percent-encoding (# as %23, / as %2F, ? as %3F, @ as %40).';
const DEFAULT_LANES = 20;
export const DIRECT_LANES = 50;
export const DIRECT_PORT = 25;

/**
 * Parses `smtp://` or `smtps://` URLs. Options: `lanes` (1–1000), `requireTLS`, `ignoreTLS`,
 * `rejectUnauthorized` (true or false), `name` (EHLO name), `as` (common name). Default ports: 587
 * and 465. `direct:` is direct delivery, with the same options and some more (direct/settings.ts).
 * @throws Error that lists all faults at once
 */
export function parseRelayUrl(url: string): Relay {
  if (isDirect(url)) return parseDirectUrl(url);
  const faults: string[] = [];
  if (!/^smtps?:\/\//i.test(url))
    throw new Error('The SMTP URL must start with smtp:// or smtps://, or be direct: for delivery without a relay.');
  if (!URL.canParse(url)) throw new Error(UNREADABLE);
  const parsed = new URL(url);
  const secure = parsed.protocol === 'smtps:';
  const host = parsed.hostname.replace(/^\[|\]$/g, '');
  if (host === '') faults.push('the host is missing');
  else if (isIP(host) === 0 && !/^[a-z0-9._-]+$/i.test(host)) faults.push('the host is not a valid name');
  if (parsed.port === '0') faults.push('port 0 cannot be connected to');
  if (parsed.pathname !== '' && parsed.pathname !== '/')
    faults.push('a path has no meaning here (a / of the password is written as %2F)');
  // What is before it would be taken for the host: smtp://user:p@ss#word@mail.example.com
  if (url.includes('#')) faults.push('a # must be written as %23');
  const user = decoded(parsed.username, 'user', faults);
  const password = decoded(parsed.password, 'password', faults);
  if (user === undefined && password !== undefined) faults.push('there is a password but no user');
  if (user !== undefined && password === undefined) faults.push('there is a user but no password');
  const options = parseOptions(parsed.searchParams, faults);
  if (options.requireTls && options.ignoreTls) faults.push('requireTLS and ignoreTLS exclude each other');
  if (faults.length > 0) throw new Error(`The SMTP URL is wrong: ${faults.join('; ')}.`);
  return { host, port: Number(parsed.port) || (secure ? 465 : 587), secure, user, password, ...options };
}

function parseDirectUrl(url: string): Relay {
  const options = { ...NO_OPTIONS, lanes: DIRECT_LANES, verifyTls: false };
  let port = DIRECT_PORT;
  const read = (name: string, value: string) => {
    if (name !== 'port') return parseOption(options, name, value);
    port = Number(value);
    return /^\d{1,5}$/.test(value) && port >= 1 && port <= 65_535 ? undefined : 'port must be 1 to 65535';
  };
  const direct = parseDirect(url, { names: ['port', ...OPTIONS], read });
  return { host: 'direct:', port, secure: false, ...options, direct };
}

/** `smtp://host:port`, without user and password: for logs and pages. */
export function relayName(relay: Pick<Relay, 'host' | 'port' | 'secure'>): string {
  if (isDirect(relay.host)) return 'direct delivery';
  const host = relay.host.includes(':') ? `[${relay.host}]` : relay.host;
  return `${relay.secure ? 'smtps' : 'smtp'}://${host}:${relay.port}`;
}

type Options = Pick<Relay, 'lanes' | 'requireTls' | 'ignoreTls' | 'verifyTls' | 'name' | 'as'>;

/** The names of the options, as people write them (docs/relays.md). */
export const OPTIONS = ['lanes', 'requireTLS', 'ignoreTLS', 'rejectUnauthorized', 'name', 'as'] as const;

const NO_OPTIONS: Options = { lanes: DEFAULT_LANES, requireTls: false, ignoreTls: false, verifyTls: true };

function parseOptions(query: URLSearchParams, faults: string[]): Options {
  const options: Options = { ...NO_OPTIONS };
  for (const [name, value] of query) {
    const fault = parseOption(options, name.toLowerCase(), value);
    if (fault !== undefined) faults.push(fault === '' ? unknownOption(name, OPTIONS) : fault);
  }
  return options;
}

/** Parses one option; returns its fault, '' when there is no such option. */
function parseOption(options: Options, name: string, value: string): string | undefined {
  const yes = /^(?:true|1|yes)$/i.test(value);
  const isFlag = yes || /^(?:false|0|no)$/i.test(value);
  switch (name) {
    case 'lanes':
      options.lanes = Number(value);
      return /^\d{1,4}$/.test(value) && options.lanes >= 1 && options.lanes <= 1000
        ? undefined
        : 'lanes must be 1 to 1000';
    case 'requiretls':
      options.requireTls = yes;
      return isFlag ? undefined : 'requireTLS must be true or false';
    case 'ignoretls':
      options.ignoreTls = yes;
      return isFlag ? undefined : 'ignoreTLS must be true or false';
    case 'rejectunauthorized':
      options.verifyTls = yes;
      return isFlag ? undefined : 'rejectUnauthorized must be true or false';
    case 'name':
      options.name = value;
      return /^[\w.\-[\]:]{1,255}$/.test(value) ? undefined : 'name must be a host name';
    case 'as':
      options.as = value;
      return /^[\w.-]{1,100}$/.test(value) ? undefined : 'as must be a name of letters, digits, dots and hyphens';
    default:
      return '';
  }
}

function decoded(text: string, what: string, faults: string[]): string | undefined {
  if (text === '') return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    faults.push(`the percent-encoding of the ${what} is broken`);
    return undefined;
  }
}
