import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { before, type TestContext, test } from 'node:test';
import {
  type AcceptedMail,
  bounceMail,
  fateOf,
  inboundTools,
  mailedCampaign,
  returnClock,
  returnPath,
} from '../../test/support/inbound.ts';
import { openPop3Server, type Pop3Server } from '../../test/support/pop3.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import type { Db } from '../storage/db.ts';
import { newAccessTokens } from './access-tokens.ts';
import { READ_MAX } from './evidence.ts';
import type { MailboxInput } from './mailbox-rules.ts';
import { createMailbox, getMailbox, openedMailbox } from './mailboxes.ts';
import { countMailboxMails, visitMailbox } from './poll.ts';
import { openPop3 } from './pop3.ts';
import { deleteMailbox } from './queries-mailboxes.ts';

const { secret } = returnPath;

eachEngine('a mailbox by POP3', (engine) => {
  const opened = suiteStore(engine);
  let db: Db;
  let mails: AcceptedMail[];
  let made = 0;
  before(async () => {
    ({ db } = opened());
    mails = await mailedCampaign(db, 70);
  });
  const bounce = (n: number) => Buffer.from(bounceMail(mails[n] ?? assert.fail()));

  async function visitOf(t: TestContext, server: Pop3Server, input: MailboxInput = {}) {
    const own = {
      protocol: 'pop3',
      host: '127.0.0.1',
      port: String(server.port),
      tls: 'none',
      username: server.settings.user,
    };
    const auth = input.tokenUrl === undefined ? { password: server.settings.password } : {};
    const id = await createMailbox(
      { db, clock: returnClock, secret },
      { name: `pop ${++made}`, ...own, ...auth, ...input },
    );
    t.after(() => deleteMailbox(db, id));
    const mailbox = await getMailbox(db, String(id));
    const tokens = newAccessTokens(returnClock);
    return { tools: inboundTools(db), secret, tokens, mailbox, signal: new AbortController().signal };
  }

  const bounces = async (n: number) => (await fateOf(db, mails[n] ?? assert.fail())).bounce;

  test('each mail takes effect and is deleted, over sessions of fifty', async (t) => {
    const server = await openPop3Server(t);
    server.mails = Array.from({ length: 60 }, (_, n) => bounce(n));
    const visit = await visitOf(t, server);
    assert.equal(await countMailboxMails(visit), 60);
    assert.equal(server.mails.length, 60);
    assert.equal(await visitMailbox(visit), 60);
    assert.equal(server.mails.length, 0);
    assert.equal(server.commands.filter((name) => name === 'QUIT').length, 3);
    assert.equal(await bounces(0), 'hard');
    assert.equal(await bounces(59), 'hard');
    assert.equal(await visitMailbox(visit), 0);
  });

  test('a connection that is cut before QUIT leaves the mails: they are read again, and nothing is doubled', async (t) => {
    const server = await openPop3Server(t);
    server.mails = [bounce(60), bounce(61)];
    const visit = await visitOf(t, server);
    server.settings.before = (name) => (name === 'QUIT' ? 'cut' : undefined);
    await assert.rejects(visitMailbox(visit), /closed the connection/);
    assert.equal(server.mails.length, 2);
    assert.equal(await bounces(60), 'hard');
    server.settings.before = () => undefined;
    assert.equal(await visitMailbox(visit), 2);
    assert.equal(server.mails.length, 0);
    const { n } = await db
      .selectFrom('bounce')
      .select(({ fn }) => fn.countAll().as('n'))
      .where('subscriber_id', '=', mails[60]?.subscriberId ?? 0)
      .executeTakeFirstOrThrow();
    assert.equal(Number(n), 1);
  });

  test('TLS from the first byte and by STLS; a server without STLS, a wrong password, a strange certificate', async (t) => {
    for (const tls of ['implicit', 'starttls'] as const) {
      const server = await openPop3Server(t, { tls });
      server.mails = [bounce(62)];
      assert.equal(await visitMailbox(await visitOf(t, server, { tls, verifyTls: 'no' })), 1);
      await assert.rejects(
        visitMailbox(await visitOf(t, server, { tls })),
        /signed by an authority that this machine does not trust/,
      );
      const wrong = await visitOf(t, server, { tls, verifyTls: 'no', password: 'wrong' });
      await assert.rejects(visitMailbox(wrong), /does not accept the user bounce@example.com: \[AUTH\] wrong/);
    }
    const plain = await openPop3Server(t);
    await assert.rejects(
      visitMailbox(await visitOf(t, plain, { tls: 'starttls', verifyTls: 'no' })),
      /does not offer STARTTLS/,
    );
    assert.ok(!plain.commands.includes('USER'), 'no name goes in the open');
  });

  test('OAuth: the token, and a sentence when it is refused', async (t) => {
    const server = await openPop3Server(t);
    server.mails = [bounce(63)];
    const tokens = createServer((_, response) =>
      response.end(JSON.stringify({ access_token: 'token-1', expires_in: 3600 })),
    );
    await new Promise<void>((resolve) => tokens.listen(0, '127.0.0.1', resolve));
    t.after(() => void tokens.close());
    const tokenUrl = `http://127.0.0.1:${(tokens.address() as AddressInfo).port}/`;
    const oauth = { tokenUrl, clientId: 'c', refreshToken: 'r' };
    assert.equal(await visitMailbox(await visitOf(t, server, oauth)), 1);
    server.settings.accessToken = 'another';
    await assert.rejects(
      visitMailbox(await visitOf(t, server, oauth)),
      /does not accept the user .*invalid credentials/,
    );
  });

  test('mails with dots at the beginning of lines, and mails that are far too long, are read as they are', async (t) => {
    const server = await openPop3Server(t);
    const dots = Buffer.from('Subject: a\r\n\r\n.\r\n..b\r\nc\r\n');
    server.mails = [
      dots,
      Buffer.concat([Buffer.from('Subject: long\r\n\r\n'), Buffer.alloc(3_000_000, 'abcdefgh\r\n')]),
    ];
    const { password } = server.settings;
    const access = {
      name: 'a',
      protocol: 'pop3' as const,
      host: '127.0.0.1',
      port: server.port,
      tls: 'none' as const,
      verifyTls: true,
    };
    const client = await openPop3(
      { ...access, username: server.settings.user, credentials: { password }, folder: 'INBOX', doneFolder: null },
      undefined,
    );
    assert.deepEqual(await client.list(), [1, 2]);
    assert.deepEqual(await client.retrieve(1), dots);
    assert.equal(((await client.retrieve(2)) as Buffer).length, READ_MAX);
    assert.deepEqual(await client.retrieve(9), { refused: 'no such message' });
    await assert.rejects(client.remove(9), /refuses a command: no such message/);
    client.close();
  });

  test('a mail that is one line of megabytes is read by its beginning, and keeps back none after it', async (t) => {
    const server = await openPop3Server(t);
    const head = Buffer.from('Subject: one line\r\n\r\n');
    const line = Buffer.alloc(3_000_000, 'a.b\r');
    server.mails = [Buffer.concat([head, line, Buffer.from('\r\n')]), bounce(64)];
    const taken: Buffer[] = [];
    const visit = await visitOf(t, server);
    const access = openedMailbox(secret, visit.mailbox);
    const client = await openPop3(access, undefined);
    for (const n of [1, 2]) taken.push((await client.retrieve(n)) as Buffer);
    client.close();
    assert.ok(taken[0]?.equals(Buffer.concat([head, line]).subarray(0, READ_MAX)));
    assert.ok(taken[1]?.equals(bounce(64)));
    assert.equal(await visitMailbox(visit), 2);
    assert.equal(await bounces(64), 'hard');
  });

  test('a server of another kind is told by its greeting; one that is busy by its words', async (t) => {
    const server = await openPop3Server(t);
    for (const [greeting, message] of [
      ['* OK Dovecot ready.', /speaks IMAP, not POP3.* greets with: \* OK Dovecot ready\.$/],
      ['220 mx.example.com ESMTP', /speaks SMTP, not POP3/],
      ['-ERR [SYS/TEMP] too many clients', /: \[SYS\/TEMP\] too many clients$/],
    ] as const) {
      server.settings.greeting = greeting;
      await assert.rejects(visitMailbox(await visitOf(t, server)), { code: 'unavailable', message });
    }
  });

  test('a mail that the server does not give keeps back no other', async (t) => {
    const server = await openPop3Server(t);
    server.mails = Array.from({ length: 60 }, (_, i) => Buffer.from(`Subject: ${i}\r\n\r\nspam\r\n`));
    let asked = 0;
    server.settings.before = (command) => {
      if (command !== 'RETR') return undefined;
      asked += 1;
      return asked === 2 ? '-ERR [SYS/PERM] it is damaged' : undefined;
    };
    await assert.rejects(
      visitMailbox(await visitOf(t, server)),
      /does not hand over one of its emails: \[SYS\/PERM\] it is damaged/,
    );
    assert.deepEqual(server.mails.map(String), ['Subject: 1\r\n\r\nspam\r\n']);
  });

  test('a server that keeps what was deleted is not asked without end', async (t) => {
    const server = await openPop3Server(t);
    server.mails = Array.from({ length: 60 }, (_, i) => Buffer.from(`Subject: keeps ${i}\r\n\r\nspam\r\n`));
    server.settings.before = (command) => (command === 'DELE' ? '+OK' : undefined);
    await assert.rejects(visitMailbox(await visitOf(t, server)), /fetched and deleted are still there/);
    assert.equal(server.commands.filter((command) => command === 'RETR').length, 50);
  });

  test('a server that gives no answer is left', async (t) => {
    const server = await openPop3Server(t);
    server.mails = [bounce(0)];
    server.settings.before = (command) => (command === 'RETR' ? '+OK 10 octets' : undefined);
    await assert.rejects(visitMailbox({ ...(await visitOf(t, server)), commandMs: 500 }), /so slowly/);
  });

  test('settings: ports by protocol, no folders', async () => {
    const create = (input: MailboxInput) =>
      createMailbox(
        { db, clock: returnClock, secret },
        { name: `pop ${++made}`, host: 'pop.example.com', username: 'u', password: 'p', protocol: 'pop3', ...input },
      );
    const id = await create({});
    assert.equal((await getMailbox(db, String(id))).port, 995);
    await assert.rejects(create({ doneFolder: 'Done' }), (error: Error & { fields?: object }) =>
      /no folders/.test(JSON.stringify(error.fields)),
    );
    await assert.rejects(create({ protocol: 'pop4' }), (error: Error & { fields?: object }) =>
      /give imap or pop3/.test(JSON.stringify(error.fields)),
    );
    await deleteMailbox(db, id);
  });
});
