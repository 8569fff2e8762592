import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { before, type TestContext, test } from 'node:test';
import { type ImapServer, openImapServer } from '../../test/support/imap.ts';
import {
  type AcceptedMail,
  bounceMail,
  effectsOn,
  inboundTools,
  mailedCampaign,
  mailText,
  personMail,
  returnClock,
  returnPath,
  storedReasons,
} from '../../test/support/inbound.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import { until } from '../../test/support/until.ts';
import { DAY_MS, MINUTE_MS } from '../kernel/durations.ts';
import { storedText } from '../kernel/sentences/sentence.ts';
import type { Db } from '../storage/db.ts';
import type { Mailbox } from '../storage/tables/delivery.ts';
import { newAccessTokens } from './access-tokens.ts';
import type { MailboxInput } from './mailbox-rules.ts';
import { changeMailbox, createMailbox, getMailbox, openedMailbox } from './mailboxes.ts';
import { countMailboxMails, visitMailbox } from './poll.ts';
import { startPoller, waitAfter } from './poller.ts';
import { deleteMailbox } from './queries-mailboxes.ts';
import { deleteAllReturned } from './queries-returned.ts';

const { secret } = returnPath;

eachEngine('mailboxes', (engine) => {
  const opened = suiteStore(engine);
  let db: Db;
  before(() => {
    ({ db } = opened());
  });
  const keeper = () => ({ db, clock: returnClock, secret });
  let made = 0;

  /** Creates a mailbox on that server. */
  async function mailboxOn(t: TestContext, server: ImapServer, input: MailboxInput = {}): Promise<Mailbox> {
    const auth = input.tokenUrl === undefined ? { password: server.settings.password } : {};
    const own = { host: '127.0.0.1', port: String(server.port), tls: 'none', username: server.settings.user };
    const id = await createMailbox(keeper(), { name: `box ${++made}`, ...own, ...auth, ...input });
    t.after(() => deleteMailbox(db, id));
    return getMailbox(db, String(id));
  }

  function visitOf(mailbox: Mailbox, given: Partial<Parameters<typeof visitMailbox>[0]> = {}) {
    const tokens = newAccessTokens(returnClock);
    return { tools: inboundTools(db), secret, tokens, mailbox, signal: new AbortController().signal, ...given };
  }

  /**
   * A server that issues access tokens; `answers` are sent one after the other, the last one
   * repeatedly.
   */
  async function tokenServer(t: TestContext, ...answers: [status: number, body: unknown][]) {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (part) => {
        body += part;
      });
      request.on('end', () => {
        asked.push(body);
        const [status, answer] = answers.length > 1 ? (answers.shift() ?? [500, '']) : (answers[0] ?? [500, '']);
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    t.after(() => void server.close());
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`, asked };
  }

  test('each mail takes effect and is deleted; unclassified ones are stored', async (t) => {
    await deleteAllReturned(db);
    const server = await openImapServer(t);
    const [first, second] = (await mailedCampaign(db, 2)) as [AcceptedMail, AcceptedMail];
    server.append(bounceMail(first));
    server.append(personMail(second.email, second.unsubscribeTo));
    for (let i = 0; i < 20; i++) server.append(mailText('Subject: spam', '', `number ${i}`));
    server.append('kept', 'Sent');
    assert.equal(await visitMailbox(visitOf(await mailboxOn(t, server))), 22);
    const after = await effectsOn(db, first.campaignId);
    assert.deepEqual([after.counted, after.suppressed], [[1, 0, 0, 1], [`${first.email} hard-bounce`]]);
    assert.equal((await storedReasons(db)).length, 20);
    assert.deepEqual(server.mails(), []);
    assert.deepEqual(server.mails('Sent'), ['kept']);
  });

  test('processed mails are moved to a folder, with and without the extensions for it', async (t) => {
    const server = await openImapServer(t);
    const [first, second] = (await mailedCampaign(db, 2)) as [AcceptedMail, AcceptedMail];
    const mailbox = await mailboxOn(t, server, { doneFolder: 'Done' });
    server.append(bounceMail(first));
    await visitMailbox(visitOf(mailbox));
    server.settings.extensions = [];
    server.append(bounceMail(second));
    await visitMailbox(visitOf(mailbox));
    assert.deepEqual(server.mails(), []);
    assert.deepEqual(server.mails('Done'), [bounceMail(first), bounceMail(second)]);
    assert.ok(server.commands.includes('UID MOVE') && server.commands.includes('UID COPY'));
  });

  test('only the beginning of a large mail is read', async (t) => {
    const server = await openImapServer(t);
    const mailed = (await mailedCampaign(db, 1))[0] as AcceptedMail;
    server.append(bounceMail(mailed) + 'x'.repeat(3_000_000));
    assert.equal(await visitMailbox(visitOf(await mailboxOn(t, server))), 1);
    assert.equal((await effectsOn(db, mailed.campaignId)).bounces, 1);
    assert.deepEqual(server.mails(), []);
  });

  test('a cut between the commit and the removal does nothing twice', async (t) => {
    await deleteAllReturned(db);
    const server = await openImapServer(t);
    const [first, second] = (await mailedCampaign(db, 2)) as [AcceptedMail, AcceptedMail];
    server.append(bounceMail(first));
    server.append(personMail(second.email, second.unsubscribeTo));
    server.append(mailText('Subject: what is it', '', '?'));
    const mailbox = await mailboxOn(t, server);
    for (const moment of ['STORE', 'EXPUNGE']) {
      server.settings.before = (command) => (command === moment ? 'cut' : undefined);
      await assert.rejects(visitMailbox(visitOf(mailbox)), /closed the connection/);
      assert.equal(server.mails().length, 3, 'nothing is removed');
      assert.deepEqual((await effectsOn(db, first.campaignId)).counted, [1, 0, 0, 1], 'it is committed');
    }
    server.settings.before = () => undefined;
    assert.equal(await visitMailbox(visitOf(mailbox)), 3);
    assert.deepEqual((await effectsOn(db, first.campaignId)).counted, [1, 0, 0, 1]);
    assert.equal((await storedReasons(db)).length, 1);
    assert.deepEqual(server.mails(), []);
  });

  test('while the store fails, mails stay where they are', async (t) => {
    const server = await openImapServer(t);
    const mailed = (await mailedCampaign(db, 1))[0] as AcceptedMail;
    for (let i = 0; i < 5; i++) server.append(bounceMail(mailed));
    const mailbox = await mailboxOn(t, server);
    const failing = new Proxy(db, {
      get(target, name) {
        if (name === 'transaction') throw new Error('disk is full');
        const member: unknown = Reflect.get(target, name, target);
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });
    const tools = { ...inboundTools(db), db: failing };
    await assert.rejects(
      visitMailbox(visitOf(mailbox, { tools })),
      /could not be processed because the database failed/,
    );
    assert.equal(server.mails().length, 5);
    assert.equal(await visitMailbox(visitOf(mailbox)), 5);
    assert.deepEqual((await effectsOn(db, mailed.campaignId)).counted, [1, 0, 0, 0]);
  });

  test('XOAUTH2: a token is fetched, kept while it works, and a new refresh token is stored', async (t) => {
    const server = await openImapServer(t);
    const answer = { access_token: 'token-1', expires_in: 3600, refresh_token: 'refresh-2', token_type: 'Bearer' };
    const { url, asked } = await tokenServer(t, [200, answer]);
    const mailbox = await mailboxOn(t, server, {
      tokenUrl: url,
      clientId: 'client',
      clientSecret: 'hush',
      refreshToken: 'refresh-1',
      scope: 'imap',
    });
    let now = 1_000_000;
    const tokens = newAccessTokens({ now: () => now });
    for (let i = 0; i < 2; i++) await visitMailbox(visitOf(mailbox, { tokens }));
    const form = 'grant_type=refresh_token&refresh_token=refresh-1&client_id=client&client_secret=hush&scope=imap';
    assert.deepEqual(asked, [form]);
    const renewed = openedMailbox(secret, await getMailbox(db, String(mailbox.id))).credentials;
    assert.ok('refreshToken' in renewed && renewed.refreshToken === 'refresh-2');
    now += 3_550_000;
    await visitMailbox(visitOf(await getMailbox(db, String(mailbox.id)), { tokens }));
    assert.deepEqual(asked, [form, form.replace('refresh-1', 'refresh-2')]);
  });

  test("XOAUTH2: a refused token is not tried again; the token server's error is shown", async (t) => {
    const server = await openImapServer(t);
    const { url, asked } = await tokenServer(
      t,
      [200, { access_token: 'stale', expires_in: 3600 }],
      [200, { access_token: 'token-1', expires_in: 3600 }],
      [400, { error: 'invalid_grant', error_description: 'hush hush' }],
    );
    const oauth = { tokenUrl: url, clientId: 'client', refreshToken: 'r' };
    const mailbox = await mailboxOn(t, server, oauth);
    const tokens = newAccessTokens(returnClock);
    await assert.rejects(visitMailbox(visitOf(mailbox, { tokens })), /does not accept the user bounce@example\.com/);
    await visitMailbox(visitOf(mailbox, { tokens }));
    assert.equal(asked.length, 2);
    await assert.rejects(countMailboxMails(visitOf(mailbox)), (error: Error) => {
      assert.match(error.message, /^The token server answers 400 \(invalid_grant\)/);
      assert.ok(!error.message.includes('hush'));
      return true;
    });
    const nowhere = await mailboxOn(t, server, { ...oauth, tokenUrl: 'http://127.0.0.1:1/token' });
    await assert.rejects(
      countMailboxMails(visitOf(nowhere)),
      /^AppError: The token server 127\.0\.0\.1:1 cannot be reached/,
    );
  });

  test('the poller empties mailboxes, shows faults, and lets one node do it', async (t) => {
    const server = await openImapServer(t);
    const mailed = (await mailedCampaign(db, 1))[0] as AcceptedMail;
    const mailbox = await mailboxOn(t, server, { password: 'wrong' });
    const start = () => startPoller({ tools: inboundTools(db), secret, everyMs: 50 });
    const pollers = [start(), start()];
    const row = () => getMailbox(db, String(mailbox.id));
    await until('the fault is seen', async () => (await row()).fault !== null);
    assert.match(storedText((await row()).fault) ?? '', /^The server does not accept the user bounce@example\.com: /);
    server.append(bounceMail(mailed));
    await changeMailbox(keeper(), String(mailbox.id), { password: server.settings.password });
    await until('the mailbox is empty', () => server.mails().length === 0);
    await until('the fault is over', async () => (await row()).fault === null && (await row()).polled_at !== null);
    const held = await db.selectFrom('lease').selectAll().where('name', '=', 'inbound').execute();
    assert.equal(held.length, 1);
    assert.equal((await effectsOn(db, mailed.campaignId)).bounces, 1);
    await Promise.all(pollers.map((poller) => poller.stop()));
    assert.deepEqual(await db.selectFrom('lease').selectAll().where('name', '=', 'inbound').execute(), []);
  });

  test('a clock that is set back keeps nobody from the mailboxes', async (t) => {
    const server = await openImapServer(t);
    const mailbox = await mailboxOn(t, server);
    let now = returnClock.now() + 365 * DAY_MS;
    const tools = { ...inboundTools(db), clock: { now: () => now } };
    const poller = startPoller({ tools, secret, everyMs: 50 });
    t.after(() => poller.stop());
    const polledAt = async () => (await getMailbox(db, String(mailbox.id))).polled_at;
    await until('it was there', async () => (await polledAt()) === now);
    now = returnClock.now();
    await until('it was there again', async () => (await polledAt()) === now);
  });

  test('a poller that is stopped while a server is silent ends at once', async (t) => {
    const server = await openImapServer(t);
    await mailboxOn(t, server);
    server.settings.before = () => new Promise<undefined>(() => undefined);
    const poller = startPoller({ tools: inboundTools(db), secret, everyMs: 50 });
    await until('it is connected', () => server.commands.length > 0);
    await poller.stop();
  });
});

test('a failing mailbox is visited at growing intervals, at most half an hour', () => {
  assert.deepEqual(
    [0, 1, 2, 4, 5, 40].map((failures) => waitAfter(failures) / MINUTE_MS),
    [1, 2, 4, 16, 30, 30],
  );
});
