// What a command is, and what it is given.
import type { parseArgs } from 'node:util';
import type { Resolver } from '../domains/dns/lookup.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Relay } from '../mail/smtp/relay-url.ts';
import type { Db } from '../storage/db.ts';

/** As parseArgs of Node takes them. `--help` and `--version` are understood everywhere, and not named here. */
export type Options = Readonly<Record<string, { type: 'string' | 'boolean'; multiple?: boolean }>>;

export const TEXT = { type: 'string' } as const;
export const TEXTS = { type: 'string', multiple: true } as const;
export const FLAG = { type: 'boolean' } as const;

/** The options as they were given. */
export type Values<O extends Options> = ReturnType<typeof parseArgs<{ options: O }>>['values'];

/** The arguments as they were understood: options, and the words that are none, in their order. */
export type Arguments<O extends Options> = { values: Values<O>; words: string[] };

export type Command<O extends Options = Options> = {
  name: string;
  /** What it is for, in the list of all commands. */
  summary: string;
  /** What its help says behind `Usage: npx mailwright <name> `; where it has actions they stand first: `<add|list>`. */
  usage: string;
  options: O;
  /**
   * @returns the exit code: 0 done, 1 refused or something to mend; undefined when the arguments make no sense
   * @throws AppError for what is wrong with what was asked
   */
  run(given: Arguments<O>, context: Context): Promise<number | undefined>;
};

/** Where progress bars and exports go. */
export type Output = { isTTY?: boolean | undefined; columns?: number; write(text: string): unknown };

/** What every command is given by main.ts. */
export type Context = {
  clock: Clock;
  /** Prints a line of what was asked for. */
  print(line: string): void;
  /** Prints a line of what went wrong. */
  warn(line: string): void;
  stdout: Output;
  /** The next line of standard input, '' after the last: for secrets that must not stand on the command line. */
  readLine(): Promise<string>;
  /** For commands that start other processes of the program. */
  program: { mainFile: string; environment: Readonly<Record<string, string | undefined>> };
  /** Serves until a signal. @returns the exit code */
  serve: (options: { seed: boolean }) => Promise<number>;
  /** Opens the installation's store, which must be there, for as long as `run` takes. */
  withStore: <T>(run: (context: StoreContext) => Promise<T>) => Promise<T>;
};

/** What commands are given that work on a store. */
export type StoreContext = Context & {
  db: Db;
  /** The installation's secret: passwords, keys and links are sealed or signed with it. */
  secret(): Promise<string>;
  /** That of the base URL. */
  hostname: string;
  /** The relay of the configuration. */
  relay: Relay | undefined;
  /** The return address of the configuration. */
  returnAddress: string | undefined;
  /** Looks up DNS; default: the machine's. */
  resolver?: Resolver | undefined;
};
