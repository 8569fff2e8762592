// Logs: one line of JSON an event, with a stable `event` name; alerts match events, never prose.
import { constants, openSync } from 'node:fs';
import { isatty } from 'node:tty';
import { type LogFn, type Logger, pino } from 'pino';
import sonicBoom, { type SonicBoom } from 'sonic-boom';
import { asError } from './errors.ts';
import { whyNotWritten } from './files/fault.ts';
import { whenNeeded } from './when-needed.ts';

export type { Logger };

const SECRETS = ['key', 'password', 'secret', 'authorization', '*.key', '*.password', '*.secret', '*.authorization'];

/** Why lines wait in memory, and how many were lost meanwhile. */
export type LogTrouble = { reason: string; lost: number };

let refusal: string | undefined;
let lost = 0;
let lostInAll = 0;

/** What keeps this thread's lines from standard output; undefined: it takes them. */
export const logTrouble = (): LogTrouble | undefined => (refusal === undefined ? undefined : { reason: refusal, lost });

/** Lines of this thread that were lost since its start. */
export const logLinesLost = (): number => lostInAll;

/** A sentence about it, for those who run the installation. */
export function logTroubleText({ reason, lost: gone }: LogTrouble): string {
  return `The log takes no lines: ${reason}. They wait in memory; lost so far: ${gone}.`;
}

/** A logger that writes lines to `destination` (default: standard output) and redacts secrets. */
export function createLogger(level: string, destination?: { write(line: string): void }): Logger {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    hooks: {
      // a library's plain text gets an event name too
      logMethod(this: Logger, args: Parameters<LogFn>, method: LogFn) {
        if (typeof args[0] === 'string') method.call(this, { event: 'server.note' }, ...(args as [string]));
        else method.apply(this, args);
      },
    },
    redact: { paths: SECRETS, censor: '[hidden]' },
    serializers: { err: shownError },
  };
  return pino(options, destination ?? standardOutput());
}

/** PostgreSQL's errors carry the row that it refused (`detail`): addresses, texts, hashes. */
function shownError(error: unknown): object {
  const { type, message, stack, code } = pino.stdSerializers.err(asError(error));
  return { type, message, stack, code };
}

/** Lines that wait while standard output takes none; later ones are dropped. */
const WAITING_BYTES = 4 * 1024 * 1024;
/** When what waits is tried again: a line that comes does so too, but not one that is dropped. */
const AGAIN_MS = 1_000;

/** How long the end of a process waits for a reader that takes no lines at the moment. */
const LAST_LINES_MS = 2_000;

/**
 * Standard output as an end that refuses what it cannot take at once: a thread that waits in a
 * write to a terminal that stands still (Ctrl-S, a connection that froze) keeps a process from its
 * end. Node has pipes refuse already.
 */
function ownEnd(): number {
  if (!isatty(1)) return 1;
  try {
    return openSync('/proc/self/fd/1', constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    return 1; // a terminal of somebody else's, or a system without /proc
  }
}

/**
 * Standard output. Of a closed pipe or terminal nobody reads it any more; on a full disk lines wait
 * until there is room. Neither ends a server, nor keeps it from its end. All loggers of a thread
 * write to one.
 */
const standardOutput = whenNeeded((): SonicBoom => {
  let giveUpAt = Number.POSITIVE_INFINITY;
  const retryEAGAIN = () => performance.now() < giveUpAt;
  // Without a least length flush() would do nothing.
  const output = new sonicBoom.SonicBoom({ fd: ownEnd(), minLength: 1, maxLength: WAITING_BYTES, retryEAGAIN });
  let again: NodeJS.Timeout | undefined;
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EIO' || error.code === 'EPIPE') {
      Object.assign(output, { write: () => true, flushSync: () => undefined });
      return;
    }
    refusal = whyNotWritten(error) ?? asError(error).message;
    clearTimeout(again);
    again = setTimeout(() => output.flush(), AGAIN_MS).unref();
  });
  output.on('drop', () => {
    lost += 1;
    lostInAll += 1;
  });
  output.on('drain', () => {
    refusal = undefined;
    const lines = lost;
    lost = 0;
    if (lines > 0) createLogger('warn').warn({ event: 'log.lost', lines });
  });
  process.once('exit', () => {
    giveUpAt = performance.now() + LAST_LINES_MS;
    try {
      output.flushSync();
    } catch {
      // what standard output does not take now, nobody can read
    }
  });
  return output;
});
