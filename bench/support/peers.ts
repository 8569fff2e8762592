// What we are compared with, on the same machine in the same run: the mail sink that accepts
// everything, the C program that fills it as fast as it can (`smtp-source -d` of Debian's postfix),
// and nodemailer's own pool with its composer.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { freePort } from '../../src/network/free-port.ts';

export type Sink = { name: string; port: number; stop(): void };

const SMTP_SINK = '/usr/sbin/smtp-sink';
const SMTP_SOURCE = '/usr/sbin/smtp-source';

/**
 * Starts `smtp-sink` when it is installed (it is the faster one), else a sink of our own in a
 * separate process.
 */
export async function startSink(): Promise<Sink> {
  if (!existsSync(SMTP_SINK)) {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'relay.ts')]);
    const [port] = (await once(child.stdout, 'data')) as [Buffer];
    return { name: 'own sink', port: Number(port.toString()), stop: () => child.kill() };
  }
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const port = await freePort();
  const child = spawn(SMTP_SINK, [...user, `127.0.0.1:${port}`, '4096'], { stdio: 'ignore' });
  for (let tries = 0; tries < 100 && child.exitCode === null; tries += 1) {
    const socket = connect(port, '127.0.0.1');
    const answers = await Promise.race([once(socket, 'data'), once(socket, 'error').then(() => undefined)]).catch(
      () => undefined,
    );
    socket.destroy();
    if (answers) return { name: 'smtp-sink', port, stop: () => child.kill() };
    await sleep(50);
  }
  throw new Error('smtp-sink does not answer');
}

/**
 * Messages a second of `smtp-source -d` (connections kept); undefined when it is not installed.
 */
export function smtpSourceRate(sink: Sink, bytes: number, sessions: number, messages = 30_000): number | undefined {
  if (!existsSync(SMTP_SOURCE)) return undefined;
  const startedAt = performance.now();
  const size = ['-l', String(bytes), '-m', String(messages)];
  const { status } = spawnSync(SMTP_SOURCE, ['-d', '-s', String(sessions), ...size, `127.0.0.1:${sink.port}`]);
  return status === 0 ? Math.round(messages / ((performance.now() - startedAt) / 1000)) : undefined;
}

/**
 * Messages a second of nodemailer's pool, which composes each message anew; no results are stored.
 */
export async function nodemailerRate(sink: Sink, html: string, messages = 10_000): Promise<number> {
  const pool = createTransport({
    pool: true,
    host: '127.0.0.1',
    port: sink.port,
    ignoreTLS: true,
    maxConnections: 20,
    maxMessages: Number.POSITIVE_INFINITY,
  });
  const startedAt = performance.now();
  let next = 0;
  const lane = async () => {
    for (let n = next++; n < messages; n = next++) {
      const to = `u${n}@example.com`;
      await pool.sendMail({
        from: 'ada@example.com',
        to,
        subject: `Hello ${n}`,
        html: html.replaceAll('[EMAIL]', to).replaceAll('[FNAME]', `Name ${n}`),
        text: `Hello ${n}`,
      });
    }
  };
  await Promise.all(Array.from({ length: 20 }, lane));
  const rate = Math.round(messages / ((performance.now() - startedAt) / 1000));
  pool.close();
  return rate;
}
