// The only reader of the environment (with main.ts): variables → a frozen Config. All faults are
// reported at once, by name.
import { KEPT_DAYS } from './audit/remove-old.ts';
import { parseOrigins } from './http/requests/cors.ts';
import { AppError } from './kernel/errors.ts';
import { unknownVariables } from './kernel/text/nearest.ts';
import { parseReturnMailbox } from './mail/address/return-mailbox.ts';
import { parseRelayUrl, type Relay } from './mail/smtp/relay-url.ts';
import { type Blocklist, DEFAULT_BLOCKLISTS, parseBlocklists } from './network/blocklists.ts';
import { ALLOW_NOTHING, type FetchAllow, parseFetchAllow } from './network/fetch-allow.ts';
import { isEverywhere, isSamePlace, parseListen } from './network/listen-places.ts';
import { parseProxies } from './network/networks.ts';
import { parseDatabaseUrl } from './storage/postgres/address.ts';

const ROLES = ['web', 'worker', 'clock'] as const;
const PUBLIC_PAGES = ['start', 'reference'] as const;
const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

/** A proxy on the same machine. */
const LOOPBACK = ['127.0.0.0/8', '::1'];

export type Role = (typeof ROLES)[number];

export type Config = Readonly<{
  host: string;
  port: number;
  /** Public address for links, without a slash at the end. */
  baseUrl: string;
  /** Whether it was not configured, but made from host and port. */
  isBaseUrlDefault: boolean;
  dataDir: string;
  /** Absent: SQLite in the data folder. */
  databaseUrl: string | undefined;
  /** Key of the first customer; absent: created at first start. */
  apiKey: string | undefined;
  /**
   * Whether the first customer's key has the lenient dialect; absent: unchanged (a new one is
   * strict).
   */
  lenient: boolean | undefined;
  /** Absent: the built-in test inbox. */
  relay: Relay | undefined;
  /** Signs links; absent: created and stored at first start. */
  secret: string | undefined;
  /** Other secrets that are accepted: former ones, or the next one. */
  formerSecrets: readonly string[];
  roles: ReadonlySet<Role>;
  logLevel: string;
  /** Number of sending threads in this process. */
  workers: number;
  /** A message that is deferred for this many hours is given up. */
  expireHours: number;
  /** For how many days details of messages are kept; absent: for ever. */
  keepDays: number | undefined;
  /** For how many days addresses of requests are kept; absent: as long as what they are part of. */
  keepIpDays: number | undefined;
  keepPicturesDays: number | undefined;
  /** For how many days entries of the audit are kept. */
  keepAuditDays: number;
  /** The time for stopping in order, in seconds; what has not ended by then is cut off. */
  stopSeconds: number;
  /**
   * Mailbox for returned mail, extended for each message: `user+token@domain`. Absent: mail returns
   * to From.
   */
  returnAddress: string | undefined;
  /** Where the SMTP server for returned mail listens; absent: it does not run. */
  returnListen: { host: string; port: number } | undefined;
  /** Private hosts and networks from which campaigns may fetch content. */
  fetchAllow: FetchAllow;
  /** What happens to a campaign with unknown merge tags. */
  unknownTags: 'send' | 'stop';
  /** Proxies whose `X-Forwarded-For` is trusted: addresses and networks. */
  trustedProxies: readonly string[];
  /** How many requests a minute a key may make that says nothing else; absent: any number. */
  rateLimit: number | undefined;
  /** Blocklists that operators have asked. */
  blocklists: readonly Blocklist[];
  /** Origins whose pages may use the API with a key; `*`: all. */
  corsOrigins: readonly string[];
  /** Whether people without a key may create customers (`POST /customers`). */
  customerCreation: boolean;
  /**
   * Where `/metrics` is: on the server's own port for keys of operators, on a port of its own for
   * everybody who reaches that, or nowhere.
   */
  metrics: 'guarded' | 'off' | { host: string; port: number };
  /** Pages that everybody may see; absent: both on loopback, else the reference only. */
  publicPages: ReadonlySet<(typeof PUBLIC_PAGES)[number]> | undefined;
  /** The browser that makes pictures of templates: a path or `off`; absent: one that is found. */
  browser: string | undefined;
  /** A file with cells: this process hands requests on to them and has no store. */
  cellsFile: string | undefined;
  /** Warnings about the environment, one line each. */
  warnings: readonly string[];
}>;

/**
 * Reads and checks the configuration. An empty variable counts as absent.
 * @throws AppError `invalid` whose message has one line for every wrong variable. Values of secrets
 * are not repeated.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const faults: string[] = [];
  const warnings: string[] = [];
  const known = new Set<string>();
  const get = (name: string) => {
    known.add(name);
    return environment[`MAILWRIGHT_${name}`]?.trim() || undefined;
  };
  const check = <T>(name: string, fallback: T, read: (text: string) => T): T => {
    const text = get(name);
    if (text === undefined) return fallback;
    try {
      return read(text);
    } catch (error) {
      faults.push(`MAILWRIGHT_${name}: ${(error as Error).message}`);
      return fallback;
    }
  };
  const host = get('HOST') ?? '127.0.0.1';
  const port = check('PORT', 8080, readPort);
  const config: Config = {
    host,
    port,
    baseUrl: check('BASE_URL', addressOf({ host: isEverywhere(host) ? 'localhost' : host, port }), readBaseUrl),
    isBaseUrlDefault: get('BASE_URL') === undefined,
    dataDir: check('DATA_DIR', './data', readPath),
    databaseUrl: check('DATABASE_URL', undefined, readDatabaseUrl),
    apiKey: check('API_KEY', undefined, readApiKey),
    lenient: check('LENIENT', undefined, readYesNo),
    relay: check('SMTP_URL', undefined, parseRelayUrl),
    secret: check('SECRET', undefined, readSecret),
    formerSecrets: check<string[]>('SECRET_FORMER', [], (text) => text.split(',').map(readSecret)),
    roles: check('ROLES', new Set<Role>(ROLES), readRoles),
    logLevel: check('LOG_LEVEL', 'info', readLevel),
    workers: check('WORKERS', 1, wholeNumber(1, 64)),
    expireHours: check('EXPIRE_HOURS', 72, wholeNumber(1, 720)),
    // 30 at least: what is sent again, settled or followed is younger.
    keepDays: check('KEEP_MESSAGE_DAYS', undefined, wholeNumber(30, 36_500, 'keeps them forever')),
    keepIpDays: check('KEEP_IP_DAYS', undefined, wholeNumber(1, 36_500, 'keeps them')),
    keepPicturesDays: check('KEEP_PICTURES_DAYS', 90, daysOrOff),
    keepAuditDays: check('KEEP_AUDIT_DAYS', KEPT_DAYS, wholeNumber(1, 36_500)),
    stopSeconds: check('STOP_SECONDS', 10, wholeNumber(1, 3600)),
    returnAddress: check('RETURN_ADDRESS', undefined, parseReturnMailbox),
    returnListen: check('RETURN_LISTEN', undefined, parseListen),
    fetchAllow: check('FETCH_ALLOW', ALLOW_NOTHING, parseFetchAllow),
    unknownTags: check('UNKNOWN_TAGS', 'send', readUnknownTags),
    trustedProxies: check('TRUSTED_PROXIES', LOOPBACK, parseProxies),
    metrics: check<Config['metrics']>('METRICS', 'guarded', readMetrics),
    rateLimit: check<number | undefined>('RATE_LIMIT', undefined, wholeNumber(1, 999_999, 'allows any number')),
    blocklists: check('BLOCKLISTS', DEFAULT_BLOCKLISTS, parseBlocklists),
    corsOrigins: check('CORS_ORIGINS', [], parseOrigins),
    customerCreation: check('CUSTOMER_CREATION', false, readYesNo),
    publicPages: check('PUBLIC_PAGES', undefined, readPublicPages),
    browser: check('BROWSER', undefined, readBrowser),
    cellsFile: check('CELLS', undefined, readPath),
    warnings,
  };
  if (config.cellsFile !== undefined) {
    const useless = OF_A_STORE.filter((one) => get(one) !== undefined).map((one) => `MAILWRIGHT_${one}:`);
    // What is wrong with their values does not matter here.
    const others = faults.filter((line) => !useless.some((name) => line.startsWith(name)));
    const said = useless.map(
      (name) => `${name} has no effect with MAILWRIGHT_CELLS, as this process has no database; set it on the cells.`,
    );
    faults.splice(0, faults.length, ...others, ...said);
  }
  for (const { line, isTypo } of unknownVariables(Object.keys(environment), known))
    (isTypo ? faults : warnings).push(line);
  if (config.returnListen && config.returnAddress === undefined) {
    faults.push('MAILWRIGHT_RETURN_LISTEN: set MAILWRIGHT_RETURN_ADDRESS too; returned mail is sent to that address.');
  }
  const { metrics, roles } = config;
  if (roles.has('web') && typeof metrics === 'object' && isSamePlace(metrics, config)) {
    faults.push(
      `MAILWRIGHT_METRICS: port ${port} is the server's own (MAILWRIGHT_PORT); use another port, or unset it.`,
    );
  }
  if (faults.length > 0) throw new AppError('invalid', faults.join('\n'));
  return Object.freeze(config);
}

/** Settings of a process with a store. */
const OF_A_STORE = [
  'DATABASE_URL',
  'API_KEY',
  'LENIENT',
  'SMTP_URL',
  'SECRET',
  'SECRET_FORMER',
  'ROLES',
  'BASE_URL',
  'RETURN_LISTEN',
  'BROWSER',
];

/** The address of the server itself: `http://host:port`. */
export function addressOf({ host, port }: Pick<Config, 'host' | 'port'>): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port < 1 || port > 65535) {
    const hint = /^tcp:/.test(text)
      ? ' Kubernetes sets this variable for a service named "mailwright": rename the service, or set enableServiceLinks to false.'
      : '';
    throw new Error(`"${text}" is not a port: use a number from 1 to 65535.${hint}`);
  }
  return port;
}

function readPath(text: string): string {
  if (!text.startsWith('~')) return text;
  throw new Error(`"${text}" starts with ~, which is not expanded here; use the full path.`);
}

function readBrowser(text: string): string {
  if (/^(off|no|false|0)$/i.test(text)) return 'off';
  if (text.startsWith('/')) return text;
  throw new Error(`"${text}" must be off, or the full path of a browser, such as /usr/bin/chromium.`);
}

function readBaseUrl(text: string): string {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    throw new Error(`"${text}" is not an http:// or https:// address.`);
  }
  const url = new URL(text);
  if (url.search || url.hash || url.username) throw new Error('only scheme, host, port and path are allowed.');
  return url.href.replace(/\/+$/, '');
}

function readDatabaseUrl(text: string): string {
  parseDatabaseUrl(text);
  return text;
}

function readApiKey(text: string): string {
  if (!/^[A-Za-z0-9]{40}$/.test(text)) throw new Error('a key has 40 letters and digits.');
  return text;
}

function readYesNo(text: string): boolean {
  if (/^(yes|true|1|on)$/i.test(text)) return true;
  if (/^(no|false|0|off)$/i.test(text)) return false;
  throw new Error(`"${text}" must be yes or no.`);
}

function readSecret(text: string): string {
  if (text.trim().length < 32) throw new Error('it must have at least 32 characters.');
  return text.trim();
}

function readRoles(text: string): Set<Role> {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !ROLES.includes(name as Role));
  if (unknown.length > 0) throw new Error(`"${unknown.join(', ')}" is not a role; the roles are ${ROLES.join(', ')}.`);
  return new Set(names as Role[]);
}

function readPublicPages(text: string): Config['publicPages'] {
  const names = text.split(',').map((name) => name.trim());
  const pages = PUBLIC_PAGES.filter((page) => names.includes(page));
  if (names.join() === 'none' || pages.length === names.length) return new Set(pages);
  throw new Error(`"${text}" must be some of ${PUBLIC_PAGES.join(', ')}, separated by commas, or none.`);
}

function readLevel(text: string): string {
  if (!LEVELS.includes(text)) throw new Error(`"${text}" is not a log level; the levels are ${LEVELS.join(', ')}.`);
  return text;
}

/** @param absence what leaving the variable out does, where that means `off` */
function wholeNumber(least: number, most: number, absence?: string): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d{1,6}$/.test(text) && number >= least && number <= most) return number;
    const hint = absence === undefined ? '' : ` Leaving it unset ${absence}.`;
    throw new Error(`"${text}" is not a whole number from ${least} to ${most}.${hint}`);
  };
}

function daysOrOff(text: string): number | undefined {
  return /^off$/i.test(text) ? undefined : wholeNumber(1, 36_500)(text);
}

function readUnknownTags(text: string): 'send' | 'stop' {
  if (text === 'send' || text === 'stop') return text;
  throw new Error(`"${text}" must be send or stop.`);
}

function readMetrics(text: string): Exclude<Config['metrics'], 'guarded'> {
  if (/^off$/i.test(text)) return 'off';
  try {
    // A port alone would be open to everybody, which somebody has to say.
    if (text.includes(':')) return parseListen(text);
  } catch {}
  throw new Error(`"${text}" must be off or host:port, such as 127.0.0.1:9464.`);
}
