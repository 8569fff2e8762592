// The type of commands, and the context they run in.
import type { parseArgs } from 'node:util';
import type { Resolver } from '../domains/dns/lookup.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Relay } from '../mail/smtp/relay-url.ts';
import type { FetchAllow } from '../network/fetch-allow.ts';
import type { Db } from '../storage/db.ts';

/**
 * Options as Node's parseArgs takes them. `--help` and `--version` exist everywhere, `--json` where
 * there is a list; they are not listed here.
 */
export type Options = Readonly<Record<string, { type: 'string' | 'boolean'; multiple?: boolean }>>;

export const TEXT = { type: 'string' } as const;
export const TEXTS = { type: 'string', multiple: true } as const;
export const FLAG = { type: 'boolean' } as const;

/** The error of a change that names nothing to change. */
export const NO_CHANGE = 'Nothing to change: give at least one of the options.';

/** The options of every server that one signs in to. */
export const SERVER_OPTIONS = { name: TEXT, host: TEXT, port: TEXT, tls: TEXT, 'verify-tls': TEXT, password: TEXT };

/** The parsed options. */
export type Values<O extends Options> = ReturnType<typeof parseArgs<{ options: O }>>['values'];

/** What each action `list` takes besides: its rows as JSON. */
export const LIST_OPTIONS = { json: FLAG };

/**
 * The parsed arguments: options, the other words in order, and whether a list is to be JSON
 * (list.ts).
 */
export type Arguments<O extends Options> = { values: Values<O>; words: string[]; json: boolean };

export type Command<O extends Options = Options> = {
  name: string;
  /** Its purpose, in the list of all commands. */
  summary: string;
  /** A call of it as it is typed, without the name before it. */
  example: string;
  /** The help text after `Usage: npx mailwright <name> `; actions come first: `<add|list>`. */
  usage: string;
  options: O;
  /** Which of them each action takes, where there are actions. */
  takes?: Readonly<Record<string, readonly (keyof O & string)[]>>;
  /**
   * @returns the exit code: 0 done, 1 refused or incomplete; when the arguments make no sense, a
   * sentence about it, or undefined where their number says it
   * @throws AppError for an impossible request
   */
  run(given: Arguments<O>, context: Context): Promise<number | string | undefined>;
};

/** Where progress bars and exports go. */
export type Output = { isTTY?: boolean | undefined; columns?: number; write(text: string): unknown };

/** Where an installation is, as configured; its store is not opened. */
export type Installation = {
  /** Of this program. */
  version: string;
  databaseUrl: string | undefined;
  dataDir: string;
  /** The configured one; absent: it is kept in the data folder or the database. */
  secret: string | undefined;
  /** Other secrets in the configuration. */
  formerSecrets: readonly string[];
};

/** The context that main.ts gives every command. */
export type Context = {
  clock: Clock;
  /** Prints a line of the result. */
  print(line: string): void;
  /** Prints a line of an error or warning. */
  warn(line: string): void;
  stdout: Output;
  /**
   * The next line of standard input, '' after the last: for secrets that must not appear on the
   * command line.
   */
  readLine(): Promise<string>;
  /** For commands that start other processes of the program. */
  program: { mainFile: string; environment: Readonly<Record<string, string | undefined>> };
  /** Serves until a signal. @returns the exit code */
  serve: (options: { seed: boolean }) => Promise<number>;
  /** @throws AppError when the configuration is wrong */
  installation: () => Installation;
  /** Opens the installation's store, which must exist, while `run` runs. */
  withStore: <T>(run: (context: StoreContext) => Promise<T>) => Promise<T>;
};

/** The context of commands that work on a store. */
export type StoreContext = Context & {
  db: Db;
  /**
   * The installation's secret: passwords and keys are encrypted with it, links are signed with it.
   * With `mayDiffer` it may be another one than that of the servers, for a command that tells.
   * @throws AppError `unavailable`
   */
  secret(options?: { mayDiffer?: boolean }): Promise<string>;
  /** Where browsers reach the server, without a slash at the end. */
  baseUrl: string;
  /** Whether the base URL was made from host and port. */
  isBaseUrlDefault: boolean;
  dataDir: string;
  /** The setting of the browser that makes pictures of templates. */
  browser?: string | undefined;
  /** Private places that may be fetched from and sent to. */
  fetchAllow?: FetchAllow | undefined;
  /** The host of the base URL. */
  hostname: string;
  /** The relay in the configuration. */
  relay: Relay | undefined;
  /** The return address in the configuration. */
  returnAddress: string | undefined;
  /** Resolves DNS names; default: the machine's resolver. */
  resolver?: Resolver | undefined;
};
