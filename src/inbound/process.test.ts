// The return path of the server run as a process, which is killed.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import nodemailer from 'nodemailer';
import { openImapServer } from '../../test/support/imap.ts';
import {
  type AcceptedMail,
  bounceMail,
  effectsOn,
  mailedCampaign,
  mailText,
  returnClock,
  returnPath,
} from '../../test/support/inbound.ts';
import { processEnvironment, SERVER_OPTIONS } from '../../test/support/server-process.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { until } from '../../test/support/until.ts';
import { freePort } from '../network/free-port.ts';
import { type Db, openStore } from '../storage/db.ts';
import { createMailbox } from './mailboxes.ts';
import { countReturned } from './queries-returned.ts';

const MAIN = join(import.meta.dirname, '..', 'main.ts');
const { secret } = returnPath;

/** A separate data folder; `use` opens the store while no process does. */
function dataFolder(t: TestContext) {
  const dataDir = temporaryFolder(t, 'test');
  async function use<T>(work: (db: Db) => Promise<T>): Promise<T> {
    const store = await openStore({ dataDir });
    try {
      return await work(store.db);
    } finally {
      await store.close();
    }
  }
  return { dataDir, use };
}

async function serve(t: TestContext, dataDir: string, environment: Record<string, string> = {}) {
  const child: ChildProcess = spawn(process.execPath, [...SERVER_OPTIONS, MAIN, 'serve'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...processEnvironment(),
      MAILWRIGHT_PORT: String(await freePort()),
      MAILWRIGHT_DATA_DIR: dataDir,
      MAILWRIGHT_SECRET: secret,
      MAILWRIGHT_RETURN_ADDRESS: returnPath.address,
      MAILWRIGHT_ROLES: 'web,clock',
      ...environment,
    },
  });
  t.after(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (part: Buffer) => {
      output += part.toString();
    });
  }
  const exited = once(child, 'exit') as Promise<[code: number | null]>;
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    return (await exited)[0];
  };
  return { end, exited, output: () => output };
}

test('killed between the commit and the removal, the next process does nothing twice', async (t) => {
  const { dataDir, use } = dataFolder(t);
  const imap = await openImapServer(t);
  const { user, password } = imap.settings;
  const [mailed] = await use(async (db) => {
    const own = { host: '127.0.0.1', port: String(imap.port), tls: 'none', username: user, password };
    await createMailbox({ db, clock: returnClock, secret }, own);
    return mailedCampaign(db, 1);
  });
  const { campaignId } = mailed as AcceptedMail;
  imap.append(bounceMail(mailed as AcceptedMail));
  imap.append(mailText('Subject: strange', '', '?'));
  imap.settings.before = (command) => (command === 'STORE' ? new Promise<undefined>(() => undefined) : undefined);

  const first = await serve(t, dataDir);
  await until('the mails are about to be removed', () => imap.commands.includes('UID STORE'));
  await first.end('SIGKILL');
  assert.equal(imap.mails().length, 2);
  assert.deepEqual(await use((db) => effectsOn(db, campaignId).then(({ counted }) => counted)), [1, 0, 0, 0]);

  imap.settings.before = () => undefined;
  const second = await serve(t, dataDir);
  await until('the mailbox is empty', () => imap.mails().length === 0);
  assert.equal(await second.end('SIGTERM'), 0);
  assert.deepEqual(await use((db) => effectsOn(db, campaignId).then(({ counted }) => counted)), [1, 0, 0, 0]);
  assert.equal(await use(countReturned), 1);
});

test('the server takes bounces on its port, and what it answered with 250 is there after a kill', async (t) => {
  const { dataDir, use } = dataFolder(t);
  const [mailed] = await use((db) => mailedCampaign(db, 1));
  const { bounceTo, campaignId } = mailed as AcceptedMail;
  const port = await freePort();
  const server = await serve(t, dataDir, { MAILWRIGHT_RETURN_LISTEN: `127.0.0.1:${port}`, MAILWRIGHT_ROLES: 'web' });
  await until('it listens', () => server.output().includes(`is accepted on port ${port}`));
  const transport = nodemailer.createTransport({ host: '127.0.0.1', port, secure: false, ignoreTLS: true });
  t.after(() => transport.close());
  const envelope = { from: '', to: [bounceTo] };
  const answer = await transport.sendMail({ envelope, raw: bounceMail(mailed as AcceptedMail) });
  assert.match(answer.response, /^250 /);
  const relayed = transport.sendMail({
    envelope: { from: '', to: ['ada@elsewhere.example'] },
    raw: 'Subject: x\r\n\r\n',
  });
  await assert.rejects(relayed, /550 5\.1\.1/);
  await server.end('SIGKILL');
  assert.deepEqual(await use((db) => effectsOn(db, campaignId).then(({ counted }) => counted)), [1, 0, 0, 0]);
});

test('a port for returned mail that is in use ends the start with one clear line', async (t) => {
  const { dataDir } = dataFolder(t);
  const taken = createServer().listen(0, '127.0.0.1');
  t.after(() => void taken.close());
  await once(taken, 'listening');
  const { port } = taken.address() as { port: number };
  const server = await serve(t, dataDir, {
    MAILWRIGHT_RETURN_LISTEN: `127.0.0.1:${port}`,
    MAILWRIGHT_LOG_LEVEL: 'silent',
  });
  const [code] = await server.exited;
  assert.equal(code, 1);
  assert.match(
    server.output(),
    new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is in use\\..*MAILWRIGHT_RETURN_LISTEN.*$`, 'm'),
  );
});
