// PgBouncer between the nodes and the chaos test's database, each transaction on any connection.
import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../src/network/free-port.ts';

export type Pooler = {
  readonly port: number;
  /** Leads to another server from now on. */
  leadTo(port: number): void;
  stopNow(): void;
};

const STARTS_WITHIN_MS = 10_000;

/**
 * Starts PgBouncer, with its files in `folder`.
 * @param user database user
 * @param options whom to run as: it refuses to run as root
 */
export async function startPooler(
  folder: string,
  { user, leadsTo, options }: { user: string; leadsTo: number; options: SpawnOptions },
): Promise<Pooler> {
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  const write = (to: number) =>
    writeFileSync(
      file,
      `[databases]
* = host=127.0.0.1 port=${to} user=${user}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_client_conn = 1000
server_login_retry = 1
logfile = ${join(folder, 'pgbouncer.log')}
`,
    );
  write(leadsTo);
  const child = spawn('pgbouncer', ['--quiet', file], options);
  let fault: unknown;
  child.on('error', (error) => (fault = error));
  for (const deadline = performance.now() + STARTS_WITHIN_MS; !(await answers(port)); await sleep(30)) {
    if (fault || child.exitCode !== null || performance.now() > deadline) {
      throw new Error(`PgBouncer does not start: ${fault ?? `its log is in ${folder}`}`);
    }
  }
  return {
    port,
    leadTo(to) {
      write(to);
      child.kill('SIGHUP');
    },
    stopNow: () => void child.kill('SIGKILL'),
  };
}

async function answers(port: number): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1' });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
