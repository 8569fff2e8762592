// Explains errors of the store: it is busy, full, read-only or gone, as opposed to a mistake in the
// program. One map for both engines, from their error codes.
import { AppError } from '../kernel/errors.ts';

/** A change of a store that has moved, on PostgreSQL (moving/fence.ts); SQLite names a trigger. */
export const MOVED_STATE = 'MW001';
const SQLITE_TRIGGER = 1811;

/**
 * `kind` is for programs, `text` for people. `retryAfter`: when another attempt makes sense, in
 * seconds.
 */
export type StoreTrouble = { kind: keyof typeof TEXTS; text: string; retryAfter: number };

const TEXTS = {
  busy: 'The database is busy: another process has been writing to it for too long.',
  full: 'The disk with the database is full: free up space.',
  size: 'A file has reached the size limit: raise it (ulimit -f).',
  read_only:
    'The database does not accept changes: it is read-only (a standby server, or default_transaction_read_only is on). Put the primary, or all servers, into the database URL.',
  files: 'No more files can be opened: raise the open file limit (ulimit -n, or LimitNOFILE of systemd).',
  disk: 'The disk with the database cannot be read or written.',
  damaged:
    'The database file is damaged, or is not a SQLite file. Stop the servers, keep a copy of the data folder, and restore the last backup into another folder (docs/backup.md).',
  library:
    'The database server cannot load one of its libraries or extensions: its log names the file. Repair its installation, or its preload setting.',
  gone: 'The database does not answer.',
  connections:
    'The database server has no free connections. Raise its max_connections or the limit of the role, or close some connections.',
  memory: 'The database server has no memory left for this.',
  login: 'The database server refuses the login.',
  database:
    'The database server has no database with this name. It was renamed or removed, or the database URL is wrong.',
  rights:
    'The database server denies access. The role in the database URL must own the tables and their schema (alter table … owner to …).',
  password: 'The database server asks for a password, and the database URL has none.',
  certificate:
    'The certificate of the database server is not trusted. Set sslrootcert in the database URL to the file with its certificate authority.',
  plain:
    'The database server does not accept encrypted connections, which sslmode in the database URL requires. Turn on encryption there (ssl = on), or remove sslmode.',
  moved: 'The database has moved.',
} as const;

const FILE_GONE =
  'The database file was deleted, moved or replaced while the server is running, so nothing is written. Move it back. A deleted file can still be copied from /proc/<process>/fd (on Linux), with the one whose name ends in -wal. Or stop the server and restore a backup.';
/** The error of a SQLite file that is open and not under its name any more. */
export const fileGone = (): Error => new Error(FILE_GONE);

const LOG_GONE =
  'The log of the database (mailwright.db-wal) was deleted or replaced while the server is running, so nothing is written. Restart the server with SIGTERM, not kill -9: it copies what the log contained into the database as it stops.';
/** The error of a SQLite file whose write-ahead log is not under its name any more. */
export const logGone = (): Error => new Error(LOG_GONE);

/** Errors of threads come as copies: known by their text. */
const PLACE_TEXTS: ReadonlySet<string> = new Set([FILE_GONE, LOG_GONE]);

/** What they mean of a file is other than what they mean of a server; by primary result codes. */
const SQLITE_TEXTS: Readonly<Record<number, string>> = {
  8: 'The database does not accept changes: this process has no permission to write its file, the file was replaced, or its file system is read-only.',
  14: 'A database file cannot be opened: it does not exist, this process has no permission, or too many files are open.',
};

/** The first words of an error that says of each of several servers why it is not used. */
export const NO_SERVER = 'No server accepts changes:';
/** Anybody may read it: without names of hosts, users and databases. */
const NO_SERVER_TEXT =
  'No database server accepts changes: the log and npx mailwright doctor show what each of them answers.';

/** The authority is the right one: to name another helps nothing. */
const CERTIFICATE_TEXTS: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED:
    'The certificate of the database server has expired. Renew it there, and reload it (select pg_reload_conf()).',
  CERT_NOT_YET_VALID:
    'The certificate of the database server is not valid yet. Set the clocks of both machines, or replace the certificate.',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'The certificate of the database server is for another name. Use the host name of the certificate in the database URL, or get a certificate for this name.',
};

/** A statement that took too long, or that somebody had cancelled; PostgreSQL. */
const CANCELLED = '57014';
const CANCELLED_TEXT =
  'The database server canceled the statement: it took too long (statement_timeout of the role or the database), or someone canceled it.';

const RETRY_AFTER: Record<StoreTrouble['kind'], number> = {
  busy: 2,
  gone: 5,
  connections: 5,
  memory: 5,
  login: 5,
  database: 5,
  rights: 30,
  password: 5,
  certificate: 30,
  plain: 30,
  files: 5,
  full: 30,
  size: 30,
  read_only: 30,
  disk: 30,
  damaged: 30,
  library: 30,
  moved: 30,
};

/** The trouble of the store that an error shows; undefined for other errors. */
export function storeTrouble(thrown: unknown): StoreTrouble | undefined {
  for (let error = thrown, depth = 0; error instanceof Error && depth < 5; error = error.cause, depth += 1) {
    const kind = kindOf(error);
    if (kind === 'moved') return { ...troubleOf(kind), text: error.message }; // it says where to
    if (kind !== undefined) return { ...troubleOf(kind), ...ownText(error) };
  }
  return undefined;
}

/** A row with this key is there already (PostgreSQL; where several insert the same). */
export const isDuplicate = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '23505';

/**
 * The store refuses what it was given to write, and will however often it is asked: a text that is
 * none to it, a value that is too long, a row that a constraint forbids.
 */
export function isDataRefusal(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown };
  if (code === 'ERR_SQLITE_ERROR') return errcode !== SQLITE_TRIGGER && SQLITE_DATA.has(Number(errcode) % 256);
  return typeof code === 'string' && isSqlState(code) && POSTGRES_DATA.has(code.slice(0, 2));
}

/** The trouble of a kind. */
export function troubleOf(kind: StoreTrouble['kind']): StoreTrouble {
  return { kind, text: TEXTS[kind], retryAfter: RETRY_AFTER[kind] };
}

/**
 * An error in one line: the trouble of the store, with the error's own message after its first
 * sentence; else that message.
 */
export function troubleText(thrown: unknown): string {
  const words = wordsOf(thrown);
  const trouble = storeTrouble(thrown);
  const isOwn = thrown instanceof AppError || words.startsWith(NO_SERVER);
  const isSaid = trouble === undefined || trouble.kind === 'moved' || isOwn || words.includes(firstOf(trouble.text));
  if (isSaid) return words;
  if (PG_WORDS.has(trouble.kind) || OPENSSL_WORDS.test(words) || words === '') return trouble.text;
  return trouble.text.replace(/\.(?= |$)/, () => ` (${words.replace(/\.$/, '')}).`);
}

/** An error's own message; of a host with several addresses, those of all of them. */
export function wordsOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const parts = thrown instanceof AggregateError && thrown.message === '' ? thrown.errors : [];
  return parts.length === 0 ? thrown.message : parts.map(wordsOf).join(', ');
}

/** The first sentence, without its full stop. Errors of threads are no AppErrors here. */
const firstOf = (text: string) => text.split(/\.(?= |$)/, 1)[0] ?? text;

/** Of these pg says nothing more, or speaks of its protocol. */
const PG_WORDS = new Set<StoreTrouble['kind']>(['password', 'plain']);
/** Of a certificate's dates OpenSSL says nothing more. */
const OPENSSL_WORDS = /^certificate (?:has expired|is not yet valid)$/;

function kindOf(
  error: Error & { code?: unknown; errcode?: unknown; file?: unknown; routine?: unknown; message: string },
): StoreTrouble['kind'] | undefined {
  if (error instanceof AppError || error.message === 'aborted') return undefined; // the latter: a client disconnected
  if (error.code === MOVED_STATE || (error.code === 'ERR_SQLITE_ERROR' && error.errcode === SQLITE_TRIGGER))
    return 'moved';
  if (PLACE_TEXTS.has(error.message)) return 'disk';
  if (error.code === 'ERR_SQLITE_ERROR') return SQLITE[Number(error.errcode) % 256];
  if (/\bE[MN]FILE\b|too many open files/.test(error.message)) return 'files'; // of threads and modules, under other codes
  if (typeof error.code === 'string') {
    const system = SYSTEM[error.code];
    if (system !== undefined) return system;
    if (CERTIFICATE.test(error.code)) return 'certificate';
    if (isSqlState(error.code) && LOADERS.has(String(error.file))) return 'library';
    if (isInitFile(error)) return 'full';
    if (isSqlState(error.code)) return POSTGRES[error.code] ?? POSTGRES[error.code.slice(0, 2)];
  }
  if (NO_PASSWORD.test(error.message)) return 'password';
  if (error.message === 'The server does not support SSL connections') return 'plain';
  return LOST.test(error.message) ? 'gone' : undefined;
}

function ownText(error: Error & { code?: unknown; errcode?: unknown }): { text?: string } {
  const { code, errcode, message } = error;
  if (message.startsWith(NO_SERVER)) return { text: NO_SERVER_TEXT };
  if (PLACE_TEXTS.has(message)) return { text: message };
  if (code === CANCELLED) return { text: CANCELLED_TEXT };
  const certificate = CERTIFICATE_TEXTS[String(code)];
  if (certificate !== undefined) return { text: certificate };
  const text = code === 'ERR_SQLITE_ERROR' ? SQLITE_TEXTS[Number(errcode) % 256] : undefined;
  return text === undefined ? {} : { text };
}

const isSqlState = (code: string) => /^[0-9A-Z]{5}$/.test(code);

/**
 * The files of PostgreSQL's own sources that load libraries and extensions. Their errors have the
 * code of whatever the system said of the file, as those of the disk do.
 */
const LOADERS: ReadonlySet<string> = new Set(['dfmgr.c', 'extension.c']);

/**
 * Each new connection to a server whose disk is full fails so, by the code of an internal error: it
 * cannot write the file of what it knows of its catalogue (relcache.c, `write_item`).
 */
const isInitFile = ({ code, file, routine }: { code?: unknown; file?: unknown; routine?: unknown }) =>
  code === 'XX000' && file === 'relcache.c' && String(routine).startsWith('write_');

/** Primary result codes, https://sqlite.org/rescode.html */
const SQLITE: Readonly<Record<number, StoreTrouble['kind']>> = {
  5: 'busy',
  6: 'busy',
  8: 'read_only',
  10: 'disk',
  11: 'damaged',
  13: 'full',
  14: 'disk',
  26: 'damaged',
};

/** Too big, a constraint, another type. */
const SQLITE_DATA: ReadonlySet<number> = new Set([18, 19, 20]);

/** Classes of SQLSTATE: data exception, integrity constraint, program limit. */
const POSTGRES_DATA: ReadonlySet<string> = new Set(['22', '23', '54']);

/** Errors of the connection to a server, and of files. */
const SYSTEM: Readonly<Record<string, StoreTrouble['kind']>> = {
  ECONNREFUSED: 'gone',
  ECONNRESET: 'gone',
  EPIPE: 'gone',
  ETIMEDOUT: 'gone',
  EHOSTUNREACH: 'gone',
  ENETUNREACH: 'gone',
  ENOTFOUND: 'gone',
  EAI_AGAIN: 'gone',
  EMFILE: 'files',
  ENFILE: 'files',
  ENOSPC: 'full',
  EDQUOT: 'full',
  EFBIG: 'size',
  EIO: 'disk',
  EROFS: 'read_only',
};

/** SQLSTATE, or its class: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const POSTGRES: Readonly<Record<string, StoreTrouble['kind']>> = {
  '08': 'gone', // connection exception
  '25006': 'read_only',
  '28': 'login',
  '3D': 'database', // invalid catalogue name
  '40001': 'busy',
  '40P01': 'busy', // deadlock
  '42501': 'rights', // insufficient privilege
  '53': 'memory', // some resource of the server
  '53100': 'full',
  '53300': 'connections',
  '55P03': 'busy', // a lock that was not given
  [CANCELLED]: 'busy',
  '57P01': 'gone', // it is being shut down
  '57P02': 'gone',
  '57P03': 'gone', // it is starting
  '57P05': 'gone',
  '58': 'disk', // system error
};

/** https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const CERTIFICATE = /^(?:ERR_TLS_CERT_\w+|CERT_\w+|UNABLE_TO_(?:GET|VERIFY)_\w+|(?:DEPTH_ZERO_)?SELF_SIGNED_CERT\w*)$/;

/** What pg says when a server asks for a password that it was not given. */
const NO_PASSWORD = /^SASL: .*client password must be a /;

/** What pg says about a lost connection, without a code. */
const LOST = new RegExp(
  `^(?:Connection terminated|${NO_SERVER}|timeout expired|timeout exceeded when trying to connect|The database does not answer|Client has encountered a connection error|Query read timeout)`,
);
