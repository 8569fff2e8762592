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

/** Standard output; on a terminal that was closed (EIO) nobody reads it any more, as of a pipe. */
function standardOutput(): ReturnType<typeof pino.destination> {
  const output = pino.destination(1);
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EIO') throw error;
    // Else it would try for ever, and keep the process from its end.
    Object.assign(output, { write: () => true, flushSync: () => undefined, end: () => undefined });
  });
  return output;
}
