// Loaded before a server's own code: counts the statements that it sends to its store, and tells
// its parent that number and the processor time used so far when asked.
import { createRequire } from 'node:module';
import { StatementSync } from 'node:sqlite';

export type Usage = { statements: number; micros: number };

let statements = 0;

/** Makes a method count its calls. */
function count(prototype: object, name: string): void {
  const methods = prototype as Record<string, (...values: unknown[]) => unknown>;
  const method = methods[name];
  if (!method) throw new Error(`there is no ${name}`);
  methods[name] = function counted(...values) {
    statements += 1;
    return method.apply(this, values);
  };
}

for (const name of ['run', 'all', 'get']) count(StatementSync.prototype, name);
if (process.env['MAILWRIGHT_DATABASE_URL'] !== undefined) {
  const main = process.argv[1] ?? ''; // the package as the measured version has it
  count((createRequire(main)('pg') as typeof import('pg')).Client.prototype, 'query');
}

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ statements, micros: user + system } satisfies Usage);
});
process.channel?.unref();
