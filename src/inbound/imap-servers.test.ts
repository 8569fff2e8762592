// Servers that say what nobody asked for, too much, too slowly, or no.
import assert from 'node:assert/strict';
import { before, type TestContext, test } from 'node:test';
import { type ImapServer, openImapServer } from '../../test/support/imap.ts';
import {
  bounceMail,
  effectsOn,
  inboundTools,
  mailedCampaign,
  mailText,
  returnClock,
  returnPath,
  storedReasons,
} from '../../test/support/inbound.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import type { Db } from '../storage/db.ts';
import { newAccessTokens } from './access-tokens.ts';
import type { MailboxInput } from './mailbox-rules.ts';
import { createMailbox, getMailbox } from './mailboxes.ts';
import { visitMailbox } from './poll.ts';
import { deleteMailbox } from './queries-mailboxes.ts';
import { deleteAllReturned } from './queries-returned.ts';

const { secret } = returnPath;

eachEngine('IMAP servers that are not as expected', (engine) => {
  const opened = suiteStore(engine);
  let db: Db;
  let made = 0;
  before(() => {
    ({ db } = opened());
  });

  async function visitOf(t: TestContext, server: ImapServer, input: MailboxInput = {}) {
    const { user, password } = server.settings;
    const own = { host: '127.0.0.1', port: String(server.port), tls: 'none', username: user, password };
    const tools = { db, clock: returnClock, secret };
    const id = await createMailbox(tools, { name: `server ${++made}`, ...own, ...input });
    t.after(() => deleteMailbox(db, id));
    const mailbox = await getMailbox(db, String(id));
    const tokens = newAccessTokens(returnClock);
    return { tools: inboundTools(db), secret, tokens, mailbox, signal: new AbortController().signal };
  }

  test('what another client changes meanwhile is not taken for a mail', async (t) => {
    await deleteAllReturned(db);
    const server = await openImapServer(t);
    const mailed = await mailedCampaign(db, 20);
    for (const one of mailed) server.append(bounceMail(one));
    const marks = ['1 FETCH (UID 1 FLAGS (\\Seen))', '2 FETCH (FLAGS (\\Seen))', '20 FETCH (UID 20 FLAGS ())'];
    server.settings.unasked = (command) => (command === 'FETCH' ? marks.map((mark) => `* ${mark}\r\n`).join('') : '');
    assert.equal(await visitMailbox(await visitOf(t, server)), 20);
    assert.equal((await effectsOn(db, mailed[0]?.campaignId ?? 0)).bounces, 20);
    assert.deepEqual([server.mails(), await storedReasons(db)], [[], []]);
  });

  test('a server of another kind is told by its greeting', async (t) => {
    const server = await openImapServer(t);
    for (const [greeting, words] of [
      ['220 mx.example.com ESMTP Postfix', /speaks SMTP, not IMAP.* greets with: 220 mx\.example\.com ESMTP Postfix$/],
      ['220 (vsFTPd 3.0.5)', /speaks FTP, not IMAP/],
      ['+OK Dovecot ready.', /speaks POP3, not IMAP/],
      ['SSH-2.0-OpenSSH_9.9', /speaks SSH, not IMAP/],
      ['hello there', /does not seem to be a mail server for IMAP.* It says: hello there$/],
    ] as const) {
      server.settings.greeting = greeting;
      await assert.rejects(visitMailbox(await visitOf(t, server)), { code: 'unavailable', message: words });
    }
    server.settings.greeting = '* OK [CAPABILITY IMAP4rev1] ready';
    assert.equal(await visitMailbox(await visitOf(t, server)), 0);
  });

  test('a folder whose mails are not told is no empty one', async (t) => {
    const server = await openImapServer(t);
    server.append('a mail');
    const visit = await visitOf(t, server);
    for (const [answer, words] of [
      ['NO [SERVERBUG] the index is broken', /does not say which emails there are: the index is broken/],
      ['cut', /closed the connection/],
    ] as const) {
      server.settings.before = (command) => (command === 'SEARCH' ? answer : undefined);
      await assert.rejects(visitMailbox(visit), words);
    }
  });

  test('a mail that the server does not give keeps back no other, and is told of', async (t) => {
    const server = await openImapServer(t);
    const mailed = await mailedCampaign(db, 12);
    for (const one of mailed) server.append(bounceMail(one));
    const visit = await visitOf(t, server);
    server.settings.damaged.set(2, 'NO [EXPUNGEISSUED] it is gone');
    server.settings.damaged.set(3, 'NO [SERVERBUG] it is damaged');
    await assert.rejects(visitMailbox(visit), /does not hand over one of its emails: it is damaged/);
    assert.equal((await effectsOn(db, mailed[0]?.campaignId ?? 0)).bounces, 10);
    assert.equal(server.mails().length, 2);
    server.settings.damaged.delete(3);
    assert.equal(await visitMailbox(visit), 1);
  });

  test('many mails are asked for in stretches; one that stays does not end them', async (t) => {
    const server = await openImapServer(t);
    for (let i = 0; i < 520; i++) server.append(mailText('Auto-Submitted: auto-replied', 'Subject: away', '', 'away'));
    server.settings.damaged.set(1, 'NO [EXPUNGEISSUED] it is gone');
    assert.equal(await visitMailbox(await visitOf(t, server)), 519);
    assert.equal(server.mails().length, 1);
    assert.equal(server.commands.filter((command) => command === 'UID SEARCH').length, 2);
  });

  test('a server that keeps what was deleted is told of', async (t) => {
    const server = await openImapServer(t);
    server.append('a mail');
    server.settings.before = (command) => (/STORE|EXPUNGE/.test(command) ? 'OK done' : undefined);
    await assert.rejects(visitMailbox(await visitOf(t, server)), /fetched and deleted are still there/);
  });

  test('a server that sends without end is left', async (t) => {
    const server = await openImapServer(t);
    server.append('a mail');
    const visit = await visitOf(t, server);
    const lines = { changes: '* 5 EXISTS\r\n'.repeat(50_000), line: `* SEARCH ${'1 '.repeat(50_000)}\r\n` };
    for (const text of Object.values(lines)) {
      server.settings.unasked = (command) => (command === 'SEARCH' ? text : '');
      await assert.rejects(visitMailbox(visit), /sends far more than was requested/);
    }
    assert.equal(server.mails().length, 1);
  });

  test('a server that keeps the connection open and gives no answer is left', async (t) => {
    const server = await openImapServer(t);
    server.append('a mail');
    const visit = await visitOf(t, server);
    server.settings.before = (command) => (command === 'FETCH' ? new Promise(() => undefined) : undefined);
    await assert.rejects(visitMailbox({ ...visit, commandMs: 500 }), /so slowly that the connection was given up/);
  });

  test('a refusal is told in the words of the server', async (t) => {
    const server = await openImapServer(t);
    server.append('a mail');
    const refusing = (name: string) => {
      server.settings.before = (command) => (command === name ? 'NO [OVERQUOTA] no room is left' : undefined);
    };
    refusing('SELECT');
    await assert.rejects(visitMailbox(await visitOf(t, server)), /"INBOX" cannot be opened: no room is left/);
    refusing('STORE');
    await assert.rejects(visitMailbox(await visitOf(t, server)), /deleted from "INBOX": no room is left/);
    refusing('MOVE');
    const moving = await visitOf(t, server, { doneFolder: 'Done' });
    await assert.rejects(visitMailbox(moving), /from "INBOX" to "Done": no room is left/);
    assert.equal(server.mails().length, 1);
  });
});
