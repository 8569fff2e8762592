// Logs: one line of JSON an event, with a stable `event` name; alerts match events, never prose.
import { type LogFn, type Logger, pino } from 'pino';

export type { Logger };

const SECRETS = ['key', 'password', 'secret', 'authorization', '*.key', '*.password', '*.secret', '*.authorization'];

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
  };
  return pino(options, destination ?? standardOutput());
}

/** Lines that wait while standard output takes none; later ones are dropped. */
const WAITING_BYTES = 4 * 1024 * 1024;

/**
 * Standard output. Of a closed pipe or terminal nobody reads it any more; on a full disk lines wait
 * until there is room. Neither ends a server.
 */
function standardOutput(): ReturnType<typeof pino.destination> {
  const output = pino.destination({ dest: 1, maxLength: WAITING_BYTES });
  const { flushSync } = output;
  output.on('error', (error: NodeJS.ErrnoException) => {
    output.flushSync = () => undefined; // it would try for ever, and keep the process from its end
    if (error.code === 'EIO' || error.code === 'EPIPE')
      Object.assign(output, { write: () => true, end: () => undefined });
  });
  output.on('write', () => {
    output.flushSync = flushSync;
  });
  return output;
}
